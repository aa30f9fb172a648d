// Plays the animations of a page: shapes at the values of the computed trajectory, with a slider of time and marks at events.
"use strict";
const animations = (() => {
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const teeth = 9;

  class Player {
    constructor(element) {
      this.element = element;
      this.data = JSON.parse(element.querySelector("script[type='application/json']").textContent);
      const { times } = this.data;
      [this.begin, this.end] = [times[0], times[times.length - 1]];
      this.time = this.begin;
      this.speed = 1;
      this.build();
      element.dataset.drawn = "true";
      new ResizeObserver(() => this.draw()).observe(this.box);
      this.draw();
    }

    build() {
      this.box = document.createElement("div");
      this.box.className = "interactive";
      this.canvas = document.createElement("canvas");
      this.canvas.setAttribute("role", "img");
      this.canvas.setAttribute("aria-label", this.element.querySelector("figcaption").textContent);
      const frame = document.createElement("div");
      frame.className = "frame";
      frame.append(this.canvas);
      this.box.append(frame, this.tools());
      this.box.addEventListener("keydown", (e) => this.key(e));
      this.element.insertBefore(this.box, this.element.querySelector("figcaption"));
    }

    tools() {
      const bar = document.createElement("div");
      bar.className = "tools";
      this.button = document.createElement("button");
      this.button.type = "button";
      this.button.addEventListener("click", () => this.toggle());
      this.slider = document.createElement("input");
      Object.assign(this.slider, { type: "range", min: 0, max: 1000, step: 1, value: 0 });
      this.slider.setAttribute("aria-label", "Time");
      this.slider.addEventListener("input", () => { this.pause(); this.go(this.begin + (this.end - this.begin) * (this.slider.value / 1000)); });
      const holder = document.createElement("div");
      holder.className = "slider";
      holder.append(this.slider, ...this.marks());
      const speeds = document.createElement("select");
      speeds.setAttribute("aria-label", "Speed");
      for (const [text, value] of [["⅒×", 0.1], ["¼×", 0.25], ["½×", 0.5], ["1×", 1], ["2×", 2], ["4×", 4]])
        speeds.add(new Option(text, value, value === 1, value === 1));
      speeds.addEventListener("change", () => { this.speed = +speeds.value; });
      this.readout = document.createElement("output");
      this.readout.className = "readout";
      bar.append(this.button, holder, speeds, this.readout);
      this.label();
      return bar;
    }
    // The knob of a slider does not reach its ends.
    marks() {
      return this.data.events.slice(0, 300).map(([time, name]) => {
        const mark = document.createElement("span"), part = (time - this.begin) / (this.end - this.begin);
        mark.className = "tick";
        mark.title = name + " at " + +time.toPrecision(8);
        mark.style.left = "calc(8px + (100% - 16px) * " + part + ")";
        mark.setAttribute("aria-hidden", "true");
        return mark;
      });
    }
    label() {
      this.button.textContent = this.playing ? "❚❚ Pause" : "▶ Play";
      this.element.dataset.playing = String(Boolean(this.playing));
    }

    key(e) {
      if (e.ctrlKey || e.metaKey || e.altKey || e.target.tagName === "SELECT") return;
      const step = (this.end - this.begin) / (e.shiftKey ? 20 : 200);
      const act = {
        " ": () => this.toggle(),
        ArrowLeft: () => this.step(-step), ArrowDown: () => this.step(-step),
        ArrowRight: () => this.step(step), ArrowUp: () => this.step(step),
        Home: () => this.step(-Infinity), End: () => this.step(Infinity),
        PageUp: () => this.toEvent(1), PageDown: () => this.toEvent(-1),
      }[e.key];
      if (!act) return;
      e.preventDefault();
      act();
    }
    step(by) { this.pause(); this.go(this.time + by); }
    toEvent(direction) {
      const times = this.data.events.map((e) => e[0]).filter((t) => (direction > 0 ? t > this.time : t < this.time));
      this.pause();
      if (times.length) this.go(direction > 0 ? times[0] : times[times.length - 1]);
    }

    toggle() { if (this.playing) this.pause(); else this.play(); }
    pause() {
      if (this.playing) cancelAnimationFrame(this.playing);
      this.playing = 0;
      this.label();
    }
    play() {
      if (this.time >= this.end) this.time = this.begin;
      let last = performance.now(), shown = last;
      const frame = (now) => {
        const time = this.time + ((now - last) / 1000) * this.data.rate * this.speed;
        last = now;
        // Who wants little motion sees two pictures a second.
        if (!calm.matches || now - shown > 500 || time >= this.end) { shown = now; this.go(time); } else { this.time = time; }
        if (this.time >= this.end) return this.pause();
        this.playing = requestAnimationFrame(frame);
      };
      this.playing = requestAnimationFrame(frame);
      this.label();
    }
    go(time) {
      this.time = Math.min(this.end, Math.max(this.begin, time));
      this.draw();
    }

    // The sample behind the present time, and how far it is there from the one before it.
    find() {
      const { times } = this.data;
      let low = 0, high = times.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (times[middle] <= this.time) low = middle + 1; else high = middle;
      }
      if (low === 0) return [0, 0, 0];
      if (low === times.length) return [low - 1, low - 1, 0];
      return [low - 1, low, (this.time - times[low - 1]) / (times[low] - times[low - 1])];
    }
    value(channel, [a, b, part] = this.place) {
      const c = this.data.channels[channel];
      if (!Array.isArray(c)) return c;
      return c[a] === null || c[b] === null ? null : c[a] + part * (c[b] - c[a]);
    }

    draw() {
      const room = this.canvas.parentElement.clientWidth;
      if (room === 0) return;
      const [x1, y1, x2, y2] = this.data.view, ratio = window.devicePixelRatio || 1;
      this.scale = Math.min(room / (x2 - x1), 460 / (y2 - y1));
      const width = Math.round(Math.min(room, Math.max(this.scale * (x2 - x1), 320)));
      const height = Math.round(Math.max(this.scale * (y2 - y1), 60));
      this.canvas.width = width * ratio;
      this.canvas.height = height * ratio;
      this.canvas.style.height = height + "px";
      this.canvas.style.width = width + "px";
      const g = this.canvas.getContext("2d");
      g.setTransform(ratio, 0, 0, ratio, 0, 0);
      g.clearRect(0, 0, width, height);
      g.lineJoin = g.lineCap = "round";
      this.dx = (width - this.scale * (x2 - x1)) / 2;
      this.dy = (height - this.scale * (y2 - y1)) / 2;
      this.place = this.find();
      this.trace(g);
      for (const s of this.data.shapes) if (s.visible === undefined || this.value(s.visible) > 0.5) this.shape(g, s);
      this.tell();
    }
    x(v) { return this.dx + this.scale * (v - this.data.view[0]); }
    y(v) { return this.dy + this.scale * (this.data.view[3] - v); }

    tell() {
      this.slider.value = (1000 * (this.time - this.begin)) / (this.end - this.begin);
      const near = this.data.events.filter((e) => e[0] <= this.time).pop();
      const digits = Math.max(0, Math.min(9, 3 - Math.floor(Math.log10(this.end - this.begin))));
      const text = "t = " + this.time.toFixed(digits);
      this.readout.textContent = text;
      this.slider.setAttribute("aria-valuetext", text + (near ? ", after " + near[1] : ""));
    }

    trace(g) {
      const [a, b] = this.data.trace;
      if (a === undefined) return;
      const path = (to) => {
        g.beginPath();
        let down = false;
        for (let k = 0; k <= to; ++k) {
          const x = this.value(a, [k, k, 0]), y = this.value(b, [k, k, 0]);
          if (x === null || y === null) { down = false; continue; }
          if (down) g.lineTo(this.x(x), this.y(y)); else g.moveTo(this.x(x), this.y(y));
          down = true;
        }
        if (to === this.place[0] && down) g.lineTo(this.x(this.value(a)), this.y(this.value(b)));
        g.stroke();
      };
      g.strokeStyle = style("--c0");
      g.lineWidth = 1;
      g.globalAlpha = 0.2;
      path(this.data.times.length - 1);
      g.globalAlpha = 0.6;
      g.lineWidth = 1.4;
      path(this.place[0]);
      g.globalAlpha = 1;
    }

    shape(g, s) {
      const v = s.values.map((c) => this.value(c));
      if (v.some((n) => n === null || !Number.isFinite(n))) return;
      const [colour, width] = { body: ["--c0", 3], rope: ["--text", 1.8], wall: ["--soft", 4], accent: ["--c1", 2.4], faint: ["--line", 1.4] }[s.style];
      g.strokeStyle = g.fillStyle = style(colour);
      g.lineWidth = width;
      if (s.kind === "line") return this.polyline(g, v);
      if (s.kind === "spring") return this.spring(g, v);
      if (s.kind === "label") {
        g.font = "13px system-ui, sans-serif";
        g.textAlign = "center";
        g.textBaseline = "middle";
        g.fillStyle = style(s.style === "accent" ? "--c1" : "--text");
        return g.fillText(s.text, this.x(v[0]), this.y(v[1]));
      }
      g.beginPath();
      if (s.kind === "circle") g.ellipse(this.x(v[0]), this.y(v[1]), Math.max(2, this.scale * Math.abs(v[2])), Math.max(2, this.scale * Math.abs(v[3])), 0, 0, 2 * Math.PI);
      else g.rect(this.x(Math.min(v[0], v[2])), this.y(Math.max(v[1], v[3])), this.scale * Math.abs(v[2] - v[0]), this.scale * Math.abs(v[3] - v[1]));
      g.fill();
    }
    polyline(g, v) {
      g.beginPath();
      for (let i = 0; i < v.length; i += 2) g.lineTo(this.x(v[i]), this.y(v[i + 1]));
      g.stroke();
    }
    spring(g, [x1, y1, x2, y2]) {
      const [ax, ay, bx, by] = [this.x(x1), this.y(y1), this.x(x2), this.y(y2)], length = Math.hypot(bx - ax, by - ay) || 1;
      const [ex, ey] = [(bx - ax) / length, (by - ay) / length];
      g.beginPath();
      g.moveTo(ax, ay);
      for (let k = 0; k <= 2 * teeth; ++k) {
        const along = (0.12 + (0.76 * k) / (2 * teeth)) * length, side = k === 0 || k === 2 * teeth ? 0 : k % 2 ? -9 : 9;
        g.lineTo(ax + along * ex - side * ey, ay + along * ey + side * ex);
      }
      g.lineTo(bx, by);
      g.stroke();
    }
  }

  const all = [...document.querySelectorAll("figure.animation")].map((f) => new Player(f));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => all.forEach((a) => a.draw()));
  return all;
})();

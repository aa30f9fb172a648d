// Draws the figures of a page from their data, so that one can zoom into them. Without scripts, and in print, their pictures stay.
"use strict";
const figures = (() => {
  const { finite, ticks, shared, label, range, title } = axes;
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const colour = (i) => style("--c" + (i % 8));
  const dashes = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
  const dash = (i) => dashes[Math.floor(i / 2) % dashes.length];

  class PanelView {
    constructor(figure, panel) {
      this.figure = figure;
      this.panel = panel;
      this.canvas = document.createElement("canvas");
      this.reset();
      this.listen();
    }
    reset() {
      this.x = range(this.panel, "x");
      this.y = range(this.panel, "y", this.panel.x.from === undefined && this.panel.x.to === undefined ? undefined : this.x);
      if (this.panel.y.from !== undefined) this.y[0] = this.panel.y.from;
      if (this.panel.y.to !== undefined) this.y[1] = this.panel.y.to;
    }
    zoom(x) {
      this.x = x;
      this.y = range(this.panel, "y", x);
    }
    place(axis, v, [from, to], [low, high]) {
      const t = axis.log ? (Math.log(v) - Math.log(from)) / (Math.log(to) - Math.log(from)) : (v - from) / (to - from);
      return low + t * (high - low);
    }
    value(axis, p, [from, to], [low, high]) {
      const t = (p - low) / (high - low);
      return axis.log ? Math.exp(Math.log(from) + t * (Math.log(to) - Math.log(from))) : from + t * (to - from);
    }
    px(v) { return this.place(this.panel.x, v, this.x, [this.left, this.right]); }
    py(v) { return this.place(this.panel.y, v, this.y, [this.bottom, this.top]); }

    // A context of the right size, or nothing where the page has no room.
    context() {
      const scale = window.devicePixelRatio || 1, width = this.canvas.parentElement.clientWidth;
      if (width === 0) return null;
      const several = this.figure.data.panels.length > 1;
      const height = Math.round(Math.max(190, Math.min(width * (several ? 0.38 : 0.52), several ? 270 : 420)));
      this.canvas.width = width * scale;
      this.canvas.height = height * scale;
      this.canvas.style.height = height + "px";
      const g = this.canvas.getContext("2d");
      g.setTransform(scale, 0, 0, scale, 0, 0);
      g.font = "12px system-ui, sans-serif";
      [this.top, this.bottom, this.right] = [this.panel.markers.length ? 20 : 8, height - 40, width - 12];
      return g;
    }
    draw() {
      const g = this.context();
      if (!g) return;
      this.textsOfX();
      const [width, height] = [this.right + 12, this.bottom + 40];
      g.clearRect(0, 0, width, height);
      this.axes(g, height);
      g.save();
      g.beginPath();
      g.rect(this.left, this.top, this.right - this.left, this.bottom - this.top);
      g.clip();
      this.panel.curves.forEach((c, i) => this.curve(g, c, i));
      g.restore();
      this.markers(g);
      if (this.drag) {
        g.fillStyle = style("--link");
        g.globalAlpha = 0.15;
        g.fillRect(Math.min(...this.drag), this.top, Math.abs(this.drag[1] - this.drag[0]), this.bottom - this.top);
        g.globalAlpha = 1;
      }
    }
    // The texts of ticks say how much room the axis on the left needs.
    roomOfY() {
      const g = this.context();
      if (!g) return 0;
      const y = this.panel.y;
      this.ys = ticks(...this.y, Math.max(3, (this.bottom - this.top) / 45), y);
      this.powerY = shared(this.ys, y);
      this.textsY = this.ys.map((v) => label(v, this.ys, y, this.powerY));
      return Math.ceil(Math.max(20, ...this.textsY.map((t) => g.measureText(t).width)) + 28);
    }
    textsOfX() {
      const x = this.panel.x;
      this.xs = ticks(...this.x, Math.max(3, (this.right - this.left) / 90), x);
      this.powerX = shared(this.xs, x);
      this.textsX = this.xs.map((v) => label(v, this.xs, x, this.powerX));
    }
    axes(g, height) {
      g.strokeStyle = style("--line");
      g.fillStyle = style("--soft");
      g.lineWidth = 1;
      g.textAlign = "center";
      g.textBaseline = "top";
      let free = -Infinity;
      this.xs.forEach((v, i) => {
        const p = Math.round(this.px(v)) + 0.5, half = g.measureText(this.textsX[i]).width / 2;
        g.beginPath(); g.moveTo(p, this.top); g.lineTo(p, this.bottom); g.stroke();
        const at = Math.min(p, this.right + 11 - half);
        if (at - half > free) { g.fillText(this.textsX[i], at, this.bottom + 5); free = at + half + 5; }
      });
      g.textAlign = "right";
      g.textBaseline = "middle";
      this.ys.forEach((v, i) => {
        const p = Math.round(this.py(v)) + 0.5;
        g.beginPath(); g.moveTo(this.left, p); g.lineTo(this.right, p); g.stroke();
        g.fillText(this.textsY[i], this.left - 6, p);
      });
      g.fillStyle = style("--text");
      g.textAlign = "center";
      g.textBaseline = "bottom";
      g.fillText(title(this.panel.x, this.powerX), (this.left + this.right) / 2, height - 2);
      g.save();
      g.translate(9, (this.top + this.bottom) / 2);
      g.rotate(-Math.PI / 2);
      g.textBaseline = "middle";
      g.fillText(title(this.panel.y, this.powerY), 0, 0, this.bottom - this.top);
      g.restore();
    }

    curve(g, c, index) {
      g.strokeStyle = g.fillStyle = colour(index);
      g.lineWidth = 1.8;
      g.lineJoin = "round";
      if (c.kind === "histogram" || c.kind === "bars") return this.boxes(g, c);
      if (c.kind !== "scatter") {
        g.setLineDash(dash(index));
        this.line(g, c);
        g.setLineDash([]);
      }
      if (c.kind === "scatter" || c.marked) this.dots(g, c, c.kind === "scatter" ? 2.4 : 2.8);
    }
    boxes(g, c) {
      const zero = this.panel.y.log ? this.bottom : this.py(0);
      g.globalAlpha = 0.65;
      c.y.forEach((y, i) => {
        if (!finite(y)) return;
        const [a, b] = c.kind === "bars" ? [c.x[i] - 0.35, c.x[i] + 0.35] : [c.x[i], c.x[i + 1]];
        g.fillRect(this.px(a) + 0.5, this.py(y), Math.max(1, this.px(b) - this.px(a) - 1), zero - this.py(y));
      });
      g.globalAlpha = 1;
    }
    line(g, c) {
      g.beginPath();
      let down = false, before = 0;
      for (let i = 0; i < c.x.length; ++i) {
        if (!finite(c.x[i]) || !finite(c.y[i])) { down = false; continue; }
        const x = this.px(c.x[i]), y = this.py(c.y[i]);
        if (!finite(x) || !finite(y)) { down = false; continue; }
        if (down && c.kind === "step") g.lineTo(x, before);
        if (down) g.lineTo(x, y); else g.moveTo(x, y);
        down = true;
        before = y;
      }
      g.stroke();
    }
    dots(g, c, radius) {
      c.x.forEach((x, i) => {
        if (!finite(x) || !finite(c.y[i])) return;
        g.beginPath(); g.arc(this.px(x), this.py(c.y[i]), radius, 0, 7); g.fill();
      });
    }
    markers(g) {
      g.strokeStyle = g.fillStyle = style("--soft");
      g.lineWidth = 1;
      g.textAlign = "center";
      g.textBaseline = "bottom";
      let free = -Infinity;
      for (const m of this.panel.markers) {
        if (m.x < this.x[0] || m.x > this.x[1]) continue;
        const p = this.px(m.x);
        g.setLineDash([3, 3]);
        g.beginPath(); g.moveTo(p, this.top); g.lineTo(p, this.bottom); g.stroke();
        g.setLineDash([]);
        const text = m.label.length > 30 ? m.label.slice(0, 29) + "…" : m.label, half = g.measureText(text).width / 2;
        const at = Math.max(p, half);
        if (at - half > free && at + half < this.right + 10) { g.fillText(text, at, this.top - 3); free = at + half + 6; }
      }
    }

    listen() {
      const at = (e) => Math.min(this.right, Math.max(this.left, e.clientX - this.canvas.getBoundingClientRect().left));
      this.canvas.addEventListener("pointerdown", (e) => {
        if (e.button !== 0) return;
        this.drag = [at(e), at(e)];
        this.canvas.setPointerCapture(e.pointerId);
      });
      this.canvas.addEventListener("pointermove", (e) => {
        if (this.drag) { this.drag[1] = at(e); this.draw(); }
        const y = e.clientY - this.canvas.getBoundingClientRect().top;
        this.figure.say(this.values(this.value(this.panel.x, at(e), this.x, [this.left, this.right]), y));
      });
      this.canvas.addEventListener("pointerleave", () => this.figure.say(""));
      this.canvas.addEventListener("pointerup", () => {
        const drag = this.drag;
        this.drag = null;
        if (!drag || Math.abs(drag[1] - drag[0]) < 6) { this.draw(); return; }
        const [a, b] = drag.map((p) => this.value(this.panel.x, p, this.x, [this.left, this.right]));
        this.figure.zoom(this.panel, [Math.min(a, b), Math.max(a, b)]);
      });
      this.canvas.addEventListener("pointercancel", () => { this.drag = null; this.draw(); });
      this.canvas.addEventListener("dblclick", () => this.figure.reset());
    }
    // The nearest point of each curve, of those that are nearest to the pointer.
    values(x, pointer) {
      const parts = [];
      for (const c of this.panel.curves) {
        if (c.kind === "histogram") continue;
        let best = -1;
        for (let i = 0; i < c.x.length; ++i) if (finite(c.y[i]) && (best < 0 || Math.abs(c.x[i] - x) < Math.abs(c.x[best] - x))) best = i;
        if (best < 0) continue;
        const at = String(this.panel.x.categories?.[best] ?? +c.x[best].toPrecision(7));
        const y = this.panel.y.categories?.[c.y[best] - 1] ?? +c.y[best].toPrecision(7);
        parts.push({ text: (c.label || this.panel.y.name) + " = " + y, at, far: Math.abs(this.py(c.y[best]) - pointer) });
      }
      const shown = new Set([...parts].sort((a, b) => a.far - b.far).slice(0, 4));
      const told = parts.filter((p) => shown.has(p));
      return told.map((p, i) => p.text + (p.at === told[i + 1]?.at ? "" : " at " + p.at)).join(", ");
    }
  }

  class FigureView {
    constructor(element) {
      this.element = element;
      this.data = JSON.parse(element.querySelector("script[type='application/json']").textContent);
      this.box = document.createElement("div");
      this.box.className = "interactive";
      this.views = this.data.panels.map((p) => new PanelView(this, p));
      this.views.forEach((v) => this.addPanel(v));
      this.describe();
      this.tools();
      element.insertBefore(this.box, element.querySelector("figcaption"));
      element.dataset.drawn = "true";
      this.draw();
      new ResizeObserver(() => this.draw()).observe(this.box);
    }
    // What the picture says to those who cannot see it, the first panel says.
    describe() {
      this.views.forEach((v, i) => {
        v.canvas.setAttribute(i === 0 ? "role" : "aria-hidden", i === 0 ? "img" : "true");
        if (i === 0) v.canvas.setAttribute("aria-label", this.element.querySelector(".static").getAttribute("aria-label"));
      });
    }
    addPanel(view) {
      if (view.panel.title) {
        const heading = document.createElement("p");
        heading.className = "panel-title";
        heading.textContent = view.panel.title;
        this.box.append(heading);
      }
      if (view.panel.curves.length > 1) {
        const legend = document.createElement("div");
        legend.className = "legend";
        view.panel.curves.forEach((c, i) => {
          const item = document.createElement("span");
          item.textContent = c.label;
          item.style.setProperty("--key", "var(--c" + (i % 8) + ")");
          item.style.setProperty("--dash", c.kind === "line" && dash(i).length ? (dash(i)[0] > 3 ? "dashed" : "dotted") : "solid");
          legend.append(item);
        });
        this.box.append(legend);
      }
      const frame = document.createElement("div");
      frame.className = "frame";
      frame.append(view.canvas);
      this.box.append(frame);
    }
    tools() {
      const bar = document.createElement("div");
      bar.className = "tools";
      const button = (text, name, act) => {
        const b = document.createElement("button");
        b.type = "button";
        b.textContent = text;
        b.setAttribute("aria-label", name);
        b.title = name;
        b.addEventListener("click", act);
        bar.append(b);
      };
      button("+", "Zoom in", () => this.scale(0.5));
      button("−", "Zoom out", () => this.scale(2));
      button("←", "Move left", () => this.move(-0.25));
      button("→", "Move right", () => this.move(0.25));
      button("Whole", "Show the whole figure", () => this.reset());
      this.readout = document.createElement("span");
      this.readout.className = "readout";
      bar.append(this.readout);
      bar.addEventListener("keydown", (e) => {
        const act = { "+": () => this.scale(0.5), "-": () => this.scale(2), ArrowLeft: () => this.move(-0.25), ArrowRight: () => this.move(0.25), 0: () => this.reset() }[e.key];
        if (!act || e.ctrlKey || e.metaKey) return;
        e.preventDefault();
        act();
      });
      this.box.append(bar);
    }
    say(text) { this.readout.textContent = text; }
    // Panels over the same quantity and window are zoomed together.
    zoom(panel, x) {
      if (!(x[1] > x[0]) || !finite(x[0]) || !finite(x[1])) return;
      for (const v of this.views) if (v.panel === panel || (v.panel.x.name === panel.x.name && v.panel.x.from === panel.x.from && v.panel.x.to === panel.x.to)) v.zoom([...x]);
      this.element.dataset.zoomed = "true";
      this.draw();
    }
    scale(factor) {
      const v = this.views[0], middle = (v.left + v.right) / 2, half = ((v.right - v.left) / 2) * factor;
      this.zoom(v.panel, [middle - half, middle + half].map((p) => v.value(v.panel.x, p, v.x, [v.left, v.right])));
    }
    move(part) {
      const v = this.views[0], by = (v.right - v.left) * part;
      this.zoom(v.panel, [v.left + by, v.right + by].map((p) => v.value(v.panel.x, p, v.x, [v.left, v.right])));
    }
    reset() {
      this.views.forEach((v) => v.reset());
      delete this.element.dataset.zoomed;
      this.draw();
    }
    // Panels one above the other begin at the same place.
    draw() {
      const left = Math.max(...this.views.map((v) => v.roomOfY()));
      this.views.forEach((v) => { v.left = left; v.draw(); });
    }
  }

  const all = [...document.querySelectorAll("figure.plot")].map((f) => new FigureView(f));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => all.forEach((f) => f.draw()));
  return all;
})();

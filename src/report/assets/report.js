// Draws the figures of a page from their data, so that one can zoom into them. Without scripts, and in print, their pictures stay.
"use strict";
(() => {
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const finite = (v) => v !== null && Number.isFinite(v);

  // Ticks at 1, 2, 5 times a power of ten, about `count` of them; on a logarithmic axis at powers of ten.
  function ticks(from, to, count, axis) {
    if (axis.categories) return axis.categories.map((_, i) => i + 1).filter((v) => v >= from && v <= to);
    if (axis.log) {
      const low = Math.ceil(Math.log10(from) - 1e-9), high = Math.floor(Math.log10(to) + 1e-9);
      const every = Math.max(1, Math.ceil((high - low) / count));
      const all = [];
      for (let k = low; k <= high; k += every) all.push(Math.pow(10, k));
      if (all.length >= 2) return all;
    }
    const raw = (to - from) / count, power = Math.pow(10, Math.floor(Math.log10(raw)));
    let step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999);
    if (axis.whole) step = Math.max(1, Math.round(step));
    const all = [];
    for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * step; ++k) all.push(k * step);
    return all;
  }

  function label(v, all, axis) {
    if (axis.categories) return axis.categories[Math.round(v) - 1] ?? "";
    const size = Math.max(...all.map(Math.abs)), gap = all.length > 1 ? Math.abs(all[1] - all[0]) : size;
    if (size >= 1e6 || (size < 1e-3 && size > 0) || axis.log) {
      if (axis.log && v >= 0.001 && v <= 10000) return String(+v.toPrecision(6));
      return (+v.toPrecision(10)).toExponential().replace("e+", "e");
    }
    const digits = Math.min(12, Math.max(0, -Math.floor(Math.log10(gap) + 1e-9)));
    return v.toFixed(digits);
  }

  // The smallest range that holds the points of the curves, of y only those inside the range of x.
  function range(panel, key, inside) {
    const axis = panel[key];
    let low = Infinity, high = -Infinity;
    const take = (v) => { if (finite(v) && (!axis.log || v > 0)) { low = Math.min(low, v); high = Math.max(high, v); } };
    for (const c of panel.curves) {
      const values = c[key];
      for (let i = 0; i < values.length; ++i) {
        if (inside && c.x.length === values.length && (c.x[i] < inside[0] || c.x[i] > inside[1])) continue;
        take(values[i]);
      }
      if (key === "y" && (c.kind === "histogram" || c.kind === "bars")) take(0);
    }
    if (low > high) [low, high] = axis.log ? [1, 10] : [0, 1];
    if (low === high) [low, high] = axis.log ? [low / 2, high * 2] : [low - (Math.abs(low) || 1) * 0.1, high + (Math.abs(high) || 1) * 0.1];
    if (panel.curves.some((c) => c.kind === "bars") && key === "x") [low, high] = [low - 0.6, high + 0.6];
    if (key === "y") {
      if (axis.log) [low, high] = [low / Math.pow(high / low, 0.05), high * Math.pow(high / low, 0.05)];
      else {
        const margin = (high - low) * 0.06, grounded = panel.curves.some((c) => c.kind === "histogram" || c.kind === "bars");
        [low, high] = [grounded && low === 0 ? 0 : low - margin, high + margin];
      }
    }
    return [inside ? low : axis.from ?? low, inside ? high : axis.to ?? high];
  }

  class PanelView {
    constructor(figure, panel, index) {
      this.figure = figure;
      this.panel = panel;
      this.last = index === figure.data.panels.length - 1;
      this.canvas = document.createElement("canvas");
      this.canvas.setAttribute("aria-hidden", "true");
      this.reset();
      this.listen();
    }
    reset() {
      this.x = range(this.panel, "x");
      this.y = range(this.panel, "y", this.panel.x.from === undefined && this.panel.x.to === undefined ? undefined : this.x);
      if (this.panel.y.from !== undefined) this.y[0] = this.panel.y.from;
      if (this.panel.y.to !== undefined) this.y[1] = this.panel.y.to;
      this.home = [...this.x];
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

    draw() {
      const scale = window.devicePixelRatio || 1, width = this.canvas.parentElement.clientWidth;
      const several = this.figure.data.panels.length > 1, height = Math.round(Math.min(width * (several ? 0.4 : 0.56), several ? 280 : 420));
      this.canvas.width = width * scale;
      this.canvas.height = height * scale;
      this.canvas.style.height = height + "px";
      const g = this.canvas.getContext("2d");
      g.setTransform(scale, 0, 0, scale, 0, 0);
      g.font = "12px system-ui, sans-serif";
      [this.left, this.right, this.top, this.bottom] = [64, width - 12, this.panel.markers.length ? 22 : 10, height - 40];
      g.clearRect(0, 0, width, height);
      this.axes(g, height);
      g.save();
      g.beginPath();
      g.rect(this.left, this.top, this.right - this.left, this.bottom - this.top);
      g.clip();
      this.panel.curves.forEach((c, i) => this.curve(g, c, style("--c" + (i % 8))));
      g.restore();
      this.markers(g);
      if (this.drag) {
        g.fillStyle = style("--link");
        g.globalAlpha = 0.15;
        g.fillRect(Math.min(...this.drag), this.top, Math.abs(this.drag[1] - this.drag[0]), this.bottom - this.top);
        g.globalAlpha = 1;
      }
    }
    axes(g, height) {
      g.strokeStyle = style("--line");
      g.fillStyle = style("--soft");
      g.lineWidth = 1;
      g.textAlign = "center";
      g.textBaseline = "top";
      const xs = ticks(...this.x, Math.max(3, (this.right - this.left) / 90), this.panel.x);
      for (const v of xs) {
        const p = Math.round(this.px(v)) + 0.5;
        g.beginPath(); g.moveTo(p, this.top); g.lineTo(p, this.bottom); g.stroke();
        g.fillText(label(v, xs, this.panel.x), p, this.bottom + 5);
      }
      g.textAlign = "right";
      g.textBaseline = "middle";
      const ys = ticks(...this.y, Math.max(3, (this.bottom - this.top) / 45), this.panel.y);
      for (const v of ys) {
        const p = Math.round(this.py(v)) + 0.5;
        g.beginPath(); g.moveTo(this.left, p); g.lineTo(this.right, p); g.stroke();
        g.fillText(label(v, ys, this.panel.y), this.left - 6, p);
      }
      g.fillStyle = style("--text");
      g.textAlign = "center";
      g.textBaseline = "bottom";
      g.fillText(this.title(this.panel.x), (this.left + this.right) / 2, height - 2);
      g.save();
      g.translate(11, (this.top + this.bottom) / 2);
      g.rotate(-Math.PI / 2);
      g.textBaseline = "middle";
      g.fillText(this.title(this.panel.y), 0, 0);
      g.restore();
    }
    title(axis) { return axis.name + (axis.unit && axis.unit !== "1" ? " [" + axis.unit + "]" : ""); }

    curve(g, c, color) {
      g.strokeStyle = g.fillStyle = color;
      g.lineWidth = 1.6;
      const zero = this.panel.y.log ? this.bottom : this.py(0);
      if (c.kind === "histogram" || c.kind === "bars") {
        g.globalAlpha = 0.65;
        c.y.forEach((y, i) => {
          if (!finite(y)) return;
          const [a, b] = c.kind === "bars" ? [c.x[i] - 0.35, c.x[i] + 0.35] : [c.x[i], c.x[i + 1]];
          g.fillRect(this.px(a) + 0.5, this.py(y), Math.max(1, this.px(b) - this.px(a) - 1), zero - this.py(y));
        });
        g.globalAlpha = 1;
        return;
      }
      if (c.kind === "scatter") {
        c.x.forEach((x, i) => {
          if (!finite(x) || !finite(c.y[i])) return;
          g.beginPath(); g.arc(this.px(x), this.py(c.y[i]), 2.2, 0, 7); g.fill();
        });
        return;
      }
      g.beginPath();
      let down = false, before = 0;
      for (let i = 0; i < c.x.length; ++i) {
        if (!finite(c.x[i]) || !finite(c.y[i])) { down = false; continue; }
        const x = this.px(c.x[i]), y = this.py(c.y[i]);
        if (down && c.kind === "step") g.lineTo(x, before);
        if (down) g.lineTo(x, y); else g.moveTo(x, y);
        down = true;
        before = y;
      }
      g.stroke();
    }
    markers(g) {
      g.strokeStyle = g.fillStyle = style("--soft");
      g.textAlign = "center";
      g.textBaseline = "bottom";
      let free = -Infinity;
      for (const m of this.panel.markers) {
        if (m.x < this.x[0] || m.x > this.x[1]) continue;
        const p = this.px(m.x);
        g.setLineDash([3, 3]);
        g.beginPath(); g.moveTo(p, this.top); g.lineTo(p, this.bottom); g.stroke();
        g.setLineDash([]);
        const half = g.measureText(m.label).width / 2;
        if (p - half > free) { g.fillText(m.label, p, this.top - 3); free = p + half + 6; }
      }
    }

    listen() {
      const at = (e) => Math.min(this.right, Math.max(this.left, e.clientX - this.canvas.getBoundingClientRect().left));
      this.canvas.addEventListener("pointerdown", (e) => {
        this.drag = [at(e), at(e)];
        this.canvas.setPointerCapture(e.pointerId);
      });
      this.canvas.addEventListener("pointermove", (e) => {
        if (this.drag) { this.drag[1] = at(e); this.draw(); }
        this.figure.say(this.values(this.value(this.panel.x, at(e), this.x, [this.left, this.right])));
      });
      this.canvas.addEventListener("pointerup", () => {
        const drag = this.drag;
        this.drag = null;
        if (!drag || Math.abs(drag[1] - drag[0]) < 6) { this.draw(); return; }
        const [a, b] = drag.map((p) => this.value(this.panel.x, p, this.x, [this.left, this.right]));
        this.figure.zoom([Math.min(a, b), Math.max(a, b)]);
      });
      this.canvas.addEventListener("pointercancel", () => { this.drag = null; this.draw(); });
      this.canvas.addEventListener("dblclick", () => this.figure.reset());
    }
    // The nearest point of each curve.
    values(x) {
      const parts = [];
      for (const c of this.panel.curves) {
        if (c.kind !== "line" && c.kind !== "step") continue;
        let best = -1;
        for (let i = 0; i < c.x.length; ++i) if (finite(c.y[i]) && (best < 0 || Math.abs(c.x[i] - x) < Math.abs(c.x[best] - x))) best = i;
        if (best >= 0) parts.push((c.label || this.panel.y.name) + " = " + +c.y[best].toPrecision(7) + " at " + +c.x[best].toPrecision(7));
      }
      return parts.slice(0, 3).join(", ");
    }
  }

  class FigureView {
    constructor(element) {
      this.element = element;
      this.data = JSON.parse(element.querySelector("script[type='application/json']").textContent);
      this.box = document.createElement("div");
      this.box.className = "interactive";
      this.views = this.data.panels.map((p, i) => new PanelView(this, p, i));
      this.views.forEach((v) => this.addPanel(v));
      this.tools();
      element.insertBefore(this.box, element.querySelector("figcaption"));
      element.dataset.drawn = "true";
      new ResizeObserver(() => this.draw()).observe(this.box);
      this.draw();
    }
    addPanel(view) {
      const holder = document.createElement("div");
      if (view.panel.curves.length > 1) {
        const legend = document.createElement("div");
        legend.className = "legend";
        view.panel.curves.forEach((c, i) => {
          const item = document.createElement("span");
          item.textContent = c.label;
          item.style.setProperty("--key", "var(--c" + (i % 8) + ")");
          legend.append(item);
        });
        holder.append(legend);
      }
      const frame = document.createElement("div");
      frame.append(view.canvas);
      holder.append(frame);
      this.box.append(holder);
    }
    tools() {
      const bar = document.createElement("div");
      bar.className = "tools";
      const button = (text, act) => {
        const b = document.createElement("button");
        b.type = "button";
        b.textContent = text;
        b.addEventListener("click", act);
        bar.append(b);
      };
      button("Zoom in", () => this.scale(0.5));
      button("Zoom out", () => this.scale(2));
      button("Left", () => this.move(-0.25));
      button("Right", () => this.move(0.25));
      button("Whole", () => this.reset());
      this.readout = document.createElement("span");
      bar.append(this.readout);
      this.box.append(bar);
    }
    say(text) { this.readout.textContent = text; }
    // Panels over the same quantity are zoomed together.
    zoom(x) {
      const name = this.views[0].panel.x.name;
      for (const v of this.views) if (v.panel.x.name === name) v.zoom([...x]);
      this.element.dataset.zoomed = "true";
      this.draw();
    }
    scale(factor) {
      const v = this.views[0], middle = (v.px(v.x[0]) + v.px(v.x[1])) / 2, half = ((v.right - v.left) / 2) * factor;
      const [a, b] = [middle - half, middle + half].map((p) => v.value(v.panel.x, p, v.x, [v.left, v.right]));
      this.zoom([a, b]);
    }
    move(part) {
      const v = this.views[0], by = (v.right - v.left) * part;
      this.zoom([v.left + by, v.right + by].map((p) => v.value(v.panel.x, p, v.x, [v.left, v.right])));
    }
    reset() {
      this.views.forEach((v) => v.reset());
      delete this.element.dataset.zoomed;
      this.draw();
    }
    draw() { this.views.forEach((v) => v.draw()); }
  }

  const figures = [...document.querySelectorAll("figure.plot")].map((f) => new FigureView(f));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => figures.forEach((f) => f.draw()));
})();

// Ticks, their texts and the windows of axes, for figures that are drawn in the page.
"use strict";
const axes = (() => {
  const finite = (v) => v !== null && Number.isFinite(v);

  // At 1, 2, 5 times a power of ten, about `count` of them; on a logarithmic axis at powers of ten.
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
    let step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999) ?? raw;
    if (axis.whole) step = Math.max(1, Math.round(step));
    const all = [];
    for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * step && all.length < 100; ++k) all.push(k * step);
    return all;
  }

  const raised = (k) => String(k).replace(/[-0-9]/g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[+c]));
  const minus = (text) => text.replace(/^-/, "−");

  // The numbers of an axis share a power of ten, which stands at its name, if they are very large or small.
  function shared(all, axis) {
    if (axis.categories || axis.log) return 0;
    const size = Math.max(...all.map(Math.abs), 0);
    return size >= 1e5 || (size < 1e-2 && size > 0) ? 3 * Math.floor(Math.log10(size) / 3 + 1e-9) : 0;
  }

  function label(v, all, axis, power) {
    if (axis.categories) return axis.categories[Math.round(v) - 1] ?? "";
    if (axis.log) {
      const k = Math.log10(v);
      if (Math.abs(k - Math.round(k)) < 1e-9 && (k < -2 || k > 3)) return "10" + raised(Math.round(k));
      return String(+v.toPrecision(6));
    }
    const gap = (all.length > 1 ? Math.abs(all[1] - all[0]) : Math.abs(v) || 1) / Math.pow(10, power);
    const digits = Math.min(12, Math.max(0, -Math.floor(Math.log10(gap) + 1e-9)));
    return minus((v / Math.pow(10, power)).toFixed(digits));
  }

  const stands = (c) => c.kind === "histogram" || c.kind === "bars";

  // The smallest window that holds the points of the curves, of y only those inside the window of x.
  function extent(panel, key, inside) {
    const axis = panel[key];
    let low = Infinity, high = -Infinity;
    const take = (v) => { if (finite(v) && (!axis.log || v > 0)) { low = Math.min(low, v); high = Math.max(high, v); } };
    for (const c of panel.curves) {
      const values = c[key];
      for (let i = 0; i < values.length; ++i) {
        if (inside && c.x.length === values.length && (c.x[i] < inside[0] || c.x[i] > inside[1])) continue;
        take(values[i]);
      }
      if (key === "y" && stands(c)) take(0);
    }
    if (low > high) [low, high] = axis.log ? [1, 10] : [0, 1];
    if (low === high) [low, high] = axis.log ? [low / 2, high * 2] : [low - (Math.abs(low) || 1) * 0.1, high + (Math.abs(high) || 1) * 0.1];
    return [low, high];
  }

  function range(panel, key, inside) {
    const axis = panel[key];
    let [low, high] = extent(panel, key, inside);
    if (key === "x" && panel.curves.some((c) => c.kind === "bars")) [low, high] = [low - 0.6, high + 0.6];
    if (key === "y" || panel.curves.some((c) => c.kind === "scatter")) {
      const part = key === "y" ? 0.06 : 0.03;
      if (axis.log) {
        const by = Math.pow(high / low, part);
        [low, high] = [low / by, high * by];
      } else {
        const margin = (high - low) * part, grounded = key === "y" && panel.curves.some(stands) && low === 0;
        [low, high] = [grounded ? 0 : low - margin, high + margin];
      }
    }
    return [inside ? low : axis.from ?? low, inside ? high : axis.to ?? high];
  }

  // "v in m/s", with the power of ten that the numbers share.
  function title(axis, power) {
    const unit = axis.unit && axis.unit !== "1" ? axis.unit : "";
    const scale = power === 0 ? "" : "10" + raised(power);
    return axis.name + (unit || scale ? " [" + [scale, unit].filter(Boolean).join(" ") + "]" : "");
  }

  return { finite, ticks, shared, label, range, title };
})();

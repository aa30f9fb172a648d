// node check_pages.mjs FOLDER: looks at every page of a report in chromium, as a reader does: on a desk, on a phone, in the dark, in print,
// without scripts, with the keyboard. Prints what is wrong and ends with 1 if anything is.
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const folder = resolve(process.argv[2]);
const pages = readdirSync(folder).filter((f) => f.endsWith(".html")).sort();
const wrong = [];
let where = "";
const check = (fine, what) => { if (!fine) wrong.push(`${where}: ${what}`); };

// How many colours a canvas has: one that was never drawn has one.
const colours = (canvas) => canvas.evaluate((c) => {
  const { data } = c.getContext("2d").getImageData(0, 0, c.width, c.height);
  const seen = new Set();
  for (let i = 0; i < data.length && seen.size < 50; i += 4) seen.add(data[i] * 16777216 + data[i + 1] * 65536 + data[i + 2] * 256 + data[i + 3]);
  return seen.size;
});
const image = (canvas) => canvas.evaluate((c) => c.toDataURL());

async function listen(page) {
  page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") check(false, `console: ${m.text()}`); });
  page.on("pageerror", (e) => check(false, `script: ${e.message}`));
  page.on("request", (r) => check(/^(file|data|blob):/.test(r.url()), `asks the network for ${r.url()}`));
}

async function checkStructure(page) {
  const faults = await page.evaluate(() => {
    const list = [];
    const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
    for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) list.push(`two parts are called ${id}`);
    for (const a of document.querySelectorAll("a[href^='#']")) if (!document.getElementById(decodeURIComponent(a.hash.slice(1)))) list.push(`no part ${a.hash}`);
    if (document.querySelectorAll("h1").length !== 1) list.push("not one h1");
    for (const i of document.querySelectorAll("img:not([alt])")) list.push(`no text for ${i.src.slice(0, 40)}`);
    for (const c of document.querySelectorAll("canvas[role=img]")) if (!c.getAttribute("aria-label")) list.push("a canvas without a text");
    for (const b of document.querySelectorAll("button")) if (!(b.textContent.trim() || b.getAttribute("aria-label"))) list.push("a button without a name");
    for (const m of document.querySelectorAll("math")) if (m.getBoundingClientRect().width === 0) list.push(`formula ${m.getAttribute("alttext")} is not seen`);
    for (const f of document.querySelectorAll("figure.plot")) {
      for (const [i, p] of JSON.parse(f.querySelector("script").textContent).panels.entries())
        if (!p.curves.some((c) => c.y.some((y) => Number.isFinite(y) && y !== null))) list.push(`${f.id}: panel ${i + 1} shows nothing`);
    }
    for (const r of document.querySelectorAll("tr.failed")) list.push(`failed: ${r.textContent.trim().slice(0, 80)}`);
    return list;
  });
  for (const fault of faults) check(false, fault);
}

async function checkPlot(figure, name) {
  for (const canvas of await figure.locator("canvas").all()) check((await colours(canvas)) > 3, `${name} is blank`);
  const canvas = figure.locator("canvas").first();
  const whole = await image(canvas);
  await figure.getByRole("button", { name: "Zoom in" }).click();
  check((await figure.getAttribute("data-zoomed")) === "true" && (await image(canvas)) !== whole, `${name} does not zoom`);
  await figure.getByRole("button", { name: "Show the whole figure" }).click();
  check((await image(canvas)) === whole, `${name} does not come back from zooming`);
  await canvas.evaluate((c) => c.scrollIntoView({ block: "center" }));
  const box = await canvas.boundingBox(), mouse = canvas.page().mouse;
  await mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.5);
  await mouse.down();
  await mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 4 });
  await mouse.up();
  check((await image(canvas)) !== whole, `${name} does not zoom by dragging`);
  await figure.getByRole("button", { name: "Show the whole figure" }).focus();
  await canvas.page().keyboard.press("Enter");
  check((await image(canvas)) === whole, `${name} does not come back by keyboard`);
  await canvas.evaluate((c) => c.scrollIntoView({ block: "center" }));
  const now = await canvas.boundingBox();
  await mouse.move(now.x + now.width * 0.5, now.y + now.height * 0.5);
  const told = await figure.locator(".readout").textContent();
  const curves = await figure.evaluate((f) => JSON.parse(f.querySelector("script").textContent).panels[0].curves.filter((c) => c.kind !== "histogram").map((c) => c.label));
  check(curves.length > 4 || curves.every((label) => told.includes(label)), `${name} tells "${told}" of ${curves.join("; ")}`);
  await mouse.move(0, 0);
}

async function checkAnimation(figure, name) {
  const canvas = figure.locator("canvas"), slider = figure.getByRole("slider"), keyboard = canvas.page().keyboard;
  const time = () => figure.locator("output").textContent();
  check((await colours(canvas)) > 2, `${name} is blank`);
  const first = await image(canvas);
  await slider.fill("377");
  const moved = await time();
  check((await image(canvas)) !== first && moved !== "t = 0", `${name}: the slider does nothing`);
  await slider.focus();
  await keyboard.press("ArrowRight");
  check((await time()) !== moved, `${name}: the arrow keys do nothing`);
  await keyboard.press("Home");
  const begin = await time();
  await keyboard.press("Space");
  await canvas.page().waitForFunction(([e, t]) => e.querySelector("output").textContent !== t, [await figure.elementHandle(), begin], { timeout: 10000 })
    .catch(() => check(false, `${name} does not play`));
  check((await figure.getAttribute("data-playing")) === "true", `${name} does not say that it plays`);
  await keyboard.press("Space");
  check((await figure.getAttribute("data-playing")) === "false", `${name} does not stop`);
  await keyboard.press("End");
  await figure.getByRole("button").first().click();
  await keyboard.press("Space");
}

async function checkDesk(browser, file) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await listen(page);
  await page.goto(pathToFileURL(resolve(folder, file)).href);
  await checkStructure(page);
  for (const figure of await page.locator("figure.plot").all()) await checkPlot(figure, await figure.getAttribute("id"));
  for (const figure of await page.locator("figure.animation").all()) await checkAnimation(figure, await figure.getAttribute("id"));
  check(await page.evaluate(() => typeof figures === "undefined" || figures.every((f) => f.views.every((v) => v.left === f.views[0].left))), "panels of a figure begin at different places");
  await checkKeyboard(page);
  if (file === "index.html") await checkIndex(browser, page);
  await page.emulateMedia({ media: "print" });
  for (const figure of await page.locator("figure.plot, figure.animation").all()) {
    const name = await figure.getAttribute("id"), svg = figure.locator(".static svg").first();
    check((await svg.isVisible()) && (await svg.locator("path, polyline, rect, ellipse").count()) > 0, `${name} has no picture in print`);
    check(!(await figure.locator(".interactive").isVisible()), `${name} has its buttons in print`);
  }
  await page.close();
}

async function checkKeyboard(page) {
  await page.reload();
  await page.keyboard.press("Tab");
  check(await page.evaluate(() => document.activeElement.className === "skip"), "the first stop of the keyboard is not the link to the text");
  await page.keyboard.press("Enter");
  // The browser goes there when it comes to it: on a busy machine that is after the key.
  const leads = await page.waitForFunction(() => location.hash === "#main", null, { timeout: 20000 }).then(() => true, () => false);
  check(leads, "the link to the text leads elsewhere");
}

async function checkIndex(browser, page) {
  const rows = page.locator("table.all-verdicts tbody tr");
  const all = await rows.count();
  if (all === 0) return;
  await page.locator(".filter [name=words]").fill("no such quantity");
  check((await rows.and(page.locator(":visible")).count()) === 0, "the filter does not hide");
  await page.locator(".filter [name=words]").fill("");
  check((await rows.and(page.locator(":visible")).count()) === all, "the filter does not show again");
  const links = await page.$$eval("table.all-verdicts a[href*='#']", (list) => [...new Set(list.map((a) => a.href))]);
  const other = await browser.newPage();
  for (const link of links) {
    await other.goto(link);
    check(await other.evaluate(() => document.getElementById(location.hash.slice(1)) !== null), `${link.split("/").pop()} leads nowhere`);
  }
  await other.close();
}

async function checkDark(browser, file) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: "dark" });
  await page.goto(pathToFileURL(resolve(folder, file)).href);
  const [ground, text] = await page.evaluate(() => ["backgroundColor", "color"].map((k) => getComputedStyle(document.body)[k].match(/\d+/g).slice(0, 3).reduce((a, b) => a + +b, 0)));
  check(ground < 150 && text > 450, "is not dark in the dark");
  for (const canvas of await page.locator("canvas").all()) check((await colours(canvas)) > 2, "a canvas is blank in the dark");
  await page.close();
}

async function checkPhone(browser, file) {
  const page = await browser.newPage({ viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  await page.goto(pathToFileURL(resolve(folder, file)).href);
  const wide = await page.evaluate(() => {
    const most = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= most) return "";
    const beyond = [...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > most + 1 && !e.closest(".scroll, pre, .formula, nav"));
    return `${document.documentElement.scrollWidth} pixels: ${beyond.slice(0, 3).map((e) => e.tagName + "." + e.className).join(", ")}`;
  });
  check(wide === "", `is wider than a phone, ${wide}`);
  await page.close();
}

async function checkWithoutScripts(browser, file) {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(pathToFileURL(resolve(folder, file)).href);
  for (const figure of await page.locator("figure.plot, figure.animation").all())
    check(await figure.locator(".static svg").first().isVisible(), `${await figure.getAttribute("id")} is not seen without scripts`);
  await page.close();
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
check(pages.includes("index.html"), "there is no index.html");
for (const file of pages) {
  where = file;
  for (const look of [checkDesk, checkDark, checkPhone, checkWithoutScripts]) {
    try {
      await look(browser, file);
    } catch (error) {
      check(false, `${look.name}: ${error.message.split("\n")[0]}`);
    }
  }
}
await browser.close();
for (const line of wrong) console.log(line);
console.log(`${pages.length} pages, ${wrong.length === 0 ? "nothing wrong" : `${wrong.length} things wrong`}`);
process.exit(wrong.length === 0 ? 0 : 1);

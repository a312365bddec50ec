// What the tests of the page share: a browser, a page that tolerates no complaint, and ways to move its controls.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export async function openBrowser() {
  return chromium.launch({ executablePath: process.env.SPHERETREE_CHROMIUM || "/usr/bin/chromium",
    // Containers have no user namespaces and no GPU: the page is our own, and SwiftShader draws it.
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"] });
}

// Pixels cost time where a processor draws them; pictures for people are larger.
const small = { width: 800, height: 420 }, large = { width: 1280, height: 800 };

/** One opened file. Any error, warning or request makes `complaints`. */
export class Opened {
  constructor(page) {
    this.page = page;
    this.complaints = [];
  }

  static async open(browser, file, options = {}) {
    const page = await browser.newPage({ viewport: small, ...options });
    const opened = new Opened(page);
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) opened.complaints.push(message.text());
    });
    page.on("pageerror", (error) => opened.complaints.push(String(error)));
    page.on("request", (request) => {
      if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) opened.complaints.push(`fetched ${request.url()}`);
    });
    await page.goto(`file://${file}`);
    return opened;
  }

  async close() {
    const complaints = this.complaints.filter((text) => !isDriverTalk(text));
    await this.page.close();
    assert.deepEqual(complaints, []);
  }

  control(name) { return this.page.locator(`[role=tabpanel]:not([hidden]) [name="${name}"]`); }
  async choose(tab) { await this.page.getByRole("tab", { name: tab }).click(); }
  async slide(name, value) {
    await this.control(name).evaluate((input, to) => {
      input.value = String(to);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, value);
  }
  /** What the slider says it shows. */
  said(name) { return this.control(name).getAttribute("aria-valuetext"); }
  fact(name) { return this.page.locator(`[role=tabpanel]:not([hidden]) [data-name="${name}"]`).textContent(); }
  get canvas() { return this.page.locator("[role=tabpanel]:not([hidden]) .view > canvas"); }

  /** Waits until everything that was asked for is drawn. */
  async settle() {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))));
  }

  /** The pixels of the canvas, small: enough to see that something changed. */
  async pixels() {
    await this.settle();
    return this.canvas.evaluate((canvas) => {
      const small = document.createElement("canvas");
      small.width = 160;
      small.height = 100;
      const context = small.getContext("2d");
      context.drawImage(canvas, 0, 0, 160, 100);
      return Array.from(context.getImageData(0, 0, 160, 100).data);
    });
  }

  async picture(file) {
    await this.page.setViewportSize(large);
    await this.page.evaluate(() => document.querySelectorAll(".panel").forEach((panel) => { panel.scrollTop = 0; }));
    await this.settle();
    await this.page.screenshot({ path: file });
    await this.page.setViewportSize(small);
    await this.settle();
  }

  /** Does something and returns the part of the pixels that it changed. */
  async changed(action) {
    const before = await this.pixels();
    await action();
    return difference(before, await this.pixels());
  }
}

// SwiftShader reports how slowly pixels were read back; that is ours, not the page's.
function isDriverTalk(text) { return /GPU stall due to ReadPixels|GL Driver Message/.test(text); }

export function difference(one, two) {
  let count = 0;
  for (let i = 0; i < one.length; i += 4)
    if (Math.abs(one[i] - two[i]) + Math.abs(one[i + 1] - two[i + 1]) + Math.abs(one[i + 2] - two[i + 2]) > 12) ++count;
  return count / (one.length / 4);
}

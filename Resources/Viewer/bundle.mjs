// One HTML file with everything in it: node bundle.mjs <page.html>
// The tool puts the data where the page says DATA; nothing is ever fetched.
import { build } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2];
if (!target) {
  console.error("Usage: node bundle.mjs <page.html>");
  process.exit(2);
}

async function bundle(entry, options) {
  const made = await build({ entryPoints: [join(here, "src", entry)], bundle: true, minify: true, write: false,
    legalComments: "inline", logLevel: "warning", ...options });
  return made.outputFiles[0].text;
}

// A script ends where its text says so, even within a string.
const script = (await bundle("main.ts", { format: "iife", target: "es2020" })).replaceAll("</script", "<\\/script");
const style = (await bundle("page.css", {})).replaceAll("</style", "<\\/style");
const page = readFileSync(join(here, "src", "page.html"), "utf8");
for (const mark of ["/*STYLE*/", "/*SCRIPT*/", "/*DATA*/"])
  if (page.split(mark).length !== 2) throw new Error(`page.html must hold ${mark} once`);
const whole = page.replace("/*STYLE*/", () => style).replace("/*SCRIPT*/", () => script);
if (whole.split("/*DATA*/").length !== 2) throw new Error("the bundle holds the mark of the data");
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, whole);

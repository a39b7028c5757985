// SPDX-License-Identifier: MIT
// build.mjs - makes the web client: hashed static files, each beside its .br and .gz, in the folder given.
//   node build.mjs [FOLDER] [--wasm FILE] [--fast]      --fast: no compression, for work on the client itself
import { Resvg, initWasm } from "@resvg/resvg-wasm";
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LANGS, languageOf, languagesModule } from "./languages.mjs";
import { gameFolders, keysAsked, pitchOf, rulesOf, tableWords, webWords } from "./text.mjs";
import { checkAll, sourcesOf } from "./check.mjs";
import { isPart, isThere, place } from "./place.mjs";
import { writeTypes } from "./types.mjs";
import { writePackage } from "../js/build.mjs";

const here = dirname(fileURLToPath(import.meta.url)), root = dirname(here);
const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined);
const wasmFile = resolve(option("--wasm") ?? join(root, "build/wasm/ninelives.wasm"));
const fast = args.includes("--fast");
const out = resolve(args.find((a) => !a.startsWith("--")) ?? join(root, "build/web"));

const files = new Map();                     // path in the folder -> bytes
function put(name, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  const ext = extname(name), path = `a/${name.slice(0, -ext.length || undefined).replaceAll("/", ".")}.${hash}${ext}`;
  files.set(path, Buffer.from(bytes));
  return `/${path}`;
}

/** The order on the first page: games without words first, then those of the folder with more games. */
function inOrder(games) {
  const wordy = (g) => Number(g.options.some((o) => o.role === "lang")), kin = (g) => games.filter((x) => x.folder === g.folder).length;
  return games.slice().sort((a, b) => wordy(a) - wordy(b) || kin(b) - kin(a));
}

function putTexts(folders) {
  const urls = {};
  const ui = webWords(root), table = tableWords(root), asked = keysAsked(sourcesOf(root));
  const wanted = (key) => asked.keys.has(key) || asked.prefixes.some((p) => key.startsWith(p));
  for (const lang of LANGS) {
    const words = { ...Object.fromEntries(Object.entries(table[lang]).filter(([k]) => wanted(k))), ...ui[lang] };
    for (const f of folders) {
      for (const id of f.ids) {
        const rules = rulesOf(f.folder, id)[lang];
        words[`game.${id}`] = f.words[lang][`game.${id}`];
        words[`pitch.${id}`] = pitchOf(rules);
        urls[`rules.${id}.${lang}`] = put(`rules.${id}.${lang}.txt`, rules);
      }
      urls[`${f.name}.${lang}`] = put(`${f.name}.${lang}.json`, JSON.stringify(f.words[lang]));
    }
    urls[`ui.${lang}`] = put(`ui.${lang}.json`, JSON.stringify(words));
  }
  return urls;
}

function putPictures(folders) {
  const urls = {};
  const add = (folder, scope) => {
    for (const file of existsSync(folder) ? readdirSync(folder).sort() : [])
      if (/\.(svg|png|webp)$/.test(file))
        urls[`${scope}/${file.replace(/\.\w+$/, "")}`] = put(`${scope}/${file}`, readFileSync(join(folder, file)));
  };
  add(join(here, "pictures"), "web");
  for (const f of folders) add(join(f.folder, "pictures"), f.name);
  return urls;
}

/* For home screens and previews of links, which do not show SVG. Name, drawing, width. */
const PNGS = [
  ["icon-192", "icon", 192], ["icon-512", "icon", 512], ["mask-512", "icon-maskable", 512],
  ["touch", "icon-maskable", 180], ["share", "og", 1200],
];
async function putPngs(folders) {
  await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const draw = (svg, width) => new Resvg(svg, { fitTo: { mode: "width", value: width } }).render().asPng();
  const drawing = (svg) => readFileSync(join(here, "pictures", `${svg}.svg`));
  const pngs = PNGS.map(([name, svg, width]) => [name, put(`png/${name}.png`, draw(drawing(svg), width))]);
  for (const f of folders)
    for (const id of f.ids) {
      const emblem = join(f.folder, "pictures", `emblem-${id}.svg`);
      if (existsSync(emblem)) pngs.push([`share-${id}`, put(`png/share-${id}.png`, draw(wide(readFileSync(emblem, "utf8")), 1200))]);
    }
  return Object.fromEntries(pngs);
}
/** An emblem in the shape of a link preview: a little is cut off above and below. */
const wide = (emblem) => emblem.replace('viewBox="0 0 320 200"', 'viewBox="0 16 320 168"');

/* A page for each language: one for visitors, and one for those invited to each game, because previews of a link show what
 * its page says. The server replaces %ORIGIN% by its own address. */
const fill = (text, holes) => text.replace(/%([A-Z0-9_]+)%/g, (hole, key) => holes[key] ?? hole);
const html = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
function putPages(folders, holes, png) {
  const blank = readFileSync(join(here, "src/index.html"), "utf8"), words = webWords(root);
  for (const lang of LANGS) {
    const t = (key) => html(words[lang][key]), { dir, locale } = languageOf(lang);
    const all = { ...holes, LANG: lang, DIR: dir, LOCALE: locale, NAME: t("page.title") };
    files.set(`index.${lang}.html`, Buffer.from(fill(blank, { ...all, TITLE: t("page.title"), TEXT: t("start.lead") })));
    const invite = (name, TITLE, SHARE = all.SHARE) =>
      files.set(`${name}.${lang}.html`, Buffer.from(fill(blank, { ...all, TITLE, TEXT: t("invited.text"), SHARE })));
    invite("invited", t("invited.title"));
    for (const f of folders)
      for (const id of f.ids) invite(`invited-${id}`, `${html(f.words[lang][`game.${id}`])} · ${t("invited.title")}`, png[`share-${id}`]);
  }
  files.set("index.html", files.get(`index.${LANGS[0]}.html`));
}

/** What bots know about words, a file for each language; the smaller one for browsers where there is one. */
function putLore(folders) {
  const urls = {};
  for (const f of folders)
    for (const lang of LANGS) {
      const file = ["lore/web", "lore"].map((place) => join(f.folder, place, `${lang}.lore`)).find(existsSync);
      if (file) urls[`${f.name}.${lang}`] = put(`${f.name}.${lang}.lore`, readFileSync(file));
    }
  return urls;
}

/** The games' tables and what they teach in a first round: each folder's web/index.tsx and web/guide.ts, loaded when needed. */
function tablesModule(folders) {
  const rows = (file) => folders
    .filter((f) => existsSync(join(f.folder, file)))
    .map((f) => `  ${JSON.stringify(f.name)}: () => import(${JSON.stringify(join(f.folder, file))}),\n`).join("");
  return `export const tables = {\n${rows("web/index.tsx")}};\nexport const guides = {\n${rows("web/guide.ts")}};\n`;
}

const virtual = (modules) => ({
  name: "virtual",
  setup(b) {
    b.onResolve({ filter: /^virtual:/ }, (a) => ({ path: a.path, namespace: "virtual" }));
    b.onLoad({ filter: /.*/, namespace: "virtual" }, (a) => ({ contents: modules[a.path], loader: "js", resolveDir: here }));
  },
});

const common = {
  bundle: true, minify: true, format: "esm", target: ["es2021"], write: false, logLevel: "warning", legalComments: "none",
  tsconfig: join(here, "tsconfig.json"), nodePaths: [join(here, "node_modules")], jsx: "automatic", jsxImportSource: "preact",
  loader: { ".tsv": "text", ".def": "text" },                        // rows that a game already has, for its table
};

async function bundle(entry, name, modules, extra = {}) {
  const result = await build({
    ...common, entryPoints: { [name]: entry }, outdir: join(out, "a"), entryNames: "[name].[hash]", chunkNames: "[name].[hash]",
    plugins: [languagesModule, virtual(modules)], metafile: true, ...extra,
  });
  let main = "";
  for (const f of result.outputFiles) {
    const path = `a/${f.path.split("/").pop()}`;
    files.set(path, Buffer.from(f.contents));
    if (path.startsWith(`a/${name}.`)) main = `/${path}`;
  }
  return main;
}

/** What the service worker says, which has no other words: its own sentences and the names of the games. */
function noticeWords(folders) {
  const ui = webWords(root);
  return Object.fromEntries(LANGS.map((lang) => {
    const t = (key) => [key, ui[lang][key]], name = (f) => f.ids.map((id) => [`game.${id}`, f.words[lang][`game.${id}`]]);
    return [lang, Object.fromEntries([t("notice.turn"), t("notice.asked"), ...folders.flatMap(name)])];
  }));
}

/** One style sheet: the client's and every game's. */
async function bundleStyle(folders) {
  const sheets = [join(here, "src/style/index.css"), ...folders.map((f) => join(f.folder, "web/style.css")).filter(existsSync)];
  return bundle2({ contents: sheets.map((s) => `@import ${JSON.stringify(s)};`).join("\n"), loader: "css", resolveDir: here }, "style");
}
async function bundle2(stdin, name) {
  const result = await build({ ...common, stdin, outdir: join(out, "a"), external: ["/a/*"], entryNames: name });
  return put(`${name}.css`, result.outputFiles[0].contents);
}

const compressible = /\.(js|css|json|txt|svg|wasm|webmanifest|lore)$/;
/** The file itself is placed last: if it is there, so are those made from it. */
function writeAll() {
  const wanted = new Set();
  for (const [path, bytes] of files) {
    const file = join(out, path), small = fast || !compressible.test(path) ? [] : [`${file}.br`, `${file}.gz`];
    [file, ...small].forEach((f) => wanted.add(f));
    if (isThere(file, bytes) && small.every((f) => existsSync(f))) continue;
    if (small.length) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1e6 ? 6 : 11 };
      place(`${file}.br`, brotliCompressSync(bytes, { params }));
      place(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
    place(file, bytes);
  }
  for (const folder of [out, join(out, "a")])
    for (const f of readdirSync(folder, { withFileTypes: true }))
      if (f.isFile() && !isPart(f.name) && !wanted.has(join(folder, f.name))) rmSync(join(folder, f.name), { force: true });
}

async function main() {
  const wrong = checkAll(root);
  if (wrong.length) {
    console.error(wrong.join("\n"));
    process.exit(1);
  }
  writeTypes(root);
  const engine = writePackage(root, wasmFile), list = await (await import(join(engine, "node.js"))).load();
  const folders = gameFolders(root);
  const assets = {
    text: putTexts(folders), pictures: putPictures(folders), lore: putLore(folders),
    wasm: put("ninelives.wasm", readFileSync(join(engine, "ninelives.wasm"))),
    games: inOrder(list.games.map((g) => ({ ...g, folder: folders.find((f) => f.ids.includes(g.id))?.name ?? g.id }))),
    bots: list.bots, clocks: Object.keys(list.clocks), paces: Object.keys(list.paces),
    beats: Object.fromEntries(Object.entries(list.paces).map(([name, pace]) => [name, pace.beats])),
  };
  assets.worker = await bundle(join(here, "src/worker.ts"), "worker", {});
  const style = await bundleStyle(folders);
  const script = await bundle(join(here, "src/main.tsx"), "main", {
    "virtual:assets": `export const assets = ${JSON.stringify(assets)};`, "virtual:tables": tablesModule(folders),
  }, { splitting: true });
  const png = await putPngs(folders), icon = assets.pictures["web/icon"];
  const manifest = put("manifest.webmanifest", fill(readFileSync(join(here, "src/manifest.webmanifest"), "utf8"), {
    ICON: icon, MASK: assets.pictures["web/icon-maskable"],
    ICON_192: png["icon-192"], ICON_512: png["icon-512"], MASK_512: png["mask-512"],
  }));
  putPages(folders, { SCRIPT: script, STYLE: style, ICON: icon, SHARE: png.share, TOUCH: png.touch, MANIFEST: manifest }, png);
  files.set("games.json", Buffer.from(JSON.stringify(assets.games)));        // for tests and for the server
  const offline = (p) => p.startsWith("a/") && !p.startsWith("a/png.") && !p.endsWith(".lore");
  const keep = ["/", ...[...files.keys()].filter(offline).map((p) => `/${p}`)];
  const version = createHash("sha256").update(keep.join() + files.get("index.html")).digest("hex").slice(0, 10);
  const sw = await build({
    ...common, entryPoints: [join(here, "src/sw.ts")], format: "iife",
    define: {
      KEEP: JSON.stringify(keep), VERSION: JSON.stringify(version),
      NOTICES: JSON.stringify(noticeWords(folders)), NOTICE_ICON: JSON.stringify(png["icon-192"]),
    },
  });
  files.set("sw.js", Buffer.from(sw.outputFiles[0].contents));
  writeAll();
  const sum = [...files.values()].reduce((n, b) => n + b.length, 0);
  console.log(`${out}: ${files.size} files, ${Math.round(sum / 1000)} kB`);
}
await main();

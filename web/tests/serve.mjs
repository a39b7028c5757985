// SPDX-License-Identifier: MIT
// serve.mjs - serves the built client to a browser under test as the table server does: compressed, with the same
// headers, the page for every path without a dot. No tables: those are the real server's.
import { createServer } from "node:http";
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".svg": "image/svg+xml", ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json", ".png": "image/png",
};
export const CSP = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; "
  + "base-uri 'none'; frame-ancestors 'none'";

export function serve(folder) {
  const sent = [];                                     // what went over the wire: path and bytes
  const server = createServer((q, a) => {
    const path = normalize(decodeURIComponent(new URL(q.url, "http://x").pathname));
    if (path.startsWith("/api/") || path === "/socket")
      return a.writeHead(404, { "content-type": "application/json" }).end('{"code":"no_server"}');
    let file = join(folder, extname(path) ? path : "index.html");
    if (!existsSync(file) || !statSync(file).isFile()) return a.writeHead(404).end();
    const head = {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-security-policy": CSP,
      "x-content-type-options": "nosniff",
      "cache-control": path.startsWith("/a/") ? "public, max-age=31536000, immutable" : "no-cache",
    };
    if (existsSync(`${file}.br`) && /\bbr\b/.test(q.headers["accept-encoding"] ?? "")) { file += ".br"; head["content-encoding"] = "br"; }
    const page = () => Buffer.from(readFileSync(file, "utf8").replaceAll("%ORIGIN%", `http://${q.headers.host}`));
    const bytes = extname(file) === ".html" ? page() : readFileSync(file);
    sent.push({ path, bytes: bytes.length });
    a.writeHead(200, head).end(bytes);
  });
  const close = () => { server.close(); server.closeAllConnections(); };
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => done({ url: `http://127.0.0.1:${server.address().port}`, sent, close }));
  });
}

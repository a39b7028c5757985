// SPDX-License-Identifier: MIT
// sw.ts - the service worker: keeps every file of this version, so that playing here needs no network after the first
// visit. Files have their hash in their name and never change; the page itself is asked for first, if there is a network.
const CACHE = `ninelives-${VERSION}`;
interface Waits extends Event { waitUntil(p: Promise<unknown>): void }
interface Fetching extends Event { request: Request; respondWith(p: Promise<Response>): void }

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE), kept = new Set((await cache.keys()).map((r) => new URL(r.url).pathname));
  for (const path of KEEP) if (!kept.has(path)) await cache.add(path);
}
/** The version before stays: a page of it may still be open and want another of its files. */
async function sweep(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith("ninelives-") && name !== CACHE);
  for (const name of others.slice(0, -1)) await caches.delete(name);
}
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}
/** Lore is large and not everybody's: kept when first asked for. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok && request.url.endsWith(".lore")) await (await caches.open(CACHE)).put(request, fresh.clone());
  return fresh;
}

addEventListener("install", (e) => (e as Waits).waitUntil(fill().then(() => (self as unknown as { skipWaiting(): Promise<void> }).skipWaiting())));
addEventListener("activate", (e) => (e as Waits).waitUntil(sweep().then(() => (self as unknown as { clients: { claim(): Promise<void> } }).clients.claim())));
addEventListener("fetch", (e) => {
  const { request } = e as Fetching, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") (e as Fetching).respondWith(page(request));
  else if (url.pathname.startsWith("/a/")) (e as Fetching).respondWith(file(request));
});

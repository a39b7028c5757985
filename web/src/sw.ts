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
/** Removes old versions but keeps the last one: a page of it may still be open and need its files. */
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
/** A file from the cache, or from the network. Lore is large and not always needed, so it is cached when it is first used. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok && request.url.endsWith(".lore")) await (await caches.open(CACHE)).put(request, fresh.clone());
  return fresh;
}

const worker = self as unknown as { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } };
addEventListener("install", (e) => (e as Waits).waitUntil(fill().then(() => worker.skipWaiting())));
addEventListener("activate", (e) => (e as Waits).waitUntil(sweep().then(() => worker.clients.claim())));
addEventListener("fetch", (e) => {
  const { request } = e as Fetching, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") (e as Fetching).respondWith(page(request));
  else if (url.pathname.startsWith("/a/")) (e as Fetching).respondWith(file(request));
});

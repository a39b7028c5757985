// SPDX-License-Identifier: MIT
// insist.ts - the client comes in many files, and a phone that changes from one network to another loses those that are on
// their way. They are asked for again.
const FIRST_WAIT = 500, LONGEST_WAIT = 8000;

/** Asks until the network brings an answer. (When it fails, a browser says TypeError.) */
export async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(LONGEST_WAIT, 2 * wait)) {
    try { return await ask(); } catch (why) { if (!(why instanceof TypeError)) throw why; }
    await new Promise((done) => { setTimeout(done, wait); });
  }
}

/** Browsers remember that an import has failed. So the page is loaded anew; nothing is lost by that. */
export const insistOnCode = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => new Promise<T>(() => { setTimeout(() => location.reload(), FIRST_WAIT); }));

/** A worker whose file was lost has said nothing yet, and is started again: `begin` tells it what to do. Returns how to talk
 *  to it and how to end it. */
export function insistOnWorker<To, From>(
  url: string, begin: (post: (m: To) => void) => void, hear: (m: From) => void,
): { post: (m: To) => void; end: () => void } {
  let worker: Worker, timer: ReturnType<typeof setTimeout>, heard = false;
  const post = (m: To): void => worker.postMessage(m);
  const start = (): void => {
    worker = new Worker(url, { type: "module" });
    worker.onmessage = (e: MessageEvent<From>) => { heard = true; hear(e.data); };
    worker.onerror = () => { if (!heard) timer = setTimeout(start, FIRST_WAIT); };
    begin(post);
  };
  start();
  return { post, end: () => { clearTimeout(timer); worker.terminate(); } };
}

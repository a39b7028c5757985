// SPDX-License-Identifier: MIT
// trace.mjs - what the browser itself says about its frames: a trace, and the figures read from it. Times are in
// milliseconds; a frame counts when it was presented, not when a script asked for it.
const CATEGORIES = [
  "devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame",
  "cc", "benchmark", "blink.animations", "blink.user_timing",
];
/* A frame is late when it took longer than one and a half sixtieths of a second. */
export const FRAME = 1000 / 60, LATE = FRAME * 1.5;

/** To be called in the page before anything else: marks when a step is heard, from the server or from the worker. */
export function markSteps() {
  const wrap = (type, isStep) => {
    const own = Object.getOwnPropertyDescriptor(type.prototype, "onmessage");
    const marked = (f) => function heard(e) { if (isStep(e.data)) performance.mark("nl-step"); return f.call(this, e); };
    Object.defineProperty(type.prototype, "onmessage", { ...own, set(f) { own.set.call(this, marked(f)); } });
  };
  wrap(Worker, (m) => m.is === "message" && m.message.t === "step");
  wrap(WebSocket, (text) => typeof text === "string" && text.includes('"t":"step"'));
}

export async function startTrace(page) {
  const cdp = await page.context().newCDPSession(page), events = [];
  cdp.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const traceConfig = { recordMode: "recordAsMuchAsPossible", includedCategories: CATEGORIES };
  await cdp.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  return async () => {
    const done = new Promise((r) => cdp.once("Tracing.tracingComplete", r));
    await cdp.send("Tracing.end");
    await done;
    await cdp.detach();
    return events.filter((e) => e.ts > 0).sort((a, b) => a.ts - b.ts);
  };
}

/** Pairs of begin and end, by name and id. */
function spans(events, name) {
  const open = new Map(), out = [];
  for (const e of events) {
    if (e.name !== name || !e.id2) continue;
    const key = `${e.pid} ${e.id2.local}`;
    if (e.ph === "b") open.set(key, e);
    if (e.ph !== "e" || !open.has(key)) continue;
    const b = open.get(key);
    open.delete(key);
    out.push({ from: b.ts / 1000, to: e.ts / 1000, args: b.args });
  }
  return out;
}
/** Joins spans that touch. */
function joined(list) {
  const out = [];
  for (const { from, to } of [...list].sort((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else out.push({ from, to });
  }
  return out;
}
/** All frames, those that reached the screen (once each, in order), and those in which nothing had to be drawn. */
function framesOf(events) {
  const all = spans(events, "PipelineReporter").map((s) => ({ ...s, ...(s.args.frame_reporter ?? s.args.chrome_frame_reporter) }));
  const shown = [];
  for (const f of all.filter((x) => x.state.startsWith("STATE_PRESENTED")).sort((a, b) => a.to - b.to))
    if (!shown.length || f.to - shown.at(-1).to > FRAME / 4) shown.push(f);
  return { all, shown, idle: all.filter((x) => x.state === "STATE_NO_UPDATE_DESIRED") };
}

/** How long each frame stood on the screen while something moved. */
export function motion(events) {
  const moving = joined(spans(events, "Animation")), { shown, idle } = framesOf(events);
  const stood = [];
  for (const [i, f] of shown.entries()) {
    const next = shown[i + 1];
    if (!next || !moving.some((m) => m.from <= f.to && next.to <= m.to + FRAME)) continue;
    const still = idle.some((x) => x.from > f.from && x.to < next.to);              // nothing had to be drawn meanwhile
    if (!still) stood.push(next.to - f.to);
  }
  return stood;
}

/** For each step: milliseconds from leaving the worker, or arriving at the socket, until it is on the screen; and how long
 *  the main thread worked on it. */
export function painted(events) {
  const { all } = framesOf(events), posted = new Map();
  const commits = events.filter((e) => e.name === "Commit" && e.ph === "X"), handled = [], out = [];
  for (const e of events) {
    if (e.name === "SchedulePostMessage" && e.args.data) posted.set(e.args.data.traceId, e.ts);
    if (e.name === "HandlePostMessage") handled.push({ from: posted.get(e.args.data?.traceId) ?? e.ts, begin: e.ts, end: e.ts + e.dur });
    if (e.name === "WebSocketReceive") handled.push({ from: e.ts, begin: e.ts, end: e.ts + (e.dur ?? 2000) });
  }
  for (const mark of events.filter((e) => e.name === "nl-step")) {
    const h = handled.findLast((x) => x.begin <= mark.ts), commit = commits.find((c) => c.ts >= mark.ts);
    if (!h || !commit) continue;
    const seen = commit.args.frameSeqId, its = all.filter((f) => f.frame_sequence === seen);
    if (its.length && its.every((f) => f.state === "STATE_NO_UPDATE_DESIRED")) continue;     // it changes nothing on the screen
    const committed = commit.ts + commit.dur;
    const withIt = (f) => f.state === "STATE_PRESENTED_ALL" && f.frame_sequence >= seen && f.to > committed / 1000;
    const on = all.filter(withIt).sort((a, b) => a.to - b.to)[0];
    if (!on) continue;
    out.push({ ms: on.to - Math.min(h.from, mark.ts) / 1000, work: work(events, mark, Math.min(h.begin, mark.ts), committed) });
  }
  return out;
}
/** CPU time of the main thread in this span: other load on the machine does not count. */
const work = (events, { pid, tid }, from, to) => events
  .filter((e) => e.name === "RunTask" && e.pid === pid && e.tid === tid && e.ts + e.dur > from && e.ts < to)
  .reduce((sum, e) => sum + e.tdur, 0) / 1000;

/** Animations that the compositor cannot run by itself, by what they change. */
export function heavy(events) {
  const out = {};
  for (const { name, args } of events) {
    if (name !== "Animation" || !args.data?.compositeFailed) continue;
    const k = `${args.data.unsupportedProperties?.join() || args.data.compositeFailed}`;
    out[k] = (out[k] ?? 0) + 1;
  }
  return out;
}

export const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))] ?? NaN;

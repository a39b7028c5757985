// SPDX-License-Identifier: MIT
// engine.ts - one instance of the WASM module and what it exports (wasm/*.c says what each function does), called with
// numbers and texts. An instance holds one table; all instances share the compiled module.

type Argument = number | bigint | string | null;
type Exports = Record<string, (...args: (number | bigint)[]) => number | bigint> & { memory: WebAssembly.Memory };

const ENOSYS = 52, PAGE = 65536;

/** The engine needs nothing from outside: whatever its C library imports is refused. */
function refusals(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: WebAssembly.Imports = {};
  for (const i of WebAssembly.Module.imports(module)) (imports[i.module] ??= {})[i.name] = () => ENOSYS;
  return imports;
}

export class Engine {
  private readonly exports: Exports;
  /** How many volumes of the shelf this instance has. */
  private read = 0;

  /** `shelf`: what bots know about words, which grows; an instance takes what is new there before it does anything. */
  constructor(private readonly module: WebAssembly.Module, private readonly shelf: Uint8Array[]) {
    this.exports = new WebAssembly.Instance(module, refusals(module)).exports as unknown as Exports;
    this.call("_initialize");
  }

  /** Another instance in the same state: everything that an engine knows is in its memory. */
  copy(): Engine {
    const twin = new Engine(this.module, this.shelf), from = this.bytes(), more = from.length - twin.bytes().length;
    if (more > 0) twin.exports.memory.grow(more / PAGE);
    twin.bytes().set(from);
    twin.read = this.read;
    return twin;
  }

  /** When memory has grown, old views of it are invalid: everybody takes a new one. */
  private bytes(): Uint8Array { return new Uint8Array(this.exports.memory.buffer); }

  /** Copies a text into the engine, where it stays; its address. */
  put(text: string): number {
    const bytes = new TextEncoder().encode(text), at = this.exports["nl_alloc"]?.(bytes.length + 1) as number;
    if (!at) throw new RangeError("the text is too long for the engine");
    this.bytes().set(bytes, at);
    this.bytes()[at + bytes.length] = 0;
    return at;
  }

  private takeVolumes(): void {
    for (const volume of this.shelf.slice(this.read)) {
      const at = this.exports["nl_shelf"]?.(volume.length) as number;
      if (at) this.bytes().set(volume, at);
      this.read++;
    }
  }

  private run(name: string, args: Argument[]): number | bigint {
    const call = this.exports[name], texts: number[] = [];
    if (!call) throw new TypeError(`the engine has no ${name}`);
    if (this.read < this.shelf.length) this.takeVolumes();
    const put = (text: string): number => { const at = this.put(text); texts.push(at); return at; };
    try {
      return call(...args.map((a) => (typeof a === "string" ? put(a) : a ?? 0)));
    } finally {
      if (texts[0]) this.exports["nl_free"]?.(texts[0]);
    }
  }

  /** A part of the memory as numbers, where the engine and the caller read and write. */
  array<T>(Kind: new (buffer: ArrayBufferLike, at: number, n: number) => T, at: number, n: number): T {
    return new Kind(this.exports.memory.buffer, at, n);
  }

  call(name: string, ...args: Argument[]): number { return Number(this.run(name, args)); }

  /** For 64 bits. */
  wide(name: string, ...args: Argument[]): bigint { return BigInt.asUintN(64, BigInt(this.run(name, args))); }

  /** What the function answers as text; null where it answers nothing. */
  text(name: string, ...args: Argument[]): string | null {
    const at = this.call(name, ...args);
    return at ? this.textAt(at) : null;
  }

  textAt(at: number): string {
    const bytes = this.bytes();
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  /** What it answers as JSON. */
  json<T>(name: string, ...args: Argument[]): T | null {
    const text = this.text(name, ...args);
    return text === null ? null : JSON.parse(text) as T;
  }

  /** The same where there is always an answer. */
  told<T>(name: string, ...args: Argument[]): T {
    const answer = this.json<T>(name, ...args);
    if (answer === null) throw new Refused("bad_argument", `${name}(${args.join(", ")}) has no answer`);
    return answer;
  }
}

/** Something was refused, and nothing has changed. `code` is one word for programs, the message a sentence. */
export class Refused<Code extends string = string> extends Error {
  override readonly name = "Refused";
  constructor(readonly code: Code, why: string = code) { super(why); }
}

/** A piece of a WebAssembly program: a byte, or pieces one after the other. An expression leaves its value on the stack. */
export type Code = number | readonly Code[];

/** Types of parameters and locals. */
export const TYPE = { i32: 0x7f, v128: 0x7b } as const;
/** How many lanes of 32 bits a vector has. */
export const LANES = 4;
/** Bytes of a vector. */
export const VECTOR_BYTES: number = LANES * 4;
/** Bytes of a page of memory. */
export const PAGE_BYTES = 65_536;

/** Instructions of WebAssembly by the names of its specification, as far as our programs need them; `v` is for vectors. */
export const wasm = {
  get: (local: number): Code => [0x20, unsigned(local)],
  set: (local: number, value: Code): Code => [value, 0x21, unsigned(local)],
  i32: (value: number): Code => [0x41, signed(value)],
  add: (one: Code, other: Code): Code => [one, other, 0x6a],
  subtract: (from: Code, what: Code): Code => [from, what, 0x6b],
  shiftLeft: (value: Code, bits: number): Code => [value, wasm.i32(bits), 0x74],
  multiply: (one: Code, other: Code): Code => [one, other, 0x6c],
  shiftRight: (value: Code, bits: number): Code => [value, wasm.i32(bits), 0x76],
  load: (address: Code, offset: number): Code => [address, 0x28, 2, unsigned(offset)],
  /** Two bytes, as a number without sign. */
  loadShort: (address: Code, offset: number): Code => [address, 0x2f, 1, unsigned(offset)],
  store: (address: Code, offset: number, value: Code): Code => [address, value, 0x36, 2, unsigned(offset)],
  loadFloat: (address: Code, offset: number): Code => [address, 0x2a, 2, unsigned(offset)],
  /** 1 where a float is at least another, 0 where it is less or either is not a number. */
  isAtLeast: (one: Code, other: Code): Code => [one, other, 0x60],
  /** Loops as long as one local, as an unsigned number, is below another. */
  loopWhileBelow: (local: number, bound: number, body: Code): Code => [
    [0x03, 0x40, body],
    [wasm.get(local), wasm.get(bound), 0x49],
    [0x0d, 0, 0x0b],
  ],
  vLoad: (address: Code, offset: number): Code => [address, 0xfd, 0x00, 2, unsigned(offset)],
  vStore: (address: Code, offset: number, value: Code): Code => [
    [address, value],
    [0xfd, 0x0b, 2, unsigned(offset)],
  ],
  /** The value at an address, in every lane. */
  vLoadSame: (address: Code, offset: number): Code => [address, 0xfd, 0x09, 2, unsigned(offset)],
  vSame: (value: Code): Code => [value, 0xfd, 0x11],
  vFloat: (value: number): Code => {
    const bytes = [...new Uint8Array(Float32Array.of(value).buffer)];
    return [0xfd, 0x0c, bytes, bytes, bytes, bytes];
  },
  vLane: (value: Code, lane: number): Code => [value, 0xfd, 0x1b, lane],
  /** Four lanes of two vectors, those of the second numbered from four on. */
  vPick: (one: Code, other: Code, lanes: readonly number[]): Code => {
    const bytes = lanes.map((lane) => [lane * 4, lane * 4 + 1, lane * 4 + 2, lane * 4 + 3]);
    return [one, other, 0xfd, 0x0d, bytes];
  },
  /** -1 in the lanes where a float is at least another, else 0. */
  vIsAtLeast: (one: Code, other: Code): Code => [one, other, 0xfd, 0x46],
  vIsEqual: (one: Code, other: Code): Code => [one, other, 0xfd, 0x41],
  vSelect: (condition: Code, yes: Code, no: Code): Code => [yes, no, condition, 0xfd, 0x52],
  vShiftLeft: (value: Code, bits: number): Code => [value, wasm.i32(bits), 0xfd, 0xab, 1],
  vAdd: (one: Code, other: Code): Code => [one, other, 0xfd, 0xae, 1],
  vSubtract: (from: Code, what: Code): Code => [from, what, 0xfd, 0xb1, 1],
  vMax: (one: Code, other: Code): Code => [one, other, 0xfd, 0xb8, 1],
  /** Of eight numbers of 16 bits in each of two vectors, the sums of the products of neighbours. */
  vDot: (one: Code, other: Code): Code => [one, other, 0xfd, 0xba, 1],
  /** The lanes of two vectors as eight numbers of 16 bits. */
  vNarrow: (one: Code, other: Code): Code => [one, other, 0xfd, 0x85, 1],
  vToFloat: (value: Code): Code => [value, 0xfd, 0xfa, 1],
  vFloatAdd: (one: Code, other: Code): Code => [one, other, 0xfd, 0xe4, 1],
  vFloatSubtract: (from: Code, what: Code): Code => [from, what, 0xfd, 0xe5, 1],
  vFloatMultiply: (one: Code, other: Code): Code => [one, other, 0xfd, 0xe6, 1],
  /** The larger floats; the first where either is not a number. */
  vFloatMax: (one: Code, other: Code): Code => [one, other, 0xfd, 0xeb, 1],
} as const;

/** How many locals of a type a function has, one kind after the other. */
type Locals = readonly { readonly count: number; readonly type: number }[];

const MAGIC_AND_VERSION = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A module of one function of whole numbers, exported as `run`, over the memory that is imported as `own.memory`. */
export function moduleOf(parameters: number, locals: Locals, body: Code): Uint8Array<ArrayBuffer> {
  const type = [0x60, list(Array.from({ length: parameters }, () => TYPE.i32)), 0];
  const declared = list(locals.map(({ count, type }) => [unsigned(count), type]));
  const code = bytesOf([declared, body, 0x0b]);
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(1, list([type])),
    ...section(2, list([[name("own"), name("memory"), 2, 0, 1]])),
    ...section(3, list([0])),
    ...section(7, list([[name("run"), 0, 0]])),
    ...section(10, list([[unsigned(code.length), code]])),
  ]);
}

function section(id: number, content: Code): readonly number[] {
  const bytes = bytesOf(content);
  return bytesOf([id, unsigned(bytes.length)]).concat(bytes);
}

function list(items: readonly Code[]): Code {
  return [unsigned(items.length), items];
}

function name(text: string): Code {
  return list(Array.from(text, (letter) => letter.charCodeAt(0)));
}

/** The bytes of a piece in their order. Counted through and not iterated: it runs once, before anything is compiled. */
function bytesOf(code: Code, into: number[] = []): number[] {
  if (typeof code === "number") into.push(code);
  else for (let at = 0; at < code.length; at++) bytesOf(code[at]!, into);
  return into;
}

/** A number in groups of seven bits, the lowest first; all but the last have the eighth bit set. */
function unsigned(value: number): Code {
  return value < 0x80 ? value : [(value & 0x7f) | 0x80, unsigned(value >>> 7)];
}

/** The same for a signed number, whose sign is the highest bit of the last group. */
function signed(value: number): Code {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? value & 0x7f : [(value & 0x7f) | 0x80, signed(value >> 7)];
}

/** Typed arrays have the byte order of the machine, the memory of a program always this one. */
export const IS_LITTLE_ENDIAN: boolean = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

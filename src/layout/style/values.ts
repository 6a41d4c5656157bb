import type { Screen } from "../../page/index.ts";
import { COLOR_NAMES } from "./color-names.data.ts";
import { UNIT } from "./properties.ts";

/** A length: `value` in `unit`, and a percentage on top of it. */
interface Length {
  readonly value: number;
  readonly unit: number;
  readonly percent: number;
}

/** Longer values are attacks: deeply nested brackets, or more arguments than a call can take. */
const MAX_CHARACTERS = 1000;
/** Larger numbers are clamped, so that sums and products stay finite. */
const LONGEST = 1_000_000;
const NUMBER_AND_UNIT = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i;
const PLAIN_NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
const FUNCTION = /^(?:-webkit-|-moz-)?(calc|min|max|clamp)\((.*)\)$/is;
const TERM = /([+-])?\s*([+-]?[\d.]+(?:e[+-]?\d+)?[a-z%]*)((?:\s*[*/]\s*[\d.]+)*)\s*/giy;
const FACTOR = /([*/])\s*([\d.]+)/g;
const ABSOLUTE: ReadonlyMap<string, number> = new Map([
  ["px", 1],
  ["pt", 4 / 3],
  ["pc", 16],
  ["in", 96],
  ["cm", 96 / 2.54],
  ["mm", 96 / 25.4],
]);
/** Mixed units are summed before the element's font size is known; most are written for the default size. */
const USUAL_FONT_SIZE = 16;
/** `ch` and `ex` in parts of the font size. */
const HALF_EM = 0.5;
const NO_TERM: Length = { value: 0, unit: UNIT.px, percent: 0 };

/** Parses lengths for one screen. */
export class LengthReader {
  readonly #screen: Screen;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** The length that a word states; undefined for `auto` and other keywords. */
  read(word: string): Length | undefined {
    if (word.length > MAX_CHARACTERS) return undefined;
    const plain = NUMBER_AND_UNIT.exec(word);
    if (plain !== null) return this.#withUnit(bounded(Number(plain[1])), plain[2] ?? "");
    const call = FUNCTION.exec(word);
    if (call === null) return undefined;
    const [, name = "", inner = ""] = call;
    return name.toLowerCase() === "calc" ? this.#sum(inner) : this.#choice(name.toLowerCase(), inner);
  }

  #withUnit(number: number, unit: string): Length | undefined {
    const { width, height } = this.#screen;
    const lower = unit.toLowerCase();
    switch (lower) {
      case "px":
      case "":
        return { value: number, unit: UNIT.px, percent: 0 };
      case "%":
        return { value: 0, unit: UNIT.px, percent: number };
      case "em":
        return { value: number, unit: UNIT.em, percent: 0 };
      case "rem":
        return { value: number, unit: UNIT.rem, percent: 0 };
      case "ch":
      case "ex":
        return { value: number * HALF_EM, unit: UNIT.em, percent: 0 };
    }
    const pixels = ABSOLUTE.get(lower);
    if (pixels !== undefined) return { value: number * pixels, unit: UNIT.px, percent: 0 };
    const share = screenShare(lower.replace(/^[dsl]v/, "v"), width, height);
    return share === undefined ? undefined : { value: (number * share) / 100, unit: UNIT.px, percent: 0 };
  }

  /** A sum of lengths times numbers; nested brackets are not supported. */
  #sum(text: string): Length | undefined {
    let total = NO_TERM;
    let isFirst = true;
    const whole = text.trim();
    TERM.lastIndex = 0;
    while (TERM.lastIndex < whole.length) {
      const term = TERM.exec(whole);
      if (term === null || (!isFirst && term[1] === undefined)) return undefined;
      const length = this.read(term[2] ?? "");
      if (length === undefined) return undefined;
      const factor = (term[1] === "-" ? -1 : 1) * factorOf(term[3] ?? "");
      const scaled = { ...length, value: length.value * factor, percent: length.percent * factor };
      total = isFirst ? scaled : added(total, scaled);
      isFirst = false;
    }
    // A division by zero is not a length.
    return isFirst || !Number.isFinite(total.value + total.percent) ? undefined : total;
  }

  /** Percentages cannot be compared before the container is known: the first argument without one wins. */
  #choice(name: string, inner: string): Length | undefined {
    const lengths = commaParts(inner).map((part) => this.read(part) ?? this.#sum(part));
    const known = lengths.filter((length) => length !== undefined);
    const fixed = known.filter(({ percent }) => percent === 0);
    if (fixed.length < known.length || fixed.length === 0) return fixed[0] ?? known[0];
    const sizes = fixed.map(inPixels);
    if (name === "clamp") {
      const [least = 0, wanted = 0, most = 0] = sizes;
      return { value: Math.max(least, Math.min(wanted, most)), unit: UNIT.px, percent: 0 };
    }
    return { value: name === "min" ? Math.min(...sizes) : Math.max(...sizes), unit: UNIT.px, percent: 0 };
  }
}

/** An unsigned number without unit, else undefined. */
export function plainNumber(word: string): number | undefined {
  return PLAIN_NUMBER.test(word) ? bounded(Number(word)) : undefined;
}

/** Clamps a number to a range where sums and products stay finite. */
export function bounded(number: number): number {
  return Math.max(-LONGEST, Math.min(LONGEST, number));
}

function screenShare(unit: string, width: number, height: number): number | undefined {
  if (unit === "vw" || unit === "vi") return width;
  if (unit === "vh" || unit === "vb") return height;
  if (unit === "vmin") return Math.min(width, height);
  return unit === "vmax" ? Math.max(width, height) : undefined;
}

function factorOf(text: string): number {
  let factor = 1;
  for (const [, sign, number] of text.matchAll(FACTOR)) {
    factor = sign === "*" ? factor * Number(number) : factor / Number(number);
  }
  return factor;
}

function added(one: Length, other: Length): Length {
  const percent = one.percent + other.percent;
  if (one.unit === other.unit) return { value: one.value + other.value, unit: one.unit, percent };
  return { value: inPixels(one) + inPixels(other), unit: UNIT.px, percent };
}

function inPixels({ value, unit }: Length): number {
  return unit === UNIT.px ? value : value * USUAL_FONT_SIZE;
}

/** A column of a grid: an `fr` share, a length, or `auto`. */
export interface Track {
  /** The `fr` value, 0 where there is none. */
  readonly fraction: number;
  /** Its length or minimum; undefined for `auto`. */
  readonly length: Length | undefined;
  /** Whether it comes from `repeat(auto-fill, …)`. */
  readonly isRepeated: boolean;
}

const REPEAT = /^repeat\(\s*([\w-]+)\s*,(.*)\)$/is;
const MINMAX = /^minmax\((.*)\)$/is;
/** Pages have a dozen columns; thousands would only waste memory. */
const MAX_TRACKS = 64;
/** Excludes opening brackets: a long run of them would backtrack quadratically. */
const LINE_NAMES = /\[[^[\]]*\]/g;
const FRACTION = /^(.+)fr$/;

/** The columns of `grid-template-columns`, without line names. */
export function trackSizes(text: string, lengths: LengthReader): readonly Track[] {
  const tracks: Track[] = [];
  for (const word of wordsOf(text.replace(LINE_NAMES, " "))) {
    const repeat = REPEAT.exec(word);
    if (repeat === null) tracks.push(...trackOf(word, lengths));
    else {
      const isRepeated = !/^\d+$/.test(repeat[1] ?? "");
      const times = isRepeated ? 1 : Math.min(Number(repeat[1]), MAX_TRACKS);
      const words = wordsOf(repeat[2] ?? "").slice(0, MAX_TRACKS);
      const own = words.flatMap((each) => trackOf(each, lengths));
      for (let time = 0; time < times; time++) {
        tracks.push(...own.map((track) => ({ ...track, isRepeated })));
      }
    }
    if (tracks.length > MAX_TRACKS) return tracks.slice(0, MAX_TRACKS);
  }
  return tracks;
}

function trackOf(word: string, lengths: LengthReader): Track[] {
  if (word === "none" || word === "subgrid") return [];
  const range = MINMAX.exec(word);
  const [least = word, most = word] = range === null ? [] : commaParts(range[1] ?? "");
  const fraction = plainNumber(FRACTION.exec(most)?.[1] ?? "") ?? 0;
  const length = lengths.read(fraction > 0 ? least : most) ?? lengths.read(least);
  return [{ fraction, length, isRepeated: false }];
}

/** The length of a track in pixels, for a grid of a width. */
export function trackPixels(length: Length, available: number): number {
  return inPixels(length) + (length.percent / 100) * available;
}

const OPAQUE = 0xff;
const CALL = /^(rgb|hsl)a?\(([^()]*)\)$/;
const DIGITS = /^[0-9a-f]+$/;

/** A colour as 0xRRGGBBAA, undefined where the text is not one. */
export function readColor(text: string): number | undefined {
  const lower = text.toLowerCase();
  if (lower === "transparent") return 0;
  if (lower.startsWith("#")) return fromDigits(lower.slice(1));
  const named = COLOR_NAMES.get(lower);
  if (named !== undefined) return fromDigits(named);
  const call = CALL.exec(lower);
  return call === null ? undefined : fromCall(call[1] ?? "", call[2] ?? "");
}

/** A colour of a legacy attribute: the # is optional. */
export function readLegacyColor(text: string): number | undefined {
  const trimmed = text.trim();
  return readColor(trimmed) ?? readColor(`#${trimmed}`);
}

function fromDigits(digits: string): number | undefined {
  if (!DIGITS.test(digits)) return undefined;
  const isShort = digits.length <= 4;
  if (digits.length < 3 || digits.length > 8 || digits.length === 5 || digits.length === 7) return undefined;
  const full = isShort ? digits.replace(/./g, "$&$&") : digits;
  return Number.parseInt(full.padEnd(8, "f"), 16);
}

function fromCall(model: string, inner: string): number | undefined {
  const parts = inner.split(/[\s,/]+/).filter((part) => part !== "");
  if (parts.length < 3) return undefined;
  const [first = 0, second = 0, third = 0] =
    model === "rgb" ? parts.map((part) => channel(part)) : fromHsl(parts);
  const alpha = parts[3] === undefined ? OPAQUE : share(parts[3]) * OPAQUE;
  const color = packed(first, second, third, alpha);
  return Number.isNaN(color) ? undefined : color;
}

function packed(red: number, green: number, blue: number, alpha: number): number {
  const [r = 0, g = 0, b = 0, a = 0] = [red, green, blue, alpha].map((value) =>
    Math.round(Math.max(0, Math.min(OPAQUE, value))),
  );
  return r * 0x1000000 + g * 0x10000 + b * 0x100 + a;
}

function channel(part: string): number {
  return part.endsWith("%") ? share(part) * OPAQUE : Number(part);
}

function share(part: string): number {
  return part.endsWith("%") ? Number(part.slice(0, -1)) / 100 : Number(part);
}

function fromHsl(parts: readonly string[]): number[] {
  const [hue = "", saturation = "", lightness = ""] = parts;
  const degrees = Number.parseFloat(hue);
  const light = share(lightness);
  const chroma = share(saturation) * Math.min(light, 1 - light);
  return [0, 8, 4].map((offset) => {
    const turn = (((offset + degrees / 30) % 12) + 12) % 12;
    return OPAQUE * (light - chroma * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  });
}

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const OPEN = 0x28;
const CLOSE = 0x29;
const BACKSLASH = 0x5c;

/** Splits a value at separators outside brackets and quotes; empty pieces are left out. */
export function splitOutside(text: string, isSeparator: (code: number) => boolean): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let quote = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === QUOTE || code === APOSTROPHE) quote = code;
    else if (code === OPEN) depth++;
    else if (code === CLOSE) depth = Math.max(0, depth - 1);
    else if (depth === 0 && isSeparator(code)) {
      if (at > start) pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** Whether a character is white space in CSS. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Splits a value at white space. */
export function wordsOf(text: string): string[] {
  return splitOutside(text, isSpace);
}

/** Splits a value at commas. */
export function commaParts(text: string): string[] {
  return splitOutside(text, (code) => code === 0x2c).map((part) => part.trim());
}

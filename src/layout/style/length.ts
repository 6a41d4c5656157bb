import type { Screen } from "../../page/index.ts";
import { UNIT } from "./properties.ts";
import { commaParts } from "./words.ts";

/** A length: `value` in `unit`, and a percentage on top of it. */
export interface Length {
  readonly value: number;
  readonly unit: number;
  readonly percent: number;
}

/** Longer ones are generated to break something: brackets in brackets, or more arguments than a call takes. */
const MAX_CHARACTERS = 1000;
/** Pixels, percent or lines beyond this are nobody's wish. */
export const LONGEST = 1_000_000;
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
/** Sums of several units cannot wait for the element's own font: most are written for the usual size. */
const USUAL_FONT_SIZE = 16;
/** The width of a 0 and the height of an x, in parts of the font size. */
const HALF_EM = 0.5;
const NO_TERM: Length = { value: 0, unit: UNIT.px, percent: 0 };

/** Reads lengths as they are on one screen. */
export class LengthReader {
  readonly #screen: Screen;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** The length that a word says, undefined where it says none; `auto` and other words are none. */
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

  /** A sum of lengths times numbers; one in brackets inside brackets is not read. */
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
    // What is divided by nothing is no length.
    return isFirst || !Number.isFinite(total.value + total.percent) ? undefined : total;
  }

  /** Percentages of what is not known yet cannot be compared: the first argument without one decides. */
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

/** The number without unit or sign that a word says, undefined where it says none. */
export function plainNumber(word: string): number | undefined {
  return PLAIN_NUMBER.test(word) ? bounded(Number(word)) : undefined;
}

/** A number that sums and products of others like it do not take beyond all bounds. */
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

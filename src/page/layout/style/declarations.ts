import type { Screen } from "../layout.ts";
import { readColor } from "./color.ts";
import { LengthReader } from "./length.ts";
import { PROPERTY, type Property, UNIT } from "./properties.ts";
import { readShorthand } from "./shorthands.ts";
import { type Track, trackSizes } from "./tracks.ts";
import { readValue } from "./values.ts";
import { type CustomProperties, withoutVariables } from "./variables.ts";
import { splitOutside } from "./words.ts";

const SEMICOLON = 0x3b;
const COLON = ":";
const IMPORTANT = /!\s*important\s*$/i;
/** A rule or attribute with more declarations is no hand's and no tool's work. */
const MAX_DECLARATIONS = 500;

/** Declarations of one page as parallel arrays; each distinct text is read once, into a block of them. */
export class Declarations {
  readonly properties: number[] = [];
  readonly values: number[] = [];
  readonly units: number[] = [];
  readonly percents: number[] = [];
  readonly important: boolean[] = [];
  /** Block `b` holds the declarations from `starts[b]` to before `starts[b + 1]`. */
  readonly starts: number[] = [0];
  /** Blocks with an important declaration in them. */
  readonly urgentBlocks = new Set<number>();
  readonly families: string[] = [];
  readonly templates: (readonly Track[])[] = [];
  readonly lengths: LengthReader;
  readonly #variables: CustomProperties;
  readonly #blocks = new Map<string, number>();
  readonly #familyCodes = new Map<string, number>();
  #isImportant = false;

  constructor(screen: Screen, variables: CustomProperties) {
    this.lengths = new LengthReader(screen);
    this.#variables = variables;
  }

  /** The block of what stands between the braces of a rule, or in a `style` attribute. */
  blockOf(text: string): number {
    const known = this.#blocks.get(text);
    if (known !== undefined) return known;
    const block = this.starts.length - 1;
    const parts = splitOutside(text, (code) => code === SEMICOLON);
    for (let at = 0; at < Math.min(parts.length, MAX_DECLARATIONS); at++) {
      this.#readDeclaration(parts[at]!, block);
    }
    this.starts.push(this.properties.length);
    this.#blocks.set(text, block);
    return block;
  }

  #readDeclaration(text: string, block: number): void {
    const colon = text.indexOf(COLON);
    if (colon < 0) return;
    const name = text.slice(0, colon).trim().toLowerCase();
    let value = text.slice(colon + 1);
    this.#isImportant = value.includes("!") && IMPORTANT.test(value);
    if (this.#isImportant) {
      value = value.replace(IMPORTANT, "");
      this.urgentBlocks.add(block);
    }
    value = value.trim();
    if (value.includes("var(")) {
      const resolved = withoutVariables(value, this.#variables);
      if (resolved === undefined) return;
      value = resolved;
    }
    if (!readShorthand(this, name, value)) this.readProperty(name, value);
  }

  /** Adds the declaration of a property by its text; of one that layouts do not read, nothing. */
  readProperty(name: string, text: string): void {
    const property: number | undefined = PROPERTY[name as Property];
    if (property === undefined) return;
    const lower = text.toLowerCase();
    if (lower === "inherit") this.add(property, UNIT.inherit);
    else if (lower === "initial" || lower === "unset" || lower === "revert") this.add(property, UNIT.initial);
    else readValue(this, property, text);
  }

  /** Adds one declaration. */
  add(property: number, unit: number, value = 0, percent = 0): void {
    this.properties.push(property);
    this.units.push(unit);
    this.values.push(value);
    this.percents.push(percent);
    this.important.push(this.#isImportant);
  }

  /** Adds a length where the text is one, or `auto`. */
  addLength(property: number, text: string): void {
    const length = this.lengths.read(text);
    if (length !== undefined) this.add(property, length.unit, length.value, length.percent);
    else if (text === "auto" || text === "none") this.add(property, UNIT.auto);
  }

  /** Adds a colour where the text is one. */
  addColor(property: number, text: string): void {
    const color = readColor(text);
    if (color !== undefined) this.add(property, UNIT.code, color);
  }

  /** The code of a font stack: its place in `families`. */
  familyCode(stack: string): number {
    const known = this.#familyCodes.get(stack);
    if (known !== undefined) return known;
    const code = this.families.push(stack) - 1;
    this.#familyCodes.set(stack, code);
    return code;
  }

  /** Adds the columns of a grid. */
  addTracks(property: number, text: string): void {
    const tracks = trackSizes(text, this.lengths);
    if (tracks.length > 0) this.add(property, UNIT.code, this.templates.push(tracks) - 1);
    else this.add(property, UNIT.initial);
  }
}

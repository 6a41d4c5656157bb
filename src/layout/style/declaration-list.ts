import type { Screen } from "../../page/index.ts";
import { readColor } from "./color.ts";
import { LengthReader } from "./length.ts";
import { UNIT } from "./properties.ts";
import { type Track, trackSizes } from "./tracks.ts";

/** Declarations of one page as parallel arrays. */
export class DeclarationList {
  readonly properties: number[] = [];
  readonly values: number[] = [];
  readonly units: number[] = [];
  readonly percents: number[] = [];
  readonly important: boolean[] = [];
  readonly families: string[] = [];
  readonly templates: (readonly Track[])[] = [];
  readonly lengths: LengthReader;
  /** Whether what is added now is important. */
  isImportant = false;
  readonly #familyCodes = new Map<string, number>();

  constructor(screen: Screen) {
    this.lengths = new LengthReader(screen);
  }

  /** Adds one declaration. */
  add(property: number, unit: number, value = 0, percent = 0): void {
    this.properties.push(property);
    this.units.push(unit);
    this.values.push(value);
    this.percents.push(percent);
    this.important.push(this.isImportant);
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

import type { Screen } from "../../page/index.ts";
import { PROPERTY_COUNT } from "./properties.ts";
import { DeclarationList, readProperty, readShorthand } from "./read-property.ts";
import type { Sheet } from "./style-sheets.ts";
import { splitOutside } from "./values.ts";

const SEMICOLON = 0x3b;
const COLON = ":";
const IMPORTANT = /!\s*important\s*$/i;
/** Real rules have far fewer; more is an attack. */
const MAX_DECLARATIONS = 500;

/** Parses declaration blocks; each distinct text is parsed once. */
export class Declarations extends DeclarationList {
  /** Block `b` holds the declarations from `starts[b]` to before `starts[b + 1]`. */
  readonly starts: number[] = [0];
  /** Blocks with an `!important` declaration. */
  readonly importantBlocks = new Set<number>();
  readonly #variables: CustomProperties;
  readonly #blocks = new Map<string, number>();

  constructor(screen: Screen, variables: CustomProperties) {
    super(screen);
    this.#variables = variables;
  }

  /** The block for the text between the braces of a rule, or of a `style` attribute. */
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
    this.isImportant = value.includes("!") && IMPORTANT.test(value);
    if (this.isImportant) {
      value = value.replace(IMPORTANT, "");
      this.importantBlocks.add(block);
    }
    value = value.trim();
    if (value.includes("var(")) {
      const resolved = substituteVariables(value, this.#variables);
      if (resolved === undefined) return;
      value = resolved;
    }
    if (!readShorthand(this, name, value)) readProperty(this, name, value);
  }
}

/** Custom properties by name. */
type CustomProperties = ReadonlyMap<string, string>;

/** Nesting depth of `var()`; real pages stay well below. */
const MAX_ROUNDS = 8;
/** A value that grows past this is an attack; one substitution may contain an inline image. */
const MAX_VALUE_LENGTH = 1000;
const MAX_SUBSTITUTED = 100_000;
const INNERMOST = /var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/g;

const STATED = /(?:^|[;{\s])(--[^\s:;]+)\s*:([^;]*)/g;
const ROOTS = /^(?::root|:host|html|body|\*)(?:$|[\s,:])/i;

/** Custom properties of a page: those of the root win, those of other elements are the fallback. */
export function customProperties(sheets: readonly Sheet[]): CustomProperties {
  const rooted = new Map<string, string>();
  const others = new Map<string, string>();
  for (const { selectors, bodies } of sheets) {
    for (const [at, body] of bodies.entries()) {
      if (!body.includes("--")) continue;
      const isRoot = ROOTS.test(selectors[at] ?? "");
      for (const [, name = "", value = ""] of body.matchAll(STATED)) {
        if (isRoot) rooted.set(name, value.trim());
        else if (!others.has(name)) others.set(name, value.trim());
      }
    }
  }
  return new Map([...others, ...rooted]);
}

/** Substitutes every `var()`; undefined where one is not defined. */
function substituteVariables(value: string, variables: CustomProperties): string | undefined {
  let text = value;
  for (let round = 0; round < MAX_ROUNDS && text.includes("var("); round++) {
    if (text.length > MAX_VALUE_LENGTH) return undefined;
    let isKnown = true;
    let substituted = 0;
    const next = text.replace(INNERMOST, (_, name: string, fallback: string | undefined) => {
      const stated = variables.get(name) ?? fallback?.trim();
      substituted += stated?.length ?? 0;
      isKnown &&= stated !== undefined && substituted <= MAX_SUBSTITUTED;
      return isKnown ? (stated ?? "") : "";
    });
    if (!isKnown || next === text) return undefined;
    text = next;
  }
  return text.includes("var(") ? undefined : text.trim();
}

/** Which of an element's declarations are to be applied. */
type Importance = "normal" | "important";

/** The cascaded values of one element: per property, the last value set wins. */
export class CascadedValues {
  readonly units = new Uint8Array(PROPERTY_COUNT);
  readonly values = new Float64Array(PROPERTY_COUNT);
  readonly percents = new Float64Array(PROPERTY_COUNT);
  /** The first `count` entries are the properties that are set. */
  readonly properties = new Uint8Array(PROPERTY_COUNT);
  count = 0;
  readonly #setFor = new Int32Array(PROPERTY_COUNT).fill(-1);
  #element = 0;

  /** Starts the next element. */
  begin(element: number): void {
    this.#element = element;
    this.count = 0;
  }

  /** Whether a property is set. */
  has(property: number): boolean {
    return this.#setFor[property] === this.#element;
  }

  /** Sets a property, replacing an earlier value. */
  set(property: number, unit: number, value = 0, percent = 0): void {
    if (this.#setFor[property] !== this.#element) {
      this.#setFor[property] = this.#element;
      this.properties[this.count++] = property;
    }
    this.units[property] = unit;
    this.values[property] = value;
    this.percents[property] = percent;
  }

  /** Sets all declarations of a block that have the given importance. */
  apply(declarations: Declarations, block: number, importance: Importance): void {
    const { starts, properties, units, values, percents, important } = declarations;
    const isImportant = importance === "important";
    for (let at = starts[block]!; at < starts[block + 1]!; at++) {
      if (important[at] === isImportant) this.set(properties[at]!, units[at]!, values[at]!, percents[at]!);
    }
  }
}

import type { Screen } from "../../page/index.ts";
import { DeclarationList } from "./declaration-list.ts";
import { readShorthand } from "./shorthands.ts";
import { readProperty } from "./values.ts";
import { type CustomProperties, withoutVariables } from "./variables.ts";
import { splitOutside } from "./words.ts";

const SEMICOLON = 0x3b;
const COLON = ":";
const IMPORTANT = /!\s*important\s*$/i;
/** A rule or attribute with more declarations is no hand's and no tool's work. */
const MAX_DECLARATIONS = 500;

/** Reads declarations; each distinct text is read once, into a block of them. */
export class Declarations extends DeclarationList {
  /** Block `b` holds the declarations from `starts[b]` to before `starts[b + 1]`. */
  readonly starts: number[] = [0];
  /** Blocks with an important declaration in them. */
  readonly urgentBlocks = new Set<number>();
  readonly #variables: CustomProperties;
  readonly #blocks = new Map<string, number>();

  constructor(screen: Screen, variables: CustomProperties) {
    super(screen);
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
    this.isImportant = value.includes("!") && IMPORTANT.test(value);
    if (this.isImportant) {
      value = value.replace(IMPORTANT, "");
      this.urgentBlocks.add(block);
    }
    value = value.trim();
    if (value.includes("var(")) {
      const resolved = withoutVariables(value, this.#variables);
      if (resolved === undefined) return;
      value = resolved;
    }
    if (!readShorthand(this, name, value)) readProperty(this, name, value);
  }
}

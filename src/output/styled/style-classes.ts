import type { PseudoElement, StyleProperty } from "./properties.data.ts";

/** The declarations of an element and of the parts that style sheets add to it, cleaned. */
interface ClassRules {
  readonly own: ReadonlyMap<StyleProperty, string>;
  readonly parts: ReadonlyMap<PseudoElement, ReadonlyMap<StyleProperty, string>>;
}

/** Gives elements that look alike one class, and writes the style sheet of all classes. */
export class StyleClasses {
  readonly #names = new Map<string, string>();

  /** The class of elements that look so; undefined for those that need none. */
  nameOf({ own, parts }: ClassRules): string | undefined {
    const rules = [rule("", own), ...[...parts].map(([part, values]) => rule(`::${part}`, values))]
      .filter((text) => text !== "")
      .join("\n");
    if (rules === "") return undefined;
    const known = this.#names.get(rules);
    if (known !== undefined) return known;
    const name = `g${this.#names.size + 1}`;
    this.#names.set(rules, name);
    return name;
  }

  /** The rules of all classes, a line each. */
  sheet(): string {
    return [...this.#names].map(([rules, name]) => rules.replaceAll(/^/gm, `.${name}`)).join("\n");
  }
}

function rule(selector: string, values: ReadonlyMap<StyleProperty, string>): string {
  if (values.size === 0) return "";
  const declarations = shortened(values).map(([name, value]) => `${name}:${value}`);
  return `${selector}{${declarations.join(";")}}`;
}

const FOUR_SIDED = [
  ["margin", "margin-top", "margin-right", "margin-bottom", "margin-left"],
  ["padding", "padding-top", "padding-right", "padding-bottom", "padding-left"],
  ["border-width", "border-top-width", "border-right-width", "border-bottom-width", "border-left-width"],
  ["border-style", "border-top-style", "border-right-style", "border-bottom-style", "border-left-style"],
  [
    "border-radius",
    "border-top-left-radius",
    "border-top-right-radius",
    "border-bottom-right-radius",
    "border-bottom-left-radius",
  ],
  ["border-color", "border-top-color", "border-right-color", "border-bottom-color", "border-left-color"],
] as const;

/** Four sides that are all said become one declaration. */
function shortened(values: ReadonlyMap<StyleProperty, string>): [name: string, value: string][] {
  const rest = new Map<string, string>(values);
  for (const [short, ...sides] of FOUR_SIDED) {
    const said = sides.map((side) => rest.get(side));
    // A radius may be two lengths, which the short form writes otherwise.
    if (!said.every((value) => value !== undefined && !/ (?![^(]*\))/.test(value))) continue;
    for (const side of sides) rest.delete(side);
    if (said.every((value) => value === said[0])) rest.set(short, said[0]!);
    else rest.set(short, said.join(" "));
  }
  return [...rest];
}

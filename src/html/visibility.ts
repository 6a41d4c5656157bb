import { NODE_FLAG } from "./document.ts";
import { ATTRIBUTE, KNOWN_NAMES, TAG } from "./tags.ts";

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

/** Bits for attributes, in addition to those of `NODE_FLAG`. */
const OPEN = 32;
const SHADOW = 64;
const SHOWN_OR_NOT = NODE_FLAG.hidden | NODE_FLAG.ariaHidden;

const STATING = new Uint8Array(KNOWN_NAMES.length);
for (const name of ["style", "hidden", "aria-hidden", "open", "shadowrootmode"] as const) {
  STATING[ATTRIBUTE[name]] = 1;
}

/** Whether an attribute, by the number of its name, can affect whether its element is shown. */
export function statesVisibility(name: number): boolean {
  return name < STATING.length && STATING[name] === 1;
}

/** The bits of such an attribute, to be combined with those of the others. */
export function statedVisibility(name: number, value: string): number {
  switch (name) {
    case ATTRIBUTE.style:
      return HIDING_STYLE.test(value) ? NODE_FLAG.hidden : 0;
    case ATTRIBUTE.hidden:
      // `hidden=until-found` opens when somebody searches or links into it.
      return value.toLowerCase() === "until-found" ? 0 : NODE_FLAG.hidden;
    case ATTRIBUTE["aria-hidden"]:
      return value.toLowerCase() === "true" ? NODE_FLAG.ariaHidden : 0;
    case ATTRIBUTE.open:
      return OPEN;
    default:
      return SHADOW;
  }
}

/** The visibility bits of an element itself, given those of its attributes; without its ancestors'. */
export function ownVisibility(tag: number, stated: number): number {
  switch (tag) {
    case TAG.html:
    case TAG.body:
      // A hidden root is a page that a script reveals: readers do see it.
      return 0;
    case TAG.noscript:
      return NODE_FLAG.noscript;
    case TAG.template:
      return (stated & SHADOW) !== 0 ? 0 : NODE_FLAG.template;
    case TAG.svg:
    case TAG.math:
      return (stated & SHOWN_OR_NOT) | NODE_FLAG.foreign;
    case TAG.dialog:
      return (stated & SHOWN_OR_NOT) | ((stated & OPEN) !== 0 ? 0 : NODE_FLAG.hidden);
    default:
      return stated & SHOWN_OR_NOT;
  }
}

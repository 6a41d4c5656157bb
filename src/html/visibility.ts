import { NODE_FLAG } from "./document.ts";
import { TAG } from "./tags.ts";

/** An attribute as the parser or the live page gives it. */
export interface MarkupAttribute {
  readonly name: string;
  readonly value: string;
}

/** Attributes as parallel lists. */
export interface AttributeLists {
  readonly names: string[];
  readonly values: string[];
}

const STYLE = "style";
const HIDDEN = "hidden";
const ARIA_HIDDEN = "aria-hidden";
const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

/** The visibility bits that an element's own markup sets, its attributes being the last of the lists; its ancestors' are added by the tree writer. */
export function ownVisibility(tag: number, attributes: AttributeLists, from: number): number {
  switch (tag) {
    case TAG.html:
    case TAG.body:
      // A hidden root is a page that a script reveals: readers do see it.
      return 0;
    case TAG.noscript:
      return NODE_FLAG.noscript;
    case TAG.template:
      return attributes.names.includes("shadowrootmode", from) ? 0 : NODE_FLAG.template;
    case TAG.svg:
    case TAG.math:
      return hiddenBits(attributes, from) | NODE_FLAG.foreign;
    case TAG.dialog:
      return hiddenBits(attributes, from) | (attributes.names.includes("open", from) ? 0 : NODE_FLAG.hidden);
    default:
      return hiddenBits(attributes, from);
  }
}

function hiddenBits({ names, values }: AttributeLists, from: number): number {
  let flags = 0;
  for (let index = from; index < names.length; index++) {
    const name = names[index]!;
    const value = values[index]!;
    // By length first: names come as fresh strings, which compare slowly, and most are none of these.
    switch (name.length) {
      case STYLE.length:
        if (name === STYLE && HIDING_STYLE.test(value)) flags |= NODE_FLAG.hidden;
        break;
      case HIDDEN.length:
        // `hidden=until-found` opens by itself when somebody searches or links into it.
        if (name === HIDDEN && value.toLowerCase() !== "until-found") flags |= NODE_FLAG.hidden;
        break;
      case ARIA_HIDDEN.length:
        if (name === ARIA_HIDDEN && value.toLowerCase() === "true") flags |= NODE_FLAG.ariaHidden;
        break;
    }
  }
  return flags;
}

import type { Page } from "../../page/index.ts";
import { TokenCutter } from "./cut-tokens.ts";
import type { Forms } from "./forms.ts";
import { readOpenTags } from "./open-tags.ts";
import type { CutTokens, Tokens } from "./tokens.ts";

/** Gives the tokens of pages, one after another, in arrays that it keeps. */
export class Tokeniser {
  readonly #cutter: TokenCutter;

  constructor(forms?: Forms) {
    this.#cutter = new TokenCutter(forms);
  }

  /** The tokens of a page's body (5.2), with their forms where these were given; good until the next page. */
  read(page: Page): Tokens {
    return withOpenTags(page, this.#cutter.cut(page));
  }
}

/** The tokens of a page's body, to keep. */
export function tokenise(page: Page, forms?: Forms): Tokens {
  return new Tokeniser(forms).read(page);
}

/** Unclosed tags are read when they are first asked for: the shipped settings do without. */
function withOpenTags(page: Page, cut: CutTokens): Tokens {
  let openTag: Int32Array | undefined;
  return {
    ...cut,
    get openTag() {
      openTag ??= readOpenTags(page, cut);
      return openTag;
    },
  };
}

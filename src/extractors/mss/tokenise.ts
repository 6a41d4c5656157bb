import type { Page } from "../../page/index.ts";
import { Room } from "../room.ts";
import { TokenCutter } from "./cut-tokens.ts";
import type { Forms } from "./forms.ts";
import { readForms, readOpenTags } from "./read-forms.ts";
import type { CutTokens, Tokens } from "./tokens.ts";

const NO_FORMS = new Int32Array(0);

/** Gives the tokens of pages, one after another, in arrays that it keeps. */
export class Tokeniser {
  readonly #cutter = new TokenCutter();
  readonly #forms: Forms | undefined;
  readonly #room = new Room((length) => new Int32Array(length));

  constructor(forms?: Forms) {
    this.#forms = forms;
  }

  /** The tokens of a page's body (5.2), with their forms where these were given; good until the next page. */
  read(page: Page): Tokens {
    const cut = this.#cutter.cut(page);
    if (this.#forms === undefined) return { ...cut, form: NO_FORMS, openTag: NO_FORMS };
    const form = this.#room.of(cut.count);
    readForms(page, cut, this.#forms, form);
    return withOpenTags(page, cut, form);
  }
}

/** The tokens of a page's body, to keep. */
export function tokenise(page: Page, forms?: Forms): Tokens {
  return new Tokeniser(forms).read(page);
}

/** Unclosed tags are read when they are first asked for: the shipped settings do without. */
function withOpenTags(page: Page, cut: CutTokens, form: Int32Array): Tokens {
  let openTag: Int32Array | undefined;
  return {
    ...cut,
    form,
    get openTag() {
      openTag ??= readOpenTags(page, cut, form);
      return openTag;
    },
  };
}

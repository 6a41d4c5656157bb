import type { Page } from "../../page/index.ts";
import { cutTokens } from "./cut-tokens.ts";
import type { Forms } from "./forms.ts";
import { readForms, readOpenTags } from "./read-forms.ts";
import type { CutTokens, Tokens } from "./tokens.ts";

const NO_FORMS = new Int32Array(0);
/** The tokens of pages that are still in use: two methods that weigh one page cut it once. */
const cutPages = new WeakMap<Page, CutTokens>();

/** The tokens of a page's body (5.2), with their forms where these are given. */
export function tokenise(page: Page, forms?: Forms): Tokens {
  let cut = cutPages.get(page);
  if (cut === undefined) {
    cut = cutTokens(page);
    cutPages.set(page, cut);
  }
  if (forms === undefined) return { ...cut, form: NO_FORMS, openTag: NO_FORMS };
  return withForms(page, cut, readForms(page, cut, forms));
}

/** Unclosed tags are read when they are first asked for: the shipped settings do without. */
function withForms(page: Page, cut: CutTokens, form: Int32Array): Tokens {
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

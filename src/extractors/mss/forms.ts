import { TAGS } from "../../html/index.ts";
import { hashText, WordNumbers } from "../../text/index.ts";
import { makeStem, type Stem, type StemLanguage, stemLanguage } from "../../text/stem.ts";

const NUMBER_FORM = hashText("1");
const UNKNOWN_TAG = "UNKNOWN";
type TagMark = "<" | "</";
const INVISIBLE = /[\u00ad\u200b-\u200f\ufeff]/g;
const ONLY_DIGITS = /^\p{N}+$/u;
const IS_ASCII = /^[\0-\x7f]*$/;

/** What tokens are taken for (5.2): stems, `1` for numbers, tags by name, rare ones as one. */
export interface Forms {
  /** The forms of words in a language. */
  words(language: string | undefined): WordNumbers;
  /** The forms of the tags that have ids, by these. */
  readonly startTags: Int32Array;
  readonly endTags: Int32Array;
  startTag(name: string): number;
  endTag(name: string): number;
}

/** Forms with the given tags as the common ones; without a list every tag keeps its name. */
export function makeForms(commonTags?: ReadonlySet<string>): Forms {
  // By stemmer, of which there are few: a page can declare any nonsense as its language.
  const languages = new Map<StemLanguage | undefined, WordNumbers>();
  const form = (mark: TagMark, name: string) =>
    tagForm(mark, (commonTags?.has(name) ?? true) ? name : UNKNOWN_TAG);
  return {
    words(language) {
      const known = stemLanguage(language);
      let forms = languages.get(known);
      if (forms === undefined) {
        const stem = makeStem(language);
        forms = new WordNumbers((word) => wordForm(word, stem));
        languages.set(known, forms);
      }
      return forms;
    },
    startTags: Int32Array.from(TAGS, (name) => form("<", name)),
    endTags: Int32Array.from(TAGS, (name) => form("</", name)),
    startTag: (name) => form("<", name),
    endTag: (name) => form("</", name),
  };
}

function wordForm(word: string, stem: Stem): number {
  const lower = word.toLowerCase();
  // Some letters are capitals of another kind: whatever the case, one word has one form.
  const plain = IS_ASCII.test(word) ? lower : lower.normalize("NFKC").toLowerCase().replace(INVISIBLE, "");
  return ONLY_DIGITS.test(plain) ? NUMBER_FORM : hashText(stem(plain));
}

/** The form of a tag, `<` or `</` before its name; `UNKNOWN` is the name of all rare ones. */
export function tagForm(mark: TagMark, name: string): number {
  return hashText(`${mark}${name}>`);
}

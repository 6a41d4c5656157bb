import { TAGS } from "../../html/index.ts";
import { hashText, WordNumbers } from "../../text/index.ts";
import { makeStem, type Stem, type StemLanguage, stemLanguage } from "../../text/stem.ts";

const NUMBER_FORM = hashText("1");
const UNKNOWN_TAG = "UNKNOWN";
const INVISIBLE = /[\u00ad\u200b-\u200f\ufeff]/g;
const ONLY_DIGITS = /^\p{N}+$/u;
const IS_ASCII = /^[\0-\x7f]*$/;

/** What tokens are taken for (5.2): stems, `1` for numbers, tags by name, rare ones as one. */
export interface Forms {
  /** The forms of words in a language. */
  words(language: string | undefined): WordNumbers;
  startTag(tagId: number, name: string): number;
  endTag(tagId: number, name: string): number;
}

/** Forms with the given tags as the common ones; without a list every tag keeps its name. */
export function makeForms(commonTags?: ReadonlySet<string>): Forms {
  // By stemmer, of which there are few: a page can declare any nonsense as its language.
  const languages = new Map<StemLanguage | undefined, WordNumbers>();
  const starts = new TagForms("<", commonTags);
  const ends = new TagForms("</", commonTags);
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
    startTag: (tagId, name) => starts.get(tagId, name),
    endTag: (tagId, name) => ends.get(tagId, name),
  };
}

function wordForm(word: string, stem: Stem): number {
  const lower = word.toLowerCase();
  // Some letters are capitals of another kind: whatever the case, one word has one form.
  const plain = IS_ASCII.test(word) ? lower : lower.normalize("NFKC").toLowerCase().replace(INVISIBLE, "");
  return ONLY_DIGITS.test(plain) ? NUMBER_FORM : hashText(stem(plain));
}

/** The forms of tags with one mark before their names; those without an id of ours are looked up by name. */
class TagForms {
  readonly #mark: "<" | "</";
  readonly #common: ReadonlySet<string> | undefined;
  readonly #byId = new Int32Array(TAGS.length);
  readonly #unknown: number;

  constructor(mark: "<" | "</", common: ReadonlySet<string> | undefined) {
    this.#mark = mark;
    this.#common = common;
    this.#unknown = tagForm(mark, UNKNOWN_TAG);
    TAGS.forEach((name, id) => {
      this.#byId[id] = this.#form(name);
    });
  }

  get(tagId: number, name: string): number {
    return tagId > 0 ? this.#byId[tagId]! : this.#form(name);
  }

  #form(name: string): number {
    const isCommon = this.#common?.has(name) ?? true;
    return isCommon ? tagForm(this.#mark, name) : this.#unknown;
  }
}

/** The form of a tag, `<` or `</` before its name; `UNKNOWN` is the name of all rare ones. */
export function tagForm(mark: "<" | "</", name: string): number {
  return hashText(`${mark}${name}>`);
}

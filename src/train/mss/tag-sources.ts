import { makeForms, TOKEN, type Tokens } from "../../extractors/index.ts";
import { type Document, TAGS, tagName } from "../../html/index.ts";

interface TagUse {
  readonly name: string;
  /** The first site it was seen on. */
  readonly site: number;
  isCommon: boolean;
}

/** Which tags were seen on more than one site so far; those are the paper's common ones (5.2). */
export class TagSources {
  readonly #forms = makeForms();
  readonly #rareForms = makeForms(new Set());
  /** By the forms of its start tag and of its end tag. */
  readonly #uses = new Map<number, TagUse>();
  readonly #names = new Map(TAGS.map((name) => [this.#forms.startTag(name), name]));

  /** Notes the tags of a page; whether one became common by it. */
  see(document: Document, { count, kind, form, node }: Tokens, site: number): boolean {
    let isNews = false;
    for (let at = 0; at < count; at++) {
      if (kind[at] !== TOKEN.startTag) continue;
      const use = this.#uses.get(form[at]!);
      if (use === undefined) this.#meet(this.#names.get(form[at]!) ?? tagName(document, node[at]!), site);
      else if (!use.isCommon && use.site !== site) {
        use.isCommon = true;
        isNews = true;
      }
    }
    return isNews;
  }

  /** Whether a form is that of a tag of one site only. */
  isRare(form: number): boolean {
    return this.#uses.get(form)?.isCommon === false;
  }

  /** The form that stands for all rare start tags, or all rare end tags. */
  rareForm(kind: number): number {
    return kind === TOKEN.endTag ? this.#rareForms.endTag("") : this.#rareForms.startTag("");
  }

  /** Lets every tag keep its name, for training on one site alone. */
  keepAll(): void {
    for (const use of this.#uses.values()) use.isCommon = true;
  }

  /** The names of the common tags, sorted. */
  common(): string[] {
    const names = [...this.#uses.values()].filter(({ isCommon }) => isCommon).map(({ name }) => name);
    return [...new Set(names)].sort();
  }

  #meet(name: string, site: number): void {
    const use = { name, site, isCommon: false };
    this.#uses.set(this.#forms.startTag(name), use);
    this.#uses.set(this.#forms.endTag(name), use);
  }
}

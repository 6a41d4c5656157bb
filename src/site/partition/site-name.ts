import { headlineKey, type Page } from "../../page/index.ts";
import type { SemanticLabel } from "./semantic-tree.ts";

/** Tells the name of the site, which names no part of a page, from the labels. */
export class SiteName {
  readonly #names: ReadonlySet<string>;
  readonly #title: string;
  readonly #home: string | undefined;
  readonly #firstText: number;

  constructor(page: Page, firstText: number) {
    const { meta, titleCandidates, baseUrl } = page;
    this.#names = new Set((meta.get("og:site_name") ?? []).map(headlineKey));
    this.#title = headlineKey(titleCandidates.find(({ source }) => source === "title")?.text ?? "");
    this.#home = baseUrl === undefined ? undefined : URL.parse("/", baseUrl)?.href;
    this.#firstText = firstText;
  }

  /** By its link, by what the page says, or as the first text of a page that has it in its title. */
  is({ leaf, text, url }: SemanticLabel): boolean {
    if (url !== undefined && url === this.#home) return true;
    const key = headlineKey(text);
    return this.#names.has(key) || (leaf === this.#firstText && key !== "" && this.#title.includes(key));
  }
}

import { NewsError } from "../errors/index.ts";
import { type Label, readLabels } from "../sets/index.ts";
import { hashText, words } from "../text/index.ts";
import { canonicaliseUrl } from "../url/index.ts";
import { SeenPages } from "./seen-pages.ts";

/** Watches that no id comes twice in a set and no page has two labels, whose difference a model could not learn. */
export class LabelCheck {
  readonly #conflicts: "refuse" | "keep first";
  readonly #ids = new SeenPages();
  readonly #pages = new SeenPages();
  readonly #folders: string[] = [];
  #count = 0;

  constructor(conflicts: "refuse" | "keep first") {
    this.#conflicts = conflicts;
  }

  /** Notes a label; throws where its set has one of that id already. */
  id({ set, id }: Label, folder: string): void {
    if (!this.#folders.includes(folder)) this.#folders.push(folder);
    const first = this.#ids.note(JSON.stringify([set, id]), { page: ++this.#count, label: 0 });
    if (first !== undefined)
      throw new NewsError("BAD_SET", `The set ${set} has two pages called "${id}"; give each its own id.`);
  }

  /** Whether the page of the label noted last was labelled before: the same bytes or address; throws where that label says something else. */
  async isKnown(label: Label, html: Uint8Array | string): Promise<boolean> {
    const sighting = { page: this.#count, label: hashText(words(label.truth.body ?? "").join(" ")) };
    const url = label.url === null ? undefined : (canonicaliseUrl(label.url) ?? label.url);
    const first = [
      this.#pages.note(html, sighting),
      ...(url === undefined ? [] : [this.#pages.note(`address ${url}`, sighting)]),
    ].find((found) => found !== undefined);
    if (first === undefined) return false;
    if (first.label === sighting.label || this.#conflicts === "keep first") return true;
    const other = await this.#labelOf(first.page);
    throw new NewsError(
      "BAD_SET",
      `The page "${label.id}" of ${label.set} is "${other.id}" of ${other.set} with another body; take one out, or use --keep-first.`,
    );
  }

  /** Ids are not kept, as there may be millions; for an error the sets are read once more. */
  async #labelOf(page: number): Promise<Label> {
    let count = 0;
    for (const folder of this.#folders) {
      for await (const label of readLabels(folder)) if (++count === page) return label;
    }
    throw new NewsError("BAD_SET", "The sets have changed while they were read; train again.");
  }
}

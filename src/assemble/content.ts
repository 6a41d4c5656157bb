import type { Media } from "../article/index.ts";
import type { MARK_OF } from "./elements.data.ts";

/** An inline mark. */
export type MarkName = (typeof MARK_OF)[keyof typeof MARK_OF];

/** A piece of a line: text, a forced line break, or a marked or linked run. */
export type Inline =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "break" }
  | {
      readonly type: "link";
      readonly href: string;
      readonly title: string | null;
      readonly children: readonly Inline[];
    }
  | {
      readonly type: "mark";
      readonly mark: MarkName;
      readonly title: string | null;
      readonly children: readonly Inline[];
    };

/** A cell of a table. */
export interface Cell {
  readonly header: boolean;
  readonly colspan: number;
  readonly rowspan: number;
  readonly blocks: readonly Block[];
}

/** A term or one of its explanations. */
export interface Entry {
  readonly isTerm: boolean;
  readonly blocks: readonly Block[];
}

/** What a figure shows: everything but frames, which the output never loads. */
export type Picture = Pick<Media, "src" | "alt"> & {
  readonly kind: Exclude<Media["kind"], "frame">;
  /** The still of a film. */
  readonly poster: string | null;
};

/** A piece of an article on lines of its own. */
export type Block =
  | { readonly type: "paragraph"; readonly children: readonly Inline[] }
  | { readonly type: "heading"; readonly level: number; readonly children: readonly Inline[] }
  | {
      readonly type: "list";
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly type: "terms"; readonly entries: readonly Entry[] }
  | {
      readonly type: "table";
      readonly caption: readonly Inline[];
      readonly rows: readonly (readonly Cell[])[];
    }
  | { readonly type: "quote"; readonly blocks: readonly Block[] }
  | {
      readonly type: "code";
      readonly text: string;
      /** The programming language that the markup names, such as `js`. */
      readonly language: string | null;
    }
  | {
      readonly type: "figure";
      readonly pictures: readonly Picture[];
      readonly caption: readonly Inline[];
      readonly credit: string | null;
    }
  | { readonly type: "rule" };

/** What an article holds, as plain data: the one source of its text, HTML, Markdown and XML. */
export interface Content {
  readonly blocks: readonly Block[];
  /** Every picture, film, sound and frame, in page order. */
  readonly media: readonly Media[];
}

/** The blocks inside a block, by item, entry or cell; what holds lines only has none. */
export function innerBlocks(block: Block): readonly (readonly Block[])[] {
  switch (block.type) {
    case "list":
      return block.items;
    case "quote":
      return [block.blocks];
    case "terms":
      return block.entries.map(({ blocks }) => blocks);
    case "table":
      return block.rows.flatMap((row) => row.map(({ blocks }) => blocks));
    default:
      return [];
  }
}

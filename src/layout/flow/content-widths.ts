import { NODE_KIND, TAG } from "../../html/index.ts";
import { BOX, PROPERTY } from "../style/properties.ts";
import { REPLACED_TAGS, replacedSize } from "./box-sizes.ts";
import { type Boxes, isFlex, isGrid, isInlineLevel, isTable } from "./boxes.ts";
import { readColumns, type TableColumns } from "./tables.ts";

const NO_WRAP = 1;
const PRESERVED = 2;
const COLUMN = 2;

/** Computes min-content and max-content widths bottom-up, and returns the columns of every table. */
export function measureContent(boxes: Boxes): ReadonlyMap<number, TableColumns> {
  return new ContentMeasure(boxes).run();
}

class ContentMeasure {
  readonly #boxes: Boxes;
  readonly #tables = new Map<number, TableColumns>();
  /** For each element, the width of the current run of inline children. */
  readonly #run: Float32Array;
  readonly #whiteSpace: Uint8Array;
  readonly #float: Uint8Array;

  constructor(boxes: Boxes) {
    this.#boxes = boxes;
    this.#run = new Float32Array(boxes.document.size);
    this.#whiteSpace = boxes.styles.codes("white-space");
    this.#float = boxes.styles.codes("float");
  }

  run(): ReadonlyMap<number, TableColumns> {
    const { document, kind } = this.#boxes;
    const { parent } = document;
    // Reverse document order visits children before their parents.
    for (let node = document.size - 1; node > 0; node--) {
      const holder = parent[node]!;
      if (kind[holder] === BOX.none) continue;
      if (document.kind[node] === NODE_KIND.text) this.#addText(node, holder);
      else if (kind[node] !== BOX.none) {
        this.#finish(node);
        if (!this.#boxes.isAbsolute(node)) this.#add(node, holder);
      }
    }
    return this.#tables;
  }

  #addText(node: number, holder: number): void {
    const { texts, minContent } = this.#boxes;
    const width = texts.width[node]!;
    const space = texts.space(holder);
    // Blank text counts as one space between its neighbours.
    this.#run[holder]! += texts.edges[node] === 0 || this.#run[holder] === 0 ? width : width + space;
    if (texts.words[node] === 0) return;
    const mode = this.#whiteSpace[holder]!;
    const least = mode === NO_WRAP || mode === PRESERVED ? width : texts.longestWord[node]!;
    if (least > minContent[holder]!) minContent[holder] = least;
  }

  #finish(node: number): void {
    const { document, kind, maxContent, minContent } = this.#boxes;
    const across = this.#boxes.edgesAcross(node, 0);
    if (REPLACED_TAGS[document.tag[node]!] === 1) {
      const { width } = replacedSize(document, this.#boxes.styles, node, 0);
      maxContent[node] = width + across;
      minContent[node] = Math.min(maxContent[node]!, width + across);
    } else {
      if (isTable(kind[node]!)) this.#readTable(node);
      const most = Math.max(maxContent[node]!, this.#run[node]!, minContent[node]!);
      maxContent[node] = most + across;
      minContent[node]! += across;
    }
    if (this.#boxes.styles.record[node] !== 0) this.#applyStated(node);
  }

  #readTable(node: number): void {
    const { maxContent, minContent } = this.#boxes;
    const columns = readColumns(this.#boxes, node);
    this.#tables.set(node, columns);
    const gaps = columns.gap * (columns.least.length + 1);
    maxContent[node] = Math.max(
      maxContent[node]!,
      columns.most.reduce((sum, width) => sum + width, gaps),
    );
    minContent[node] = Math.max(
      minContent[node]!,
      columns.least.reduce((sum, width) => sum + width, gaps),
    );
  }

  /** A stated width replaces the content width, unless it is a percentage of a width that is not known yet. */
  #applyStated(node: number): void {
    const { styles, maxContent, minContent, kind } = this.#boxes;
    const record = styles.record[node]!;
    if (kind[node] === BOX.inline && REPLACED_TAGS[this.#boxes.document.tag[node]!] === 0) return;
    const isShare = styles.boxes.percent(record, PROPERTY.width) !== 0;
    if (isShare && REPLACED_TAGS[this.#boxes.document.tag[node]!] === 1) minContent[node] = 0;
    const stated = this.#boxes.statedWidth(node, 0);
    if (!isShare && !Number.isNaN(stated)) {
      // Cells and tables grow with their content, other boxes let it overflow.
      const grows = kind[node] === BOX.cell || isTable(kind[node]!);
      minContent[node] = grows ? Math.max(minContent[node]!, kind[node] === BOX.cell ? 0 : stated) : stated;
      maxContent[node] = Math.max(stated, grows ? minContent[node]! : 0);
    }
    if (styles.boxes.percent(record, PROPERTY["max-width"]) === 0) {
      maxContent[node] = this.#boxes.clampWidth(node, maxContent[node]!, 0);
      minContent[node] = Math.min(this.#boxes.clampWidth(node, minContent[node]!, 0), maxContent[node]!);
    }
  }

  /** Adds the widths of a child to its parent. */
  #add(node: number, holder: number): void {
    const { document, kind, maxContent, minContent, styles } = this.#boxes;
    const own = kind[node]!;
    const margins = this.#boxes.marginsAcross(node, 0);
    const most = maxContent[node]! + margins;
    const least = minContent[node]! + margins;
    const around = kind[holder]!;
    if (isFlex(around) && styles.codes("flex-direction")[holder] !== COLUMN)
      this.#addItem(holder, most, least);
    else if (isGrid(around)) this.#addGridItem(holder, most, least);
    else if (own === BOX.cell || own === BOX.row || own === BOX.rowGroup) return;
    else if (this.#float[node] !== 0 || isInlineLevel(own)) {
      if (document.tag[node] === TAG.br) this.#breakLine(holder);
      this.#run[holder]! += most;
      minContent[holder] = Math.max(
        minContent[holder]!,
        this.#whiteSpace[holder] === NO_WRAP ? this.#run[holder]! : least,
      );
    } else {
      this.#breakLine(holder);
      if (most > maxContent[holder]!) maxContent[holder] = most;
      if (least > minContent[holder]!) minContent[holder] = least;
      if (around === BOX.inline) kind[holder] = BOX.block;
    }
  }

  #addItem(holder: number, most: number, least: number): void {
    const { minContent, styles } = this.#boxes;
    const gap = this.#run[holder]! > 0 ? this.#boxes.lengthOrZero(holder, PROPERTY["column-gap"], 0) : 0;
    this.#run[holder]! += most + gap;
    if (styles.codes("flex-wrap")[holder] === 0) minContent[holder]! += least + gap;
    else minContent[holder] = Math.max(minContent[holder]!, least);
  }

  #addGridItem(holder: number, most: number, least: number): void {
    const { maxContent, minContent, styles } = this.#boxes;
    const columns = styles.tracks(holder)?.length ?? 1;
    maxContent[holder] = Math.max(maxContent[holder]!, most * columns);
    minContent[holder] = Math.max(minContent[holder]!, least);
  }

  #breakLine(holder: number): void {
    const { maxContent } = this.#boxes;
    if (this.#run[holder]! > maxContent[holder]!) maxContent[holder] = this.#run[holder]!;
    this.#run[holder] = 0;
  }
}

import { NODE_KIND, TAG } from "../../html/index.ts";
import { BOX, PROPERTY } from "../style/properties.ts";
import { REPLACED_TAGS, replacedSize } from "./box-sizes.ts";
import { type Boxes, isFlex, isGrid, isInlineLevel, isTable } from "./boxes.ts";
import { readColumns, type TableColumns } from "./tables.ts";

const NO_WRAP = 1;
const PRESERVED = 2;
const COLUMN = 2;

/** Finds how wide content asks each box to be, from the innermost out, and gives the columns of every table. */
export function measureContent(boxes: Boxes): ReadonlyMap<number, TableColumns> {
  const measure = new ContentMeasure(boxes);
  return measure.run();
}

class ContentMeasure {
  readonly #boxes: Boxes;
  readonly #tables = new Map<number, TableColumns>();
  /** Of each element, the width of the line that its last read children make. */
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
    // Children stand behind their parents: backwards, all of a box is read before it is.
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
    const { texts, leastWidth } = this.#boxes;
    const width = texts.width[node]!;
    const space = texts.space(holder);
    // Blank text counts as the space that it makes between its neighbours.
    this.#run[holder]! += texts.edges[node] === 0 || this.#run[holder] === 0 ? width : width + space;
    if (texts.words[node] === 0) return;
    const mode = this.#whiteSpace[holder]!;
    const least = mode === NO_WRAP || mode === PRESERVED ? width : texts.longestWord[node]!;
    if (least > leastWidth[holder]!) leastWidth[holder] = least;
  }

  #finish(node: number): void {
    const { document, kind, mostWidth, leastWidth } = this.#boxes;
    const across = this.#boxes.edgesAcross(node, 0);
    if (REPLACED_TAGS[document.tag[node]!] === 1) {
      const { width } = replacedSize(document, this.#boxes.styles, node, 0);
      mostWidth[node] = width + across;
      leastWidth[node] = Math.min(mostWidth[node]!, width + across);
    } else {
      if (isTable(kind[node]!)) this.#readTable(node);
      const most = Math.max(mostWidth[node]!, this.#run[node]!, leastWidth[node]!);
      mostWidth[node] = most + across;
      leastWidth[node]! += across;
    }
    if (this.#boxes.styles.record[node] !== 0) this.#applyStated(node);
  }

  #readTable(node: number): void {
    const { mostWidth, leastWidth } = this.#boxes;
    const columns = readColumns(this.#boxes, node);
    this.#tables.set(node, columns);
    const gaps = columns.gap * (columns.least.length + 1);
    mostWidth[node] = Math.max(
      mostWidth[node]!,
      columns.most.reduce((sum, width) => sum + width, gaps),
    );
    leastWidth[node] = Math.max(
      leastWidth[node]!,
      columns.least.reduce((sum, width) => sum + width, gaps),
    );
  }

  /** A stated width stands for what the content asks for; one in percent cannot, before the room is known. */
  #applyStated(node: number): void {
    const { styles, mostWidth, leastWidth, kind } = this.#boxes;
    const record = styles.record[node]!;
    if (kind[node] === BOX.inline && REPLACED_TAGS[this.#boxes.document.tag[node]!] === 0) return;
    const isShare = styles.boxes.percent(record, PROPERTY.width) !== 0;
    if (isShare && REPLACED_TAGS[this.#boxes.document.tag[node]!] === 1) leastWidth[node] = 0;
    const stated = this.#boxes.statedWidth(node, 0);
    if (!isShare && !Number.isNaN(stated)) {
      // Cells and tables grow with their content, other boxes let it stick out.
      const grows = kind[node] === BOX.cell || isTable(kind[node]!);
      leastWidth[node] = grows ? Math.max(leastWidth[node]!, kind[node] === BOX.cell ? 0 : stated) : stated;
      mostWidth[node] = Math.max(stated, grows ? leastWidth[node]! : 0);
    }
    if (styles.boxes.percent(record, PROPERTY["max-width"]) === 0) {
      mostWidth[node] = this.#boxes.clampWidth(node, mostWidth[node]!, 0);
      leastWidth[node] = Math.min(this.#boxes.clampWidth(node, leastWidth[node]!, 0), mostWidth[node]!);
    }
  }

  /** Adds what a child asks for to its parent. */
  #add(node: number, holder: number): void {
    const { document, kind, mostWidth, leastWidth, styles } = this.#boxes;
    const own = kind[node]!;
    const margins = this.#boxes.marginsAcross(node, 0);
    const most = mostWidth[node]! + margins;
    const least = leastWidth[node]! + margins;
    const around = kind[holder]!;
    if (isFlex(around) && styles.codes("flex-direction")[holder] !== COLUMN)
      this.#addItem(holder, most, least);
    else if (isGrid(around)) this.#addGridItem(holder, most, least);
    else if (own === BOX.cell || own === BOX.row || own === BOX.rowGroup) return;
    else if (this.#float[node] !== 0 || isInlineLevel(own)) {
      if (document.tag[node] === TAG.br) this.#breakLine(holder);
      this.#run[holder]! += most;
      leastWidth[holder] = Math.max(
        leastWidth[holder]!,
        this.#whiteSpace[holder] === NO_WRAP ? this.#run[holder]! : least,
      );
    } else {
      this.#breakLine(holder);
      if (most > mostWidth[holder]!) mostWidth[holder] = most;
      if (least > leastWidth[holder]!) leastWidth[holder] = least;
      if (around === BOX.inline) kind[holder] = BOX.block;
    }
  }

  #addItem(holder: number, most: number, least: number): void {
    const { leastWidth, styles } = this.#boxes;
    const gap = this.#run[holder]! > 0 ? this.#boxes.lengthOrZero(holder, PROPERTY["column-gap"], 0) : 0;
    this.#run[holder]! += most + gap;
    if (styles.codes("flex-wrap")[holder] === 0) leastWidth[holder]! += least + gap;
    else leastWidth[holder] = Math.max(leastWidth[holder]!, least);
  }

  #addGridItem(holder: number, most: number, least: number): void {
    const { mostWidth, leastWidth, styles } = this.#boxes;
    const columns = styles.tracks(holder)?.length ?? 1;
    mostWidth[holder] = Math.max(mostWidth[holder]!, most * columns);
    leastWidth[holder] = Math.max(leastWidth[holder]!, least);
  }

  #breakLine(holder: number): void {
    const { mostWidth } = this.#boxes;
    if (this.#run[holder]! > mostWidth[holder]!) mostWidth[holder] = this.#run[holder]!;
    this.#run[holder] = 0;
  }
}

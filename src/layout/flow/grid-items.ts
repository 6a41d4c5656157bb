import { childNodes, NODE_KIND } from "../../html/index.ts";
import { BOX, PROPERTY } from "../style/properties.ts";
import { type Track, trackPixels } from "../style/tracks.ts";
import type { Boxes } from "./boxes.ts";

/** Columns that are made where a track is repeated as often as there is room. */
const MAX_REPEATS = 64;
/** A repeated track that states no length. */
const USUAL_TRACK = 200;

/** Gives the items of a grid their left edges, widths and rows, in `boxes`. */
export function placeGridItems(boxes: Boxes, node: number, left: number, width: number): void {
  const gap = boxes.lengthOrZero(node, PROPERTY["column-gap"], width);
  const items = itemsOf(boxes, node);
  const tracks = repeated(boxes.styles.tracks(node) ?? [], width, gap);
  const widths = trackWidths(boxes, tracks, items, width - gap * (tracks.length - 1));
  const starts = startsOf(widths, gap);
  const isMirrored = boxes.styles.codes("direction")[node] === 1;
  let column = 0;
  let row = 0;
  for (const item of items) {
    const span = Math.min(boxes.styles.gridSpan[item] || 1, widths.length);
    if (column + span > widths.length) {
      column = 0;
      row++;
    }
    const start = starts[column]!;
    const room = starts[column + span]! - gap - start;
    const own = itemWidth(boxes, item, room);
    boxes.width[item] = own;
    boxes.left[item] = isMirrored ? left + width - start - own : left + start;
    boxes.place[item] = row;
    column += span;
  }
}

function itemsOf(boxes: Boxes, node: number): number[] {
  const { document, kind, texts } = boxes;
  return [...childNodes(document, node)].filter((child) =>
    document.kind[child] === NODE_KIND.text
      ? texts.words[child] !== 0
      : kind[child] !== BOX.none && !boxes.isAbsolute(child),
  );
}

function itemWidth(boxes: Boxes, item: number, room: number): number {
  if (boxes.document.kind[item] === NODE_KIND.text) return room;
  const stated = boxes.statedWidth(item, room);
  const margins = boxes.marginsAcross(item, room);
  return boxes.clampWidth(item, Number.isNaN(stated) ? Math.max(0, room - margins) : stated, room);
}

/** Left edges of columns, with one more past the last. */
function startsOf(widths: readonly number[], gap: number): readonly number[] {
  const starts = [0];
  for (const width of widths) starts.push(starts.at(-1)! + width + gap);
  return starts;
}

/** Repeats what is to be repeated as often as there is room; a grid without columns has one. */
function repeated(tracks: readonly Track[], width: number, gap: number): readonly Track[] {
  if (tracks.length === 0) return [{ fraction: 1, length: undefined, isRepeated: false }];
  const pattern = tracks.filter(({ isRepeated }) => isRepeated);
  if (pattern.length === 0) return tracks;
  const size = ({ length }: Track) => (length === undefined ? USUAL_TRACK : trackPixels(length, width));
  const fixed = tracks
    .filter(({ isRepeated }) => !isRepeated)
    .reduce((sum, track) => sum + size(track) + gap, 0);
  const once = pattern.reduce((sum, track) => sum + size(track) + gap, 0);
  const times = Math.max(1, Math.min(MAX_REPEATS, Math.floor((width - fixed + gap) / Math.max(1, once))));
  return tracks.flatMap((track) => (track.isRepeated ? Array.from({ length: times }, () => track) : [track]));
}

/** Lengths first, then what content asks for, then shares of the rest. */
function trackWidths(
  boxes: Boxes,
  tracks: readonly Track[],
  items: readonly number[],
  room: number,
): number[] {
  const fractions = tracks.reduce((sum, { fraction }) => sum + fraction, 0);
  const widths = tracks.map(({ length, fraction }, at) => {
    if (length !== undefined && fraction === 0) return trackPixels(length, room);
    return fraction > 0 ? 0 : contentWidth(boxes, items, at, tracks.length);
  });
  const used = widths.reduce((sum, width) => sum + width, 0);
  const rest = Math.max(0, room - used);
  if (fractions > 0) return widths.map((width, at) => width + (rest * tracks[at]!.fraction) / fractions);
  const autos = tracks.filter(({ length }) => length === undefined).length;
  return widths.map((width, at) => (tracks[at]!.length === undefined ? width + rest / autos : width));
}

function contentWidth(boxes: Boxes, items: readonly number[], column: number, columns: number): number {
  let widest = 0;
  for (let at = column; at < items.length; at += columns) {
    const item = items[at]!;
    const isText = boxes.document.kind[item] === NODE_KIND.text;
    widest = Math.max(widest, isText ? boxes.texts.width[item]! : boxes.mostWidth[item]!);
  }
  return widest;
}

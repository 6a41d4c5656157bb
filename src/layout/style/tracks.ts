import { type Length, type LengthReader, plainNumber } from "./length.ts";
import { UNIT } from "./properties.ts";
import { commaParts, wordsOf } from "./words.ts";

/** A column of a grid: a share of what is left over, a length, or as wide as what it holds. */
export interface Track {
  /** Share of the room left over, 0 where it takes none. */
  readonly fraction: number;
  /** Its length, or the least of it; undefined where its content decides. */
  readonly length: Length | undefined;
  /** Whether it is repeated as often as there is room. */
  readonly isRepeated: boolean;
}

const REPEAT = /^repeat\(\s*([\w-]+)\s*,(.*)\)$/is;
const MINMAX = /^minmax\((.*)\)$/is;
/** Pages have a dozen columns; thousands ask for memory, not for a layout. */
const MAX_TRACKS = 64;
/** Without an opening bracket inside: a row of them would be searched to its end from each. */
const LINE_NAMES = /\[[^[\]]*\]/g;
const FRACTION = /^(.+)fr$/;
const PIXELS_PER_EM = 16;

/** The columns that `grid-template-columns` asks for; names of lines are left out. */
export function trackSizes(text: string, lengths: LengthReader): readonly Track[] {
  const tracks: Track[] = [];
  for (const word of wordsOf(text.replace(LINE_NAMES, " "))) {
    const repeat = REPEAT.exec(word);
    if (repeat === null) tracks.push(...one(word, lengths));
    else {
      const isRepeated = !/^\d+$/.test(repeat[1] ?? "");
      const times = isRepeated ? 1 : Math.min(Number(repeat[1]), MAX_TRACKS);
      const words = wordsOf(repeat[2] ?? "").slice(0, MAX_TRACKS);
      const own = words.flatMap((each) => one(each, lengths));
      for (let time = 0; time < times; time++) {
        tracks.push(...own.map((track) => ({ ...track, isRepeated })));
      }
    }
    if (tracks.length > MAX_TRACKS) return tracks.slice(0, MAX_TRACKS);
  }
  return tracks;
}

function one(word: string, lengths: LengthReader): Track[] {
  if (word === "none" || word === "subgrid") return [];
  const range = MINMAX.exec(word);
  const [least = word, most = word] = range === null ? [] : commaParts(range[1] ?? "");
  const fraction = plainNumber(FRACTION.exec(most)?.[1] ?? "") ?? 0;
  const length = lengths.read(fraction > 0 ? least : most) ?? lengths.read(least);
  return [{ fraction, length, isRepeated: false }];
}

/** The length of a track in pixels, in a grid of a width. */
export function trackPixels({ value, unit, percent }: Length, available: number): number {
  return (unit === UNIT.px ? value : value * PIXELS_PER_EM) + (percent / 100) * available;
}

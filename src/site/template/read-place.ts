import { firstText, firstThing, type Page } from "../../page/index.ts";

/** The name of a place before a story up to a dash: "LONDON -", "London (Agency) -". */
const DATELINE =
  /^(?<place>[\p{Lu}\p{Lo}][\p{L}\p{M} .,'’-]{1,40}?)(?<agency>\s*[(（][^()（）]{1,40}[)）])?\s*[-–—―]\s/u;

/** Where a story was written: as data states it, else as its first line says; undefined where neither does. */
export function readPlace({ mainThings }: Page, text: string): string | undefined {
  const { article, item } = mainThings;
  for (const thing of [article, item]) {
    const stated = firstText(thing, "dateline") ?? firstText(firstThing(thing, "locationCreated"), "name");
    if (stated !== undefined) return stated;
  }
  const { place, agency } = DATELINE.exec(text)?.groups ?? {};
  const isName = place !== undefined && (agency !== undefined || isInCapitals(place));
  return isName ? place.trim() : undefined;
}

/** Scripts without capitals cannot tell a place by them. */
function isInCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}

import { firstText, firstThing, type Page } from "../../page/index.ts";

/** The name of a place before a story, in capitals or with its agency, up to a dash: "LONDON (Agency) -". */
const DATELINE =
  /^(?<place>\p{Lu}[\p{L}\p{M} .,'’-]{1,40}?)(?<agency>\s*[(（][^()（）]{1,40}[)）])?\s*[-–—―]\s/u;

/** Where a story was written: as data states it, else as its first line says; undefined where neither does. */
export function readPlace({ mainThings }: Page, text: string): string | undefined {
  const { article, item } = mainThings;
  for (const thing of [article, item]) {
    const stated = firstText(thing, "dateline") ?? firstText(firstThing(thing, "locationCreated"), "name");
    if (stated !== undefined) return stated;
  }
  const { place, agency } = DATELINE.exec(text)?.groups ?? {};
  const isName = place !== undefined && (agency !== undefined || place === place.toUpperCase());
  return isName ? place.trim() : undefined;
}

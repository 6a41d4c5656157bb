import { attribute, type Document, NODE_FLAG, rawText, TAG } from "../../html/index.ts";
import type { Screen } from "../../page/index.ts";
import { mediaHolds } from "./media.ts";
import { cutSheet, type Sheet } from "./sheet.ts";

/** The style sheets that stand in a page, and whether it asks for others. */
export interface FoundSheets {
  readonly sheets: readonly Sheet[];
  readonly isComplete: boolean;
}

/** Characters of style sheets that are read of a page; no page of the labelled sets comes near. */
const MAX_CHARACTERS = 5_000_000;

/** Finds the `style` elements that hold on a screen, and `link` elements that would bring more. */
export function findSheets(document: Document, screen: Screen): FoundSheets {
  const sheets: Sheet[] = [];
  let isComplete = true;
  let charactersLeft = MAX_CHARACTERS;
  for (let node = 1; node < document.size; node++) {
    const tag = document.tag[node];
    if (tag === TAG.link) isComplete &&= !asksForSheet(document, node, screen);
    if (tag !== TAG.style || !holds(document, node, screen)) continue;
    const text = rawText(document, node).slice(0, charactersLeft);
    charactersLeft -= text.length;
    const sheet = cutSheet(text, screen);
    if (sheet.hasImports) isComplete = false;
    sheets.push(sheet);
  }
  return { sheets, isComplete };
}

function holds(document: Document, node: number, screen: Screen): boolean {
  const media = attribute(document, node, "media");
  return (
    (document.flags[node]! & NODE_FLAG.template) === 0 && (media === undefined || mediaHolds(media, screen))
  );
}

function asksForSheet(document: Document, node: number, screen: Screen): boolean {
  const relations = attribute(document, node, "rel")?.toLowerCase().split(/\s+/) ?? [];
  return (
    relations.includes("stylesheet") &&
    !relations.includes("alternate") &&
    (attribute(document, node, "href") ?? "") !== "" &&
    holds(document, node, screen)
  );
}

import type { CDPSession } from "playwright-core";
import type { Article } from "../article/index.ts";
import {
  type CapturedArticle,
  type ElementLook,
  elementsToCapture,
  findKeptParts,
  type LoadedFile,
  type Look,
} from "../output/index.ts";
import type { Page } from "../page/index.ts";
import { type CapturedLooks, captureProgram, type SheetText } from "./capture-looks.ts";
import { runInside } from "./run-inside.ts";

/** A page that has been walked and is still open. */
export interface WalkedPage {
  readonly session: CDPSession;
  /** The world that it was walked in. */
  readonly contextId: number;
  /** The nodes of the elements that were walked, in their order. */
  readonly walked: readonly number[];
  /** What it has loaded. */
  readonly files: ReadonlyMap<string, LoadedFile>;
}

/** Style sheets that are searched for fonts and animations; more are no page's own. */
const MAX_SHEETS = 200;
const MAX_SHEET_CHARACTERS = 10_000_000;
const WANTED_RULES = /@(?:-webkit-)?(?:font-face|keyframes)/i;

/** Captures how the parts of an article look on its page. */
export async function captureArticle(
  open: WalkedPage,
  page: Page,
  article: Article,
): Promise<CapturedArticle> {
  const { session, contextId, walked, files } = open;
  const places = new Map(walked.map((node, place) => [node, place]));
  const wanted = elementsToCapture(page, findKeptParts(page, article)).filter((node) => places.has(node));
  const program = captureProgram({
    places: wanted.map((node) => places.get(node)!),
    sheets: await readSheets(session, files),
  });
  const captured: CapturedLooks = JSON.parse(await runInside(session, contextId, program));
  const elements = new Map<number, ElementLook>();
  captured.elements.forEach((element, at) => {
    if (element !== null) elements.set(wanted[at]!, element);
  });
  const look: Look = { ...captured, elements, files };
  return { article, page, look };
}

/** The texts of style sheets that declare fonts or animations: of those that we sent, and of those that the page itself holds. */
async function readSheets(session: CDPSession, files: WalkedPage["files"]): Promise<SheetText[]> {
  const headers: { readonly styleSheetId: string; readonly sourceURL: string }[] = [];
  session.on("CSS.styleSheetAdded", ({ header }) => headers.push(header));
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const sheets: SheetText[] = [];
  let characters = 0;
  for (const { styleSheetId, sourceURL } of headers.slice(0, MAX_SHEETS)) {
    const sent = files.get(sourceURL);
    const isLinked = sent?.contentType.startsWith("text/css") === true;
    const text = isLinked ? new TextDecoder().decode(sent.bytes) : await sheetText(session, styleSheetId);
    characters += text.length;
    if (characters > MAX_SHEET_CHARACTERS) break;
    if (WANTED_RULES.test(text)) sheets.push({ text, base: sourceURL });
  }
  return sheets;
}

async function sheetText(session: CDPSession, styleSheetId: string): Promise<string> {
  try {
    return (await session.send("CSS.getStyleSheetText", { styleSheetId })).text;
  } catch {
    // A script has taken the sheet away meanwhile; where the page itself has gone, the next question fails too.
    return "";
  }
}

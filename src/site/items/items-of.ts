import { Page } from "../../page/index.ts";
import { type PageFacts, readPage, statedAddress } from "../source/index.ts";
import type { Item } from "./item.ts";
import { readItems } from "./read-items.ts";

/** The articles that the bytes or the markup of a home or section page announce; throws where they are no page. */
export function itemsOf(html: Uint8Array | string, facts: PageFacts): readonly Item[] {
  const { page } = readPage(html, facts);
  return readItems(page.url === undefined ? new Page(page.document, statedAddress(page)) : page);
}

import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { buildContent } from "./build-content.ts";
import type { Content } from "./content.ts";

/** The content of HTML that somebody gives us, everything kept that the content model knows and nothing else. */
export function readContent(html: string, url?: string): Content {
  const page = new Page(parseHtml(html), url);
  return buildContent(page, { leaves: new Uint8Array(page.leaves.count).fill(1) });
}

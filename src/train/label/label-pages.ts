import { type PageRecord, type RawPage, readFileBytes, readRecord } from "../../archive/index.ts";
import { assemble } from "../../assemble/index.ts";
import { NewsError } from "../../errors/index.ts";
import { judgeSpan } from "../../extractors/index.ts";
import { readMetadata } from "../../metadata/index.ts";
import { readPage } from "../read-page.ts";
import { SeenPages } from "../seen-pages.ts";
import { applyRule, type LabelDrop, type LabelLimits } from "./apply-rule.ts";
import type { LabelRule } from "./rule.ts";

/** A page with the label that a rule gave it: a line of a labelled set but for the page's place. */
export interface RuleLabel {
  readonly html: Uint8Array;
  readonly line: {
    readonly id: string;
    readonly site: string;
    readonly url: string | null;
    readonly lang: string | null;
    readonly encoding: string | null;
    readonly title: string | null;
    readonly body: string;
    readonly titlePath: string | null;
    readonly startPath: string;
    readonly endPath: string;
  };
}

/** Labels pages by a rule; of those that it does not fit comes the reason. */
export async function* labelPages(
  pages: AsyncIterable<RawPage>,
  rule: LabelRule,
  limits: LabelLimits,
): AsyncGenerator<RuleLabel | LabelDrop> {
  const ids = new SeenPages();
  for await (const raw of pages) {
    const record = readRecord(raw);
    if ("error" in record) yield "unreadable";
    else if (ids.note(record.id, { page: 1, label: 0 })) yield "with the id of another";
    else yield labelRecord(record, rule, limits);
  }
}

function labelRecord(record: PageRecord, rule: LabelRule, limits: LabelLimits): RuleLabel | LabelDrop {
  try {
    return labelPage(record, rule, limits);
  } catch (error) {
    if (error instanceof NewsError) return "unreadable";
    throw error;
  }
}

function labelPage(record: PageRecord, rule: LabelRule, limits: LabelLimits): RuleLabel | LabelDrop {
  const { id, url = null, content } = record;
  // Markup in a record has no bytes of its own any more, whatever charset it declares.
  const encoding = "html" in content ? "utf-8" : (record.encoding ?? null);
  const html = "html" in content ? new TextEncoder().encode(content.html) : readFileBytes(content.path);
  const page = readPage(html, { url, encoding });
  const match = applyRule(page, rule, limits);
  if (typeof match === "string") return match;
  const extraction = judgeSpan(page, match.tokens, match.span, { clean: false });
  const { text, language } = assemble(page, extraction, readMetadata(page, extraction), {
    extractor: "label",
    warnings: [],
  });
  const { title, titlePath, startPath, endPath } = match;
  return {
    html,
    line: {
      ...{ id, site: rule.site, url, lang: rule.language ?? language, encoding },
      ...{ title, body: text, titlePath, startPath, endPath },
    },
  };
}

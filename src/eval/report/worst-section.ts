import { formatShare } from "../terminal-table.ts";
import { escapeHtml } from "./escape.ts";
import { diffWords, type Stretch } from "./word-diff.ts";
import type { WorstPage } from "./worst-pages.ts";

/** The worst pages of an extractor, each with truth and kept text side by side. */
export function worstSection(pages: readonly WorstPage[]): string {
  return pages.map(pageDetails).join("\n");
}

function pageDetails({ score, truth, kept }: WorstPage): string {
  const { metrics, page, error } = score;
  const address = page.url === null ? "" : `<p class="quiet"><code>${escapeHtml(page.url)}</code></p>`;
  const failure = error && `<p>Failed: <code>${error.code}</code> ${escapeHtml(error.message)}</p>`;
  return `<details><summary><b>${formatShare(metrics.wordF1 ?? 0)}</b>${escapeHtml(pageName(page))}</summary><div class="page">${address}${failure ?? ""}<p class="quiet">P ${formatShare(metrics.wordPrecision ?? 0)}, R ${formatShare(metrics.wordRecall ?? 0)}${escapeHtml(facts(page))}</p>${sideBySide(truth, kept)}</div></details>`;
}

function facts(page: WorstPage["score"]["page"]): string {
  return [page.site, page.language, page.pageType, page.era]
    .flatMap((fact) => (fact === null ? [] : `, ${fact}`))
    .join("");
}

function sideBySide(truth: string, kept: string): string {
  const diff = diffWords(truth, kept);
  return `<div class="columns">${column("Truth", { stretches: diff.a, hidden: diff.hiddenA, tag: "del" })}${column("Kept", { stretches: diff.b, hidden: diff.hiddenB, tag: "ins" })}</div>`;
}

interface ColumnContent {
  readonly stretches: readonly Stretch[];
  readonly hidden: number;
  readonly tag: "del" | "ins";
}

function column(name: string, { stretches, hidden, tag }: ColumnContent): string {
  const text = stretches
    .map((stretch) =>
      stretch.isShared ? escapeHtml(stretch.text) : `<${tag}>${escapeHtml(stretch.text)}</${tag}>`,
    )
    .join("");
  const more = hidden > 0 ? `<p class="quiet">${hidden} more words are not shown.</p>` : "";
  const content = text === "" ? '<span class="quiet">nothing</span>' : text;
  return `<section><h5>${name}</h5><div class="text scroll" role="region" tabindex="0" aria-label="${name}">${content}</div>${more}</section>`;
}

/** Ids are often bare digests: the site says more. */
function pageName({ id, site }: WorstPage["score"]["page"]): string {
  return site === null || id.includes(site) ? id : `${site}, ${id}`;
}

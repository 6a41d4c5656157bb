import { escapeText, escapeValue } from "../../assemble/index.ts";
import { type ConceptNode, conceptTree, nameOf } from "./concept-tree.ts";
import type { Concept, ConceptLabel, Evidence, Join, Taxonomy } from "./taxonomy.ts";
import { TAXONOMY_STYLE } from "./write-html.data.ts";

/** A taxonomy as one page that needs nothing else: a tree that opens and closes, names, links, and why names were joined. */
export function taxonomyToHtml(taxonomy: Taxonomy): string {
  const { sites, concepts } = taxonomy;
  const title = sites.length === 1 ? `Sections of ${sites[0]}` : `Sections of ${sites.length} sites`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeText(title)}</title>
<style>${TAXONOMY_STYLE}</style>
</head>
<body>
<header>
<h1>${escapeText(title)}</h1>
<p>${concepts.length} concepts. ${escapeText(sites.join(", "))}</p>
</header>
<main>
${list(conceptTree(taxonomy))}
</main>
</body>
</html>
`;
}

function list(nodes: readonly ConceptNode[]): string {
  return nodes.length === 0 ? "" : `<ul class="tree">\n${nodes.map(item).join("\n")}\n</ul>`;
}

function item({ concept, siteCount, children }: ConceptNode): string {
  const count = siteCount === undefined ? "" : ` <span class="count">${siteCount}</span>`;
  const head = `<bdi class="name"${lang(concept.labels[0])}>${escapeText(nameOf(concept))}</bdi>${count}`;
  return `<li id="${escapeValue(concept.id)}">
<details>
<summary>${head}</summary>
${names(concept)}${why(concept.joins)}${also(concept)}
</details>
${list(children)}
</li>`;
}

function names({ labels }: Concept): string {
  return `<ul class="names">${labels.map(label).join("")}</ul>`;
}

function label(of: ConceptLabel): string {
  const { text, language, sites, urls } = of;
  const links = urls.map(
    (url, at) => `<a href="${escapeValue(url)}" rel="noreferrer">${escapeText(sites[at] ?? url)}</a>`,
  );
  const code = language === undefined ? "" : ` <span class="code">${escapeText(language)}</span>`;
  return `<li><bdi${lang(of)}>${escapeText(text)}</bdi>${code} <span class="links">${links.join(", ")}</span></li>`;
}

function why(joins: readonly Join[]): string {
  if (joins.length === 0) return "";
  return `<h2>Why these names are one</h2><ul class="joins">${joins.map(join).join("")}</ul>`;
}

function join({ labels: [first, second], score, evidence }: Join): string {
  return `<li><bdi>${escapeText(first)}</bdi> = <bdi>${escapeText(second)}</bdi> <span class="count">${score.toFixed(2)}</span><ul>${evidence.map(piece).join("")}</ul></li>`;
}

function piece({ kind, score, sites, shared }: Evidence): string {
  return `<li>${kind} ${score.toFixed(2)}: ${shared.map((each) => `<bdi>${escapeText(each)}</bdi>`).join(", ")} <span class="links">${escapeText(sites.join(", "))}</span></li>`;
}

function also({ related }: Concept): string {
  if (related.length === 0) return "";
  const links = related.map(
    (id) => `<a href="#${escapeValue(encodeURIComponent(id))}">${escapeText(id)}</a>`,
  );
  return `<p>Some sites have it under ${links.join(", ")} as well.</p>`;
}

function lang(of: ConceptLabel | undefined): string {
  return of?.language === undefined ? "" : ` lang="${escapeValue(of.language)}"`;
}

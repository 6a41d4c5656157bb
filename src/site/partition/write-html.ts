import { escapeText, escapeValue } from "../../assemble/index.ts";
import type { Page } from "../../page/index.ts";
import { leafContent } from "./leaf-content.ts";
import { drawSheet } from "./picture/sheet.ts";
import { PICTURE_STYLE } from "./picture/style.data.ts";
import { type SemanticNode, withoutBareInstance } from "./semantic-tree.ts";

/** Parts below this level are folded until a reader opens them. */
const OPEN_LEVELS = 3;
const KEYS = ["segment", "part", "group", "instance", "label"] as const;

/** A partition as one HTML file: the page with its parts boxed, and the tree beside it. Nothing of the page runs or is loaded. */
export function partitionToHtml(page: Page, tree: SemanticNode): string {
  const ids = numberParts(tree);
  const title = escapeText(
    page.titleCandidates.find(({ source }) => source === "title")?.text ?? page.url ?? "A page",
  );
  const language = escapeText((page.declared.language ?? "").replace(/[^\w-]/g, ""));
  return `<!doctype html>
<html${language === "" ? "" : ` lang="${language}"`}${page.declared.direction === "rtl" ? ' dir="rtl"' : ""}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${PICTURE_STYLE}</style>
</head>
<body>
<h1 dir="auto">${title}</h1>
<p lang="en">${KEYS.map((kind) => `<span class="key ${kind}">${kind}</span>`).join("")}</p>
<main>
<section class="page" lang="en" tabindex="0" aria-label="The page, its parts boxed">${drawSheet(page, tree, ids)}</section>
<nav class="tree" tabindex="0" aria-label="The tree of the parts">
<ul>${tree.children.map((child) => itemOf(page, child, ids, 1)).join("")}</ul>
</nav>
</main>
</body>
</html>
`;
}

function numberParts(tree: SemanticNode): ReadonlyMap<SemanticNode, string> {
  const ids = new Map<SemanticNode, string>();
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind !== "leaf") ids.set(node, `part-${ids.size}`);
    for (const child of node.children.toReversed()) pending.push(child);
  }
  return ids;
}

function itemOf(
  page: Page,
  part: SemanticNode,
  ids: ReadonlyMap<SemanticNode, string>,
  level: number,
): string {
  const node = withoutBareInstance(part);
  const { kind, label, children, from } = node;
  if (kind === "leaf") {
    const content = leafContent(page, from);
    const shown = content.kind === "text" ? content.text : `(${content.kind}) ${content.text}`;
    return `<li class="leaf" dir="auto">${escapeText(shown)}</li>`;
  }
  const name = label === undefined ? "" : ` <b dir="auto">${escapeText(label.text)}</b>`;
  const told = escapeValue(`Show ${kind} ${label?.text ?? ""}`.trimEnd());
  const link = `<a lang="en" href="#${ids.get(node)}" title="Show on the page" aria-label="${told}"></a>`;
  const inside = children.map((child) => itemOf(page, child, ids, level + 1)).join("");
  const isOpen = level < OPEN_LEVELS ? " open" : "";
  const summary = `<summary><i lang="en">${kind}</i>${name}</summary>`;
  return `<li class="${kind}">${link}<details${isOpen}>${summary}<ul>${inside}</ul></details></li>`;
}

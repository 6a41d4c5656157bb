import { escapeText, escapeValue } from "../../assemble/index.ts";
import { TAXONOMY_STYLE } from "./writers.data.ts";

/** The kinds of evidence that two labels mean the same. */
const EVIDENCE_KINDS = ["address", "translation", "stories", "position"] as const;
/** The same address on a site, names of one common section, the same stories, the same parent. */
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** One piece of evidence for a join. */
export interface Evidence {
  readonly kind: EvidenceKind;
  /** 0..1. */
  readonly score: number;
  /** The sites that it comes from, sorted. */
  readonly sites: readonly string[];
  /** Examples of what they share: addresses, parts of paths, titles, words. */
  readonly shared: readonly string[];
}

/** Why two different labels are one concept. */
export interface Join {
  /** The most used label of either side at the time of the join. */
  readonly labels: readonly [string, string];
  /** The combined evidence, 0..1. */
  readonly score: number;
  readonly evidence: readonly Evidence[];
}

/** A name of a concept, as sites write it. */
export interface ConceptLabel {
  readonly text: string;
  readonly language?: string;
  /** The sites that use it, sorted. */
  readonly sites: readonly string[];
  /** Its address on each site, in the order of `sites`. */
  readonly urls: readonly string[];
}

/** A section that sites have in common, with all its labels. */
export interface Concept {
  /** Unique in the taxonomy, made from the most used label. */
  readonly id: string;
  /** `Syn` of the paper, the most used first. */
  readonly labels: readonly ConceptLabel[];
  /** The sites that have it, sorted. */
  readonly sites: readonly string[];
  /** The parent concept in the tree. */
  readonly broader?: string;
  /** Other concepts that some sites have it under. */
  readonly related: readonly string[];
  readonly joins: readonly Join[];
}

/** One concept under another, as found on sites. */
interface Relation {
  readonly broader: string;
  readonly narrower: string;
  /** The sites that show it, sorted. */
  readonly sites: readonly string[];
  /** The share of the sites with both concepts that show it. */
  readonly share: number;
}

/** The concepts of some sites and their hierarchy. */
export interface Taxonomy {
  readonly format: "galley-taxonomy";
  readonly version: 1;
  readonly sites: readonly string[];
  /** Sorted by the number of sites. */
  readonly concepts: readonly Concept[];
  /** All frequent relations of Algorithm 1; those of the tree are among them. */
  readonly relations: readonly Relation[];
}

/** Control characters of terminals and of text direction. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu;
const PREFIXES = `@prefix dct: <http://purl.org/dc/terms/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
`;
/** The language tags that Turtle can write. */
const LANGUAGE_TAG = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;
/** Characters that are not allowed in an IRI reference. */
const NOT_IN_IRI = /[\0-\x20<>"{}|^`\\]/g;
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r" };

/** A taxonomy as JSON: concepts with their names and evidence, and all relations. */
export function taxonomyToJson(taxonomy: Taxonomy): string {
  return `${JSON.stringify(taxonomy, null, 2)}\n`;
}

/** A taxonomy as a tree for a terminal: one concept per line, with the number of sites, if there are several, and its other names. */
export function taxonomyToTree(taxonomy: Taxonomy): string {
  const lines = conceptTree(taxonomy).flatMap((node) => [line(node), ...branches(node.children, "")]);
  return lines.map((each) => `${each}\n`).join("");
}

function branches(nodes: readonly ConceptNode[], indent: string): string[] {
  return nodes.flatMap((node, at) => {
    const isLast = at === nodes.length - 1;
    const inside = branches(node.children, `${indent}${isLast ? "   " : "│  "}`);
    return [`${indent}${isLast ? "└─ " : "├─ "}${line(node)}`, ...inside];
  });
}

function line({ concept, siteCount }: ConceptNode): string {
  const others = [...new Set(concept.labels.map(({ text }) => text))].slice(1);
  const also = others.length > 0 ? `: ${others.join(", ")}` : "";
  const count = siteCount === undefined ? "" : ` (${siteCount})`;
  return `${nameOf(concept)}${count}${also}`.replace(CONTROLS, "");
}

/** A taxonomy as SKOS in Turtle; concept IRIs are relative to the address of the file. */
export function taxonomyToTurtle(taxonomy: Taxonomy): string {
  const top = conceptTree(taxonomy).map(({ concept }) => iri(concept.id));
  const scheme = statement("<#>", [
    ["a", ["skos:ConceptScheme"]],
    ["dct:title", [literal(`Sections of ${taxonomy.sites.join(", ")}`)]],
    ["skos:hasTopConcept", top],
  ]);
  const narrower = Map.groupBy(taxonomy.concepts, ({ broader }) => broader);
  const concepts = taxonomy.concepts.map((concept) => writeConcept(concept, narrower.get(concept.id) ?? []));
  return [PREFIXES, scheme, ...concepts].join("\n");
}

function writeConcept(concept: Concept, narrower: readonly Concept[]): string {
  const { preferred, others } = chooseNames(concept.labels);
  const sources = new Set(concept.labels.flatMap(({ urls }) => urls));
  return statement(iri(concept.id), [
    ["a", ["skos:Concept"]],
    ["skos:inScheme", ["<#>"]],
    ["skos:prefLabel", preferred],
    ["skos:altLabel", others],
    ...(concept.broader === undefined
      ? ([["skos:topConceptOf", ["<#>"]]] as const)
      : ([["skos:broader", [iri(concept.broader)]]] as const)),
    ["skos:narrower", narrower.map(({ id }) => iri(id))],
    ["skos:related", concept.related.map(iri)],
    ["dct:source", [...sources].map(address)],
    ["skos:editorialNote", concept.joins.map((join) => literal(explain(join), "en"))],
  ]);
}

/** SKOS allows one preferred label per language, which must not be an alternative label as well. */
function chooseNames(labels: readonly ConceptLabel[]): { preferred: string[]; others: string[] } {
  const preferred = new Map<string, string>();
  const others = new Set<string>();
  for (const { text, language } of labels) {
    const written = literal(text, language);
    if (preferred.has(language ?? "")) others.add(written);
    else preferred.set(language ?? "", written);
  }
  for (const name of preferred.values()) others.delete(name);
  return { preferred: [...preferred.values()], others: [...others] };
}

function explain({ labels: [first, second], score, evidence }: Join): string {
  const why = evidence.map((each) => `${each.kind} ${each.score.toFixed(2)} (${each.sites.join(", ")})`);
  return `${first} = ${second}, ${score.toFixed(2)}: ${why.join("; ")}`;
}

function statement(subject: string, lines: readonly (readonly [string, readonly string[]])[]): string {
  const filled = lines.filter(([, objects]) => objects.length > 0);
  return `${subject} ${filled.map(([verb, objects]) => `${verb} ${objects.join(", ")}`).join(" ;\n    ")} .\n`;
}

function iri(id: string): string {
  return `<#${id}>`;
}

function address(url: string): string {
  return `<${url.replace(NOT_IN_IRI, (sign) => encodeURIComponent(sign))}>`;
}

function literal(text: string, language?: string): string {
  const quoted = `"${text.toWellFormed().replace(/[\\"\n\r]/g, (sign) => ESCAPES[sign] ?? "")}"`;
  return language !== undefined && LANGUAGE_TAG.test(language)
    ? `${quoted}@${language.toLowerCase()}`
    : quoted;
}

/** A concept with its children in the tree. */
interface ConceptNode {
  readonly concept: Concept;
  /** "1 site", "3 sites"; undefined in the taxonomy of a single site. */
  readonly siteCount: string | undefined;
  readonly children: readonly ConceptNode[];
}

/** The tree of a taxonomy, the most frequent concepts first. */
function conceptTree({ sites, concepts }: Taxonomy): ConceptNode[] {
  const under = Map.groupBy(concepts, ({ broader }) => broader);
  const nodes = (broader: string | undefined): ConceptNode[] =>
    (under.get(broader) ?? []).map((concept) => ({
      concept,
      siteCount: sites.length === 1 ? undefined : countSites(concept),
      children: nodes(concept.id),
    }));
  return nodes(undefined);
}

/** The label of a concept that most sites use. */
function nameOf({ labels, id }: Concept): string {
  return labels[0]?.text ?? id;
}

function countSites({ sites }: Concept): string {
  return sites.length === 1 ? "1 site" : `${sites.length} sites`;
}

/** A taxonomy as one self-contained HTML page: a collapsible tree with labels, links, and the reasons for joins. */
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

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { TAG, tagName } from "../../../src/html/index.ts";
import { type Label, readLabels } from "../../../src/sets/index.ts";
import type { SitePage } from "../../../src/site/source/page-source.ts";
import { ownDomain, readAddress } from "../../../src/site/taxonomy/addresses.ts";
import { labelKey } from "../../../src/site/taxonomy/label-words.ts";
import { foldSpaces, hasInk } from "../../../src/text/index.ts";
import { readMarks } from "./reader-marks.ts";
import { hashName, openLabelled, READERS, readTruth, type SectionEntry } from "./truth.ts";

const HELP = `Prepares sites for labelling by GUIDELINE.md, task 1, and turns what two readers wrote into labels.

  npm run label-sites -- dump OUT COUNT SET...   COUNT sites without labels of the sets (folders of labelled pages),
                                                 to OUT/taxonomy/SITE.txt
  npm run label-sites -- join OUT PART           OUT/a/taxonomy and OUT/b/taxonomy, as lines for taxonomy.jsonl
`;

/** Sites with fewer linked lines have no menu to speak of; longer dumps are cut. */
const MIN_ENTRIES = 40;
const MAX_ENTRIES = 1500;
/** More pages of a site show the same menus. */
const MAX_PAGES = 4;
/** A little longer than names of sections, so that the dump does not decide for the readers. */
const MAX_CHARACTERS = 45;
const MAX_WORDS = 5;

/** A line of a dump. */
interface Line {
  readonly text: string;
  readonly url: string | undefined;
  readonly depth: number;
  readonly isHeading: boolean;
  /** The numbers of the pages that have it. */
  readonly pages: number[];
}

/** What the second command needs of a dump. */
interface DumpedSite {
  readonly site: string;
  readonly set: string;
  readonly pages: readonly string[];
  readonly lines: readonly (readonly [text: string, url: string | null])[];
}

const LISTS = new Set(["ul", "ol", "menu", "dl"]);
const HEADS = new Set(["h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt", "button"]);

async function dump(out: string, count: number, sets: readonly string[]): Promise<void> {
  // Desks of one publisher share their menus.
  const known = new Set(readTruth("taxonomy", { isQuick: false }).map(({ site }) => domainOf(site)));
  const found: (DumpedSite & { readonly text: string })[] = [];
  for (const folder of sets) {
    const bySite = new Map<string, Label[]>();
    for await (const label of readLabels(folder)) {
      const site = label.site ?? "";
      if (site !== "" && !known.has(domainOf(site))) bySite.set(site, [...(bySite.get(site) ?? []), label]);
    }
    for (const [site, labels] of bySite) {
      const own = labels.slice(0, MAX_PAGES);
      const lines = readLines(own.map(openLabelled));
      if (lines.filter(({ url }) => url !== undefined).length < MIN_ENTRIES) continue;
      found.push({
        site,
        set: folder.split("/").filter(Boolean).at(-1)!,
        pages: own.map(({ id }) => hashName(id)),
        lines: lines.map(({ text, url }) => [text, url ?? null]),
        text: writeLines(own, lines),
      });
    }
  }
  found.sort((a, b) => crc32(`order ${a.site}`) - crc32(`order ${b.site}`));
  const first = new Map<string, (typeof found)[number]>();
  for (const each of found) if (!first.has(domainOf(each.site))) first.set(domainOf(each.site), each);
  const chosen = [...first.values()].slice(0, count);
  mkdirSync(join(out, "taxonomy"), { recursive: true });
  for (const reader of READERS) mkdirSync(join(out, reader, "taxonomy"), { recursive: true });
  for (const { site, text } of chosen) writeFileSync(join(out, "taxonomy", `${site}.txt`), text);
  const kept = chosen.map(({ text: _, ...rest }): DumpedSite => rest);
  writeFileSync(join(out, "dump.json"), JSON.stringify(kept));
  process.stderr.write(
    `${chosen.length} of ${found.length} sites: ${chosen.map(({ site }) => site).join(" ")}\n`,
  );
}

function domainOf(site: string): string {
  return ownDomain(`https://${site}/`) ?? site;
}

/** The short links to the site and the short headings of its pages, each once, in the order of the markup. */
function readLines(pages: readonly SitePage[]): Line[] {
  const lines = new Map<string, Line>();
  for (const [at, site] of pages.entries()) {
    const found = findLines(site);
    const counts = countInside(
      site.page.document,
      found.map(({ node }) => node),
    );
    for (const { node, text, url, isHeading } of found) {
      const key = `${labelKey(text)}\n${readAddress(url)?.key ?? ""}`;
      const known = lines.get(key);
      const depth = depthOf(site.page.document, node, counts);
      if (known === undefined && lines.size < MAX_ENTRIES)
        lines.set(key, { text, url, depth, isHeading, pages: [at] });
      else if (known !== undefined && !known.pages.includes(at)) known.pages.push(at);
    }
  }
  return [...lines.values()];
}

interface FoundLine {
  readonly node: number;
  readonly text: string;
  readonly url: string | undefined;
  readonly isHeading: boolean;
}

function findLines({ url, page: { document, links } }: SitePage): FoundLine[] {
  const domain = url === undefined ? undefined : ownDomain(url);
  const hrefs = new Map(links.map(({ node, href }) => [node, href]));
  const found: FoundLine[] = [];
  for (let node = 1; node < document.size; node++) {
    const href = hrefs.get(node);
    const isHeading = HEADS.has(tagName(document, node));
    if (href === undefined && !isHeading && !isHeadOfList(document, node)) continue;
    if (href !== undefined && (domain === undefined || ownDomain(href) !== domain)) continue;
    const [start, end] = [document.textStart[node]!, document.textEnd[node]!];
    const text = foldSpaces(document.text.slice(start, Math.min(end, start + 300)));
    if (!isShort(text)) continue;
    if (href === undefined && links.some((link) => link.node >= node && link.node < document.end[node]!))
      continue;
    found.push({ node, text, url: href, isHeading });
  }
  return found;
}

type Document = SitePage["page"]["document"];

function isShort(text: string): boolean {
  return /\p{L}/u.test(text) && text.length <= MAX_CHARACTERS && text.split(" ").length <= MAX_WORDS;
}

/** Whether a text without link stands before a list inside one list item. */
function isHeadOfList(document: Document, node: number): boolean {
  const { parent, firstChild, nextSibling, tag, text, textStart, textEnd } = document;
  if (tag[parent[node]!] !== TAG.li || !hasInk(text, textStart[node]!, textEnd[node]!)) return false;
  if (firstChild[parent[node]!] !== node && tagName(document, node) !== "span") return false;
  for (let at = nextSibling[node]!; at >= 0; at = nextSibling[at]!)
    for (let inner = at; inner < document.end[at]!; inner++)
      if (LISTS.has(tagName(document, inner))) return true;
  return false;
}

/** How many elements around a line hold other lines too that their inner elements do not. */
function depthOf({ parent }: Document, node: number, counts: ReadonlyMap<number, number>): number {
  let depth = 0;
  let inner = 1;
  for (let at = parent[node]!; at > 0; at = parent[at]!) {
    const count = counts.get(at) ?? 0;
    if (count > inner) depth++;
    inner = count;
  }
  return depth;
}

/** How many of the nodes each element around them holds. */
function countInside({ parent }: Document, nodes: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const node of nodes)
    for (let at = parent[node]!; at > 0; at = parent[at]!) counts.set(at, (counts.get(at) ?? 0) + 1);
  return counts;
}

function writeLines(labels: readonly Label[], lines: readonly Line[]): string {
  const head = labels.map(({ url }, at) => `page ${at}: ${url ?? "?"}`);
  const least = Math.min(...lines.map(({ depth }) => depth));
  const body = lines.map(({ text, url, depth, isHeading, pages }, at) => {
    const kind = isHeading ? " [heading]" : "";
    return `${at}\t${"  ".repeat(Math.max(0, depth - least))}${text}${kind}\t${url ?? "-"}\t${pages.join(",")}`;
  });
  return `${[...head, "", ...body].join("\n")}\n`;
}

function joinReaders(out: string, part: string): void {
  const sites: DumpedSite[] = JSON.parse(readFileSync(join(out, "dump.json"), "utf8"));
  for (const { site, set, pages, lines } of sites) {
    const read = READERS.map((reader) =>
      readMarks(join(out, reader, "taxonomy", `${site}.tsv`), lines.length),
    );
    const numbers = [...lines.keys()].filter((at) => read.some((marks) => marks.has(at)));
    const entries = numbers.map((number): SectionEntry => {
      const [text, url] = lines[number]!;
      const key = readAddress(url ?? undefined)?.key;
      const [a, b] = read.map((marks) => {
        const mark = marks.get(number);
        return mark && { parent: numbers.indexOf(mark.parent), concept: hashName(mark.concept) };
      });
      return {
        name: hashName(labelKey(text)),
        address: key === undefined ? "" : hashName(key),
        ...(a && { a }),
        ...(b && { b }),
      };
    });
    process.stdout.write(`${JSON.stringify({ site, part, set, pages, entries })}\n`);
  }
}

const [command, out = "", ...rest] = process.argv.slice(2);
if (command === "dump" && rest.length > 1 && Number(rest[0]) > 0)
  await dump(out, Number(rest[0]), rest.slice(1));
else if (command === "join" && rest.length === 1) joinReaders(out, rest[0]!);
else {
  process.stderr.write(HELP);
  process.exitCode = 2;
}

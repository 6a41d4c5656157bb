/** `npm run bench:hostile`: what pages made to be expensive cost, a process each. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "../scripts/fresh-build.ts";

const HELP = `What pages made to be expensive cost: \`galley extract\` of each with fused, in a new process.

  npm run bench:hostile                          # every kind of page at 1 MB and at 10 MB
  npm run bench:hostile -- --mb 10 --kind terms  # the kinds whose name holds this, at this size
  npm run bench:hostile -- --mb 64               # as large as pages may be: most kinds end at the limit of elements
  npm run bench:hostile -- --format json         # with the whole article written out, not its text alone

CPU is the processor time of all threads a MB of page, less what a page of one sentence takes; memory is the largest the
process was, the least of up to four processes where one is over a bound. A page ends where it has its size or as many elements as are read. Status 1 where a bound is broken.`;

/** Processor seconds a MB at most. */
const MAX_CPU = 1;
/** Memory of the process at most, in MB of 2^20 bytes: a GB. */
const MAX_MEMORY = 1024;
/** Just below the most elements that a page may have, see src/html/parse.ts. */
const MOST_ELEMENTS = 1_950_000;

/** Processes for a page that is over a bound. */
const MOST_ROUNDS = 4;

const COMMAND = join(import.meta.dirname, "../dist/cli/main.js");
/** Reports at the end of a process what it took, through a pipe of its own. */
const METER = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, JSON.stringify({ cpu: (user + system) / 1e6, memory: process.resourceUsage().maxRSS / 1024 }));
  });`)}`;

/** A kind of page: a head, and a repeated part. */
interface Kind {
  readonly name: string;
  readonly head?: string;
  readonly part: (at: number) => string;
}

const WORDS = ["ferry", "harbour", "council", "night", "of", "the", "tin", "works", "on", "Saturday", "said"];
const word = (at: number): string => WORDS[(at * 7 + (at >> 3)) % WORDS.length]!;
const two = (at: number): string => ((at * 131) % 1296).toString(36).padStart(2, "a");
const sentence = (at: number): string => {
  const words = Array.from({ length: 12 }, (_, index) => word(at + index * index));
  return `${words.join(" ")} ${at}. `;
};
const CJK = "渡轮周六返回港口，全镇居民都打算到场。市议会昨晚决定延长工厂的营业时间。";
const thing = (at: number): string =>
  JSON.stringify({ "@type": "NewsArticle", headline: `Ferry ${at}`, articleBody: sentence(at) });

/** Many small parts: leaves, blocks or elements. */
const DENSE: readonly Kind[] = [
  { name: "terms of two letters", head: "<dl>", part: (at) => `<dt>${two(at)}<dd>${two(at + 7)}` },
  { name: "list items of a word", head: "<ul>", part: (at) => `<li>${word(at)}` },
  { name: "list items that are closed", head: "<ul>", part: (at) => `<li>${word(at)}</li>\n` },
  {
    name: "cells of a letter",
    head: "<table>",
    part: (at) => `${at % 10 === 0 ? "<tr>" : ""}<td>${two(at)[0]}`,
  },
  { name: "tiny paragraphs", part: (at) => `<p>${two(at)}` },
  { name: "short paragraphs", part: (at) => `<p>${sentence(at).slice(0, 30)}.</p>` },
  { name: "divisions of two letters", part: (at) => `<div>${two(at)}</div>` },
  { name: "links", part: (at) => `<a href=/${two(at)}>${word(at)}</a> ` },
  {
    name: "links with addresses",
    part: (at) => `<a href="https://example.org/news/${at}?x=1">${word(at)}</a>`,
  },
  { name: "links in list items", head: "<ul>", part: (at) => `<li><a href=/${at}>${word(at)}</a>` },
  { name: "headings", part: (at) => `<h${(at % 6) + 1}>${word(at)}</h${(at % 6) + 1}>` },
  { name: "first headings", part: (at) => `<h1>${two(at)}</h1>` },
  { name: "inline tags", head: "<p>", part: (at) => `<span>${two(at)}</span>` },
  { name: "bold and italic in turn", head: "<p>", part: (at) => `<b>${two(at)}</b><i>${two(at + 1)}</i>` },
  { name: "bold in italic", head: "<p>", part: (at) => `<i><b>${two(at)}</b></i> ` },
  { name: "raised and lowered letters", head: "<p>", part: (at) => `${two(at)}<sub>2</sub><sup>3</sup>` },
  { name: "line breaks", head: "<p>", part: () => "<br>" },
  { name: "lines of two letters", head: "<p>", part: (at) => `${two(at)}<br>` },
  { name: "images", part: (at) => `<img src=/${at}.jpg>` },
  { name: "images with words", part: (at) => `<img src=/${at}.jpg alt="${word(at)}">${word(at)}` },
  {
    name: "figures with captions",
    part: (at) => `<figure><img src=/${at}.jpg><figcaption>${word(at)}</figcaption></figure>`,
  },
  { name: "classes", part: (at) => `<p class="c${at} d${at}">${word(at)}` },
  { name: "ids", part: (at) => `<div id=n${at}>${two(at)}</div>` },
  { name: "forms", part: (at) => `<form><input name=${two(at)}><label>${word(at)}</label></form>` },
  { name: "buttons", part: (at) => `<button>${two(at)}</button>` },
  { name: "options", head: "<select>", part: (at) => `<option>${two(at)}` },
  { name: "quotes", part: (at) => `<blockquote>${word(at)}</blockquote>` },
  { name: "short quotes", head: "<p>", part: (at) => `<q>${two(at)}</q>` },
  { name: "code", part: (at) => `<pre>${two(at)}</pre>` },
  { name: "rules", part: (at) => `<hr>${two(at)}` },
  {
    name: "sections with headings",
    part: (at) => `<section><h2>${word(at)}</h2><p>${word(at + 1)}</section>`,
  },
  { name: "articles", part: (at) => `<article><h2>${word(at)}</h2><p>${word(at + 1)}</article>` },
  { name: "times", part: (at) => `<time datetime=2026-01-${10 + (at % 20)}>${word(at)}</time>` },
  { name: "bylines", part: (at) => `<p class=byline>By ${word(at)}` },
  {
    name: "items of microdata",
    part: (at) =>
      `<div itemscope itemtype=https://schema.org/NewsArticle><b itemprop=headline>${word(at)}</b></div>`,
  },
  { name: "svg", part: (at) => `<svg><text>${two(at)}</text></svg>` },
  { name: "noscript", part: (at) => `<noscript><p>${word(at)}</noscript>` },
  { name: "hidden parts", part: (at) => `<p hidden>${word(at)}` },
  { name: "ruby", head: "<p>", part: (at) => `<ruby>${two(at)}<rt>${two(at)}</ruby>` },
  { name: "tables of a cell", part: (at) => `<table><td>${two(at)}</table>` },
  { name: "lists of an item", part: (at) => `<ul><li>${two(at)}</ul>` },
  { name: "entities", head: "<p>", part: (at) => `&amp;&#x${(97 + (at % 20)).toString(16)};&nbsp;` },
  { name: "comments", part: (at) => `<!--${two(at)}-->${at % 9 === 0 ? word(at) : ""}` },
];

/** The same below a story that looks like an article, so that more of it is kept. */
const STORY = `<article><h1>Night ferry returns</h1>${Array.from({ length: 9 }, (_, at) => `<p>${sentence(at).repeat(5)}</p>`).join("")}`;
const IN_ARTICLE: readonly Kind[] = [
  { name: "terms in an article", head: `${STORY}<dl>`, part: (at) => `<dt>${two(at)}<dd>${word(at)}` },
  { name: "list items in an article", head: `${STORY}<ul>`, part: (at) => `<li>${two(at)}` },
  {
    name: "cells in an article",
    head: `${STORY}<table>`,
    part: (at) => `${at % 9 === 0 ? "<tr>" : ""}<td>${at % 97}`,
  },
  { name: "paragraphs in an article", head: STORY, part: (at) => `<p>${two(at)} ${two(at + 5)}.` },
  { name: "links in an article", head: `${STORY}<p>`, part: (at) => `<a href=/${at}>${two(at)}</a> ` },
];

/** Few large parts. */
const LARGE: readonly Kind[] = [
  { name: "one text", head: "<p>", part: sentence },
  { name: "one text without spaces", head: "<p>", part: (at) => two(at) },
  { name: "one text of unlike words", head: "<p>", part: (at) => `w${at.toString(36)} ` },
  { name: "one text of full stops", head: "<p>", part: () => ". " },
  { name: "one text in Chinese", head: "<p>", part: () => CJK },
  { name: "paragraphs in Chinese", part: (at) => `<p>${CJK}${at}` },
  { name: "paragraphs of a sentence", part: (at) => `<p>${sentence(at)}` },
  { name: "paragraphs all alike", part: () => `<p>${sentence(1)}` },
  { name: "one long attribute", head: '<p class="', part: (at) => `${two(at)} ` },
  { name: "one long title", head: "<title>", part: sentence },
  { name: "long attributes", part: (at) => `<p style="${"color:red;".repeat(99)}">${word(at)}` },
  { name: "one long style", head: "<style>", part: (at) => `.${two(at)}{color:red}` },
  { name: "one long script", head: "<script>", part: (at) => `var ${two(at)}="${sentence(at)}";` },
  { name: "scripts", part: (at) => `<script>${two(at)}</script>` },
  {
    name: "JSON-LD in one script",
    head: "<script type=application/ld+json>[{}",
    part: (at) => `,${thing(at)}`,
  },
  { name: "JSON-LD in many", part: (at) => `<script type=application/ld+json>${thing(at)}</script>` },
  { name: "broken JSON-LD", head: "<script type=application/ld+json>[", part: () => "[{" },
  { name: "metas", part: (at) => `<meta property="article:tag" content="${word(at)}${at}">` },
  { name: "attributes of one tag", head: "<p ", part: (at) => `a${at}=${at} ` },
  { name: "less-than signs", part: () => "<" },
  { name: "NUL in all", part: () => "\0<p\0 a\0='\0'>\0" },
  { name: "carriage returns", part: () => "\r<p title='\r'>\r" },
];

/** Trees that are deep or that the parser has to mend. */
const DEEP: readonly Kind[] = [
  { name: "nested divisions", part: (at) => (at % 64 === 0 ? `<div>${two(at)}` : "<div>") },
  { name: "nested divisions with text", part: (at) => `<div>${two(at)}` },
  { name: "nested lists", part: (at) => `<ul><li>${two(at)}` },
  { name: "nested tables", part: (at) => `<table><td>${two(at)}` },
  { name: "nested quotes", part: (at) => `<blockquote>${two(at)}` },
  { name: "nested spans", head: "<p>", part: (at) => `<span>${two(at)}` },
  { name: "nested raised letters", head: "<p>", part: (at) => `<sup>${two(at)}` },
  { name: "nested terms", part: (at) => `<dl><dd>${two(at)}` },
  { name: "nested figures", part: (at) => `<figure><img src=/${at}.jpg>` },
  { name: "nested sections", part: (at) => `<section class=s${at}>${two(at)}` },
  { name: "nested svg", part: () => "<svg><g>" },
  { name: "nested templates", part: () => "<template>" },
  { name: "nested bold", part: () => "<b>" },
  { name: "nested bold, all different", part: (at) => `<b id=${at}>` },
  { name: "bold left open", part: (at) => `<b>${at % 4 === 0 ? "<p>" : ""}${two(at)}` },
  { name: "text beside table cells", head: "<table>", part: (at) => `${two(at)}<tr>` },
  { name: "unknown names", part: (at) => `<x${at}>${two(at)}</x${at}>` },
  { name: "end tags of nothing", part: (at) => `</i></p>${two(at)}` },
];

const KINDS = [...DENSE, ...IN_ARTICLE, ...LARGE, ...DEEP];

/** The page of a kind that has a size, or as many elements as are read. */
function makePage({ head = "", part }: Kind, sizeBytes: number): Buffer {
  const parts = [`<!doctype html><html lang=en><title>Night ferry returns</title>${head}`];
  let length = parts[0]!.length;
  let elements = 0;
  for (let at = 0; length < sizeBytes && elements < MOST_ELEMENTS; at++) {
    const next = part(at);
    parts.push(next);
    length += Buffer.byteLength(next);
    elements += next.match(/<\w/g)?.length ?? 0;
  }
  return Buffer.from(parts.join(""));
}

interface Cost {
  /** Processor seconds. */
  readonly cpu: number;
  /** The largest the process was, in MB. */
  readonly memory: number;
  /** The code of the failure where the page is refused. */
  readonly refusal: string | undefined;
}

function costOf(file: string): Cost {
  const { output, stderr, signal } = spawnSync(
    process.execPath,
    ["--import", METER, COMMAND, "extract", file, "--format", options.format],
    { stdio: ["ignore", "ignore", "pipe", "pipe"], encoding: "utf8" },
  );
  const reply = output?.[3];
  if (!reply) throw new Error(`The process ended with ${signal ?? "a failure"}: ${stderr}`);
  return { ...JSON.parse(reply), refusal: /^galley: (\w+):/m.exec(stderr)?.[1] };
}

/** The minimum of a few processes where the first is over a bound: other load on the machine only adds. */
function leastCost(file: string, isOver: (cost: Cost) => boolean): Cost {
  let least = costOf(file);
  for (let round = 1; round < MOST_ROUNDS && isOver(least); round++) {
    const { cpu, memory } = costOf(file);
    least = { ...least, cpu: Math.min(least.cpu, cpu), memory: Math.min(least.memory, memory) };
  }
  return least;
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        mb: { type: "string", multiple: true, default: ["1", "10"] },
        kind: { type: "string", default: "" },
        format: { type: "string", default: "text" },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof TypeError ? error.message : String(error));
  }
}

function refuse(why: string): never {
  console.error(`bench:hostile: BAD_OPTION: ${why}. See --help.`);
  process.exit(1);
}

/** Measures all kinds at a size; returns how many are over a bound. */
function measureKinds(sizeMb: number, start: number, file: string): number {
  console.log(`\n${row("page", "MB", "CPU s/MB", "MB of memory")}`);
  let broken = 0;
  for (const kind of KINDS.filter(({ name }) => name.includes(options.kind))) {
    const page = makePage(kind, sizeMb * 1e6);
    const megabytes = page.length / 1e6;
    writeFileSync(file, page);
    const isOver = ({ cpu, memory }: Cost) => (cpu - start) / megabytes > MAX_CPU || memory > MAX_MEMORY;
    const cost = leastCost(file, isOver);
    if (isOver(cost)) broken++;
    const perMb = ((cost.cpu - start) / megabytes).toFixed(2);
    const notes = [isOver(cost) ? "over" : "", cost.refusal ?? ""].filter((note) => note !== "").join("  ");
    console.log(`${row(kind.name, megabytes.toFixed(1), perMb, cost.memory.toFixed(0))}  ${notes}`.trimEnd());
  }
  return broken;
}

function row(name: string, megabytes: string, cpu: string, memory: string): string {
  return `${name.padEnd(28)}${megabytes.padStart(6)}${cpu.padStart(10)}${memory.padStart(14)}`;
}

function main(folder: string): number {
  const file = join(folder, "page.html");
  writeFileSync(file, `<title>Ferry</title><p>${sentence(1)}`);
  const start = Math.min(...[1, 2, 3].map(() => costOf(file).cpu));
  const broken = sizes.reduce((sum, size) => sum + measureKinds(size, start, file), 0);
  console.log(`\n${broken} over ${MAX_CPU} s of CPU a MB or ${MAX_MEMORY} MB of memory`);
  return broken;
}

const options = readOptions();
const sizes = options.mb.map(Number);
if (!sizes.every((size) => size > 0)) refuse(`--mb takes a size in MB, not "${options.mb.join(" ")}"`);
if (options.help) console.log(HELP);
else {
  buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), "galley-hostile-"));
  try {
    process.exitCode = main(folder) > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

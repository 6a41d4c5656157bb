/**
 * `npm run compare:languages [-- --eld FOLDER]`: our language detection on bodies and titles of the labelled sets and on sentences of
 * 35 languages, beside the package eld where that is installed (`npm install --prefix FOLDER eld`).
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { dataPlaces, findSet, readLabels } from "../src/sets/index.ts";
import { languageCode, makeLanguageDetector } from "../src/text/index.ts";
import { setNames } from "../test/parser/real-pages.ts";
import { mean } from "./experiments/experiment.ts";
import { SENTENCES } from "./sentences.data.ts";

type Detect = (text: string) => string | undefined;
interface Sample {
  readonly kind: "body" | "first 100 characters" | "title" | "sentence";
  readonly language: string;
  readonly text: string;
}

/** The most pages of a language: otherwise English would decide every figure. */
const MAX_PAGES = 100;
/** The part of a body that both detectors read. */
const BODY_CHARACTERS = 1_500;
const SHORT_CHARACTERS = 100;
/** Of this many timed passes the fastest counts. */
const PASSES = 9;
/** The written forms of Norwegian are one language here. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
]);

const { values } = parseArgs({ options: { eld: { type: "string" } } });
const ours = makeLanguageDetector();
const detectors = new Map<string, Detect>([["ours", (text) => ours(text)?.language]]);
if (values.eld !== undefined) {
  for (const size of ["extrasmall", "large"]) detectors.set(`eld ${size}`, await loadEld(values.eld, size));
}

const samples = [...(await labelled()), ...sentences()];
const languages = new Set(samples.map(({ language }) => language));
console.log(
  `${samples.length} texts of ${languages.size} languages; right, wrong and silent by text, then right by language (mean)\n`,
);
console.log(
  "| texts | detector | right | wrong | silent | right by language | µs of processor |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |",
);
for (const kind of ["body", "first 100 characters", "title", "sentence"] as const) {
  const chosen = samples.filter((sample) => sample.kind === kind);
  for (const [name, detect] of detectors)
    console.log(`| ${chosen.length} of ${kind} | ${name} | ${scoreCells(chosen, detect)} |`);
}

async function loadEld(folder: string, size: string): Promise<Detect> {
  const root = join(resolve(folder), "node_modules/eld/src");
  const { eld } = await import(pathToFileURL(join(root, `entries/static.${size}.js`)).href);
  const bytes = gzipSync(readFileSync(join(root, `ngrams/${size}.js`))).length;
  console.log(`eld ${size}: ${(bytes / 1e6).toFixed(2)} MB of n-grams, gzipped`);
  return (text) => codeOf(eld.detect(text).language);
}

async function labelled(): Promise<Sample[]> {
  const found: Sample[] = [];
  const pages = new Map<string, number>();
  for (const set of setNames()) {
    const folder = await findSet(
      set,
      dataPlaces(() => {}),
    );
    for await (const { language: stated, truth } of readLabels(folder)) {
      const { body, title } = truth;
      const language = codeOf(stated);
      const count = pages.get(language ?? "") ?? 0;
      if (language === undefined || !body || count === MAX_PAGES) continue;
      pages.set(language, count + 1);
      found.push({ kind: "body", language, text: body.slice(0, BODY_CHARACTERS) });
      found.push({ kind: "first 100 characters", language, text: body.slice(0, SHORT_CHARACTERS) });
      if (title) found.push({ kind: "title", language, text: title });
    }
  }
  return found;
}

function sentences(): Sample[] {
  return Object.entries(SENTENCES).flatMap(([language, text]) =>
    text
      .split(/(?<=[.。।])\s*/u)
      .filter((sentence) => sentence !== "")
      .map((sentence): Sample => ({ kind: "sentence", language, text: sentence })),
  );
}

function codeOf(tag: string | null | undefined): string | undefined {
  const code = languageCode(tag ?? undefined);
  return code === undefined || code === "" ? undefined : (SAME.get(code) ?? code);
}

function scoreCells(chosen: readonly Sample[], detect: Detect): string {
  const answers = chosen.map(({ text }) => codeOf(detect(text)));
  const micros = Math.min(...Array.from({ length: PASSES }, () => microsOf(chosen, detect)));
  const right = (of: string) =>
    mean(chosen.flatMap(({ language }, at) => (language === of ? [Number(answers[at] === of)] : [])));
  const own = [...new Set(chosen.map(({ language }) => language))];
  const cells = [
    mean(chosen.map(({ language }, at) => Number(answers[at] === language))),
    mean(chosen.map(({ language }, at) => Number(answers[at] !== undefined && answers[at] !== language))),
    mean(answers.map((answer) => Number(answer === undefined))),
    mean(own.map(right)),
  ];
  return `${cells.map((share) => share.toFixed(3)).join(" | ")} | ${micros.toFixed(0)}`;
}

function microsOf(chosen: readonly Sample[], detect: Detect): number {
  const start = process.cpuUsage();
  for (const { text } of chosen) detect(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / chosen.length;
}

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type HardCase,
  LANGUAGES,
  LOOKS,
  makeArticlePage,
  type NewsPage,
} from "../../../test/newsroom/index.ts";
import { makeRandom } from "../../../test/newsroom/random.ts";
import { plainTable } from "../experiment.ts";
import type { Bench } from "./bench.ts";
import { Baseline, formatEffect, SEEDS, setScopes } from "./effects.ts";

/** Kinds of made-up pages that models fail on, by the name of their set: the cases that a page of it has. */
const KINDS: Readonly<Record<string, readonly (readonly HardCase[])[]>> = {
  "newsroom-items": [["short-item", "teaser-columns"], ["short-item"], ["teaser-columns"]],
  "newsroom-threads": [
    ["comment-thread"],
    ["comment-thread", "short-item"],
    ["comment-thread", "house-rules"],
  ],
  "newsroom-house": [
    ["house-rules", "subscribe-plea"],
    ["consent-placeholder", "about-us"],
    ["subscribe-plea", "short-item"],
    ["about-us", "house-rules", "consent-placeholder"],
  ],
};
/** Hard cases that pages of any kind may have. */
const COMMON_CASES: readonly HardCase[] = [
  "standfirst",
  "cookie-notice",
  "inline-related",
  "inline-promotion",
  "pull-quote",
  "list",
];
/** One in this many pairs of a look and a language is left out, so that two thirds are written. */
const LOOK_STEP = 3;
const SEED = 500;

/** Writes a set of each kind, in all looks and languages; returns their folders. */
export function writeKinds(folder: string): readonly string[] {
  return Object.entries(KINDS).map(([name, cases], kind) => {
    const target = join(folder, name);
    mkdirSync(target);
    const pages = LOOKS.flatMap((look, lookAt) =>
      LANGUAGES.flatMap((language, languageAt) => {
        if ((lookAt + languageAt + kind) % LOOK_STEP === 0) return [];
        const seed = SEED + kind * LOOKS.length * LANGUAGES.length + lookAt * LANGUAGES.length + languageAt;
        const random = makeRandom(`${name} ${seed}`);
        const hardCases = [...random.pick(cases), ...random.sample(COMMON_CASES, random.between(0, 3))];
        return [makeArticlePage({ look, language, seed, hardCases })];
      }),
    );
    writeFileSync(join(target, "index.jsonl"), pages.map((page, at) => writePage(target, page, at)).join(""));
    return target;
  });
}

function writePage(folder: string, { url, html, language, pageType, truth }: NewsPage, at: number): string {
  const htmlPath = `${at}.html`;
  writeFileSync(join(folder, htmlPath), html);
  const site = new URL(url).hostname;
  const { title, body } = truth;
  return `${JSON.stringify({ id: String(at), site, url, lang: language, pageType, htmlPath, title, body })}\n`;
}

const ALL = Object.keys(KINDS);

/** The gain of trees from each kind of made-up page, on held-out sets. */
export function madeUpSection(bench: Bench): string {
  const learnFrom = (...kinds: readonly string[]) => ({
    choose: ({ set }: { readonly set: string }) => !ALL.includes(set) || kinds.includes(set),
  });
  const seeds = bench.measure(SEEDS.slice(0, 2).map((seed) => [`seed ${seed}`, { ...learnFrom(), seed }]));
  const variants = [...ALL.map((kind) => [kind]), ALL];
  const measured = bench.measure(variants.map((kinds) => [`with ${kinds.join(", ")}`, learnFrom(...kinds)]));
  const scopes = setScopes(bench.pages);
  const tables = (["f1", "correctly"] as const).map((metric) => {
    const baseline = new Baseline(
      seeds.map((run) => run[metric]),
      bench.pages,
    );
    const rows = variants.map((kinds, at) => [
      kinds.length === 1 ? kinds[0]! : "all of them",
      ...scopes.map((scope) => formatEffect(baseline.compare(scope, measured[at]![metric]))),
    ]);
    return plainTable(["learned from too", ...scopes.map(({ name }) => name)], rows, 1);
  });
  return ["## Kinds of made-up pages", "Change of word F1:", tables[0], "*Correctly*:", tables[1]].join(
    "\n\n",
  );
}

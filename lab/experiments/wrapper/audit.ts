import { formatShare } from "../../../src/eval/index.ts";
import {
  BODY_FEATURES,
  type FeatureChoice,
  TITLE_FEATURES,
  WRAPPER_PAPER,
} from "../../../src/extractors/index.ts";
import { percent, plainTable } from "../experiment.ts";
import { accuracyOf, learnWrapper, Study, type StudySet, type Trial } from "./study.ts";

type Part = "title" | "body";
type IsHeldOut = (site: string) => boolean;
type Tell = (message: string) => void;

/** The figures that the paper prints: means over the 12 sites of table 2, tables 3 to 5 as they are. */
const PRINTED = {
  sizes: new Map([
    [10, "98.8 %"],
    [20, "98.7 %"],
  ]),
  title: { spatial: "74.8 %", content: "81.8 %", all: "100.0 %" },
  body: { spatial: "1.9 %", content: "99.4 %", all: "99.8 %" },
  large: { title: "98.6 %", body: "99.4 %", news: "98.1 %" },
} as const;

/** One row a printed figure: the paper's, ours with the paper's settings, ours by default, and that on held-out sites. */
export function figureTable(set: StudySet, isHeldOut: IsHeldOut, tell: Tell): string {
  const columns = [PAPER_READING, {}].map((reading) => new FigureColumn(set, reading, tell));
  const [paper, own] = columns as [FigureColumn, FigureColumn];
  const row = (name: string, printed: string, read: (column: FigureColumn, sites: IsHeldOut) => number) => [
    name,
    printed,
    percent(read(paper, () => true)),
    percent(read(own, () => true)),
    percent(read(own, isHeldOut)),
  ];
  const rows = [
    ...set.sizes.map((size) =>
      row(`table 2: news, ${size} pages`, PRINTED.sizes.get(size) ?? "", (column, sites) =>
        column.at(size, "news", sites),
      ),
    ),
    ...(["title", "body"] as const).flatMap((part) =>
      (["spatial", "content", "all"] as const).map((choice) =>
        row(
          `table ${part === "title" ? 3 : 4}: ${part}, ${choice} features`,
          PRINTED[part][choice],
          (column, sites) => column.by(part, choice, sites),
        ),
      ),
    ),
    ...(["title", "body", "news"] as const).map((part) =>
      row(`table 5: ${part}`, PRINTED.large[part], (column, sites) =>
        column.at(set.sizes.at(-1)!, part, sites),
      ),
    ),
  ];
  return plainTable(["figure", "printed", "paper's settings", "default", "default, held-out sites"], rows, 1);
}

/** As the paper reads pages: by its rules of the first screen, whatever the layout. */
const PAPER_READING = { manner: "strict", settings: WRAPPER_PAPER } as const;

type Reading = ConstructorParameters<typeof Study>[1];

/** The figures of one way to read pages; each study is run once. */
class FigureColumn {
  readonly #set: StudySet;
  readonly #reading: Reading;
  readonly #tell: Tell;
  readonly #trials = new Map<string, readonly Trial[]>();

  constructor(set: StudySet, reading: Reading, tell: Tell) {
    this.#set = set;
    this.#reading = reading;
    this.#tell = tell;
  }

  /** The accuracy with all features, learned from a number of pages. */
  at(size: number, part: "title" | "body" | "news", isTested: IsHeldOut): number {
    return meanOn(this.#run("all", size, {}), isTested)[part];
  }

  /** The accuracy with some features of titles or of bodies, learned from the most pages. */
  by(part: Part, choice: FeatureChoice, isTested: IsHeldOut): number {
    const reading = choice === "all" ? {} : { [part]: choice };
    return meanOn(
      this.#run(choice === "all" ? "all" : `${part} ${choice}`, this.#set.sizes.at(-1)!, reading),
      isTested,
    )[part];
  }

  #run(name: string, size: number, reading: Reading): readonly Trial[] {
    const key = `${name} ${size}`;
    const known = this.#trials.get(key);
    if (known !== undefined) return known;
    this.#tell(key);
    const trials = new Study(this.#set, { ...this.#reading, ...reading }).run(size);
    this.#trials.set(key, trials);
    return trials;
  }
}

function meanOn(trials: readonly Trial[], isTested: IsHeldOut) {
  return accuracyOf(trials.filter(({ site }) => isTested(site)).flatMap(({ outcomes }) => outcomes));
}

/** The effect of each part: wrappers of one site with one part after the other switched off. */
export function partTable(set: StudySet, isHeldOut: IsHeldOut, tell: Tell): string {
  const looks = { settings: { titles: "looks" } } as const;
  const features = (part: Part, names: readonly string[]) =>
    names.map((name, column) => [`${part} ${name}`, { ...looks, off: { part, column } }] as const);
  const choices: readonly (readonly [name: string, reading: Reading])[] = [
    ["nothing", {}],
    ["boxes as paragraphs", { settings: { paragraphs: "tags" } }],
    ["order instead of screens", { manner: "strict", settings: { firstScreens: "two" } }],
    ["category names", { off: { rule: "category name" } }],
    ["anchor text", { off: { rule: "anchor text" } }],
    ["stated titles", looks],
    ["stated titles, category names", { ...looks, off: { rule: "category name" } }],
    ["stated titles, anchor text", { ...looks, off: { rule: "anchor text" } }],
    ...features("title", TITLE_FEATURES).map(
      ([name, reading]) => [`stated titles, ${name}`, reading] as const,
    ),
    ...features("body", BODY_FEATURES),
  ];
  const rows = choices.map(([name, reading]) => {
    tell(`without ${name}`);
    const trials = new Study(set, reading).run(set.sizes.at(-1)!);
    const [all, held] = [meanOn(trials, () => true), meanOn(trials, isHeldOut)];
    return [name, ...[all, held].flatMap(({ title, body, news }) => [title, body, news].map(percent))];
  });
  const heads = ["title", "body", "news"];
  return plainTable(["switched off", ...heads, ...heads.map((head) => `${head}, held out`)], rows, 1);
}

/** Wrappers on complete layouts: of one site with enough pages, and of all sites but a quarter that they are tried on. */
export function completeTable(sets: readonly StudySet[], isHeldOut: IsHeldOut): string {
  const readings: readonly (readonly [name: string, reading: Reading])[] = [
    ["paper's settings", PAPER_READING],
    ["one first screen", { manner: "strict", settings: { firstScreens: "one" } }],
    ["two first screens", { manner: "strict", settings: { firstScreens: "two" } }],
    ["default", {}],
  ];
  const rows = sets.flatMap((set) =>
    readings.flatMap(([name, reading]) => {
      const study = new Study(set, reading);
      const trials = study.run(set.sizes.at(-1)!);
      const single = Map.groupBy(trials, ({ from }) => from);
      return [
        ...(name === "default"
          ? [...single].map(
              ([from, own]) => [`\`${from}\`, ${study.sites.get(from)!.length} pages`, own] as const,
            )
          : []),
        [`one site, mean of ${single.size}`, trials] as const,
        ["three quarters of the sites", foldTrials(study)] as const,
      ].map(([from, own]) => {
        const [all, held] = [meanOn(own, () => true), meanOn(own, isHeldOut)];
        const shares = [all.title, all.body, all.news, held.title, held.body, held.news].map(percent);
        return [set.layout, name, from, ...shares, formatShare(all.f1), formatShare(all.oracle)];
      });
    }),
  );
  const heads = [
    "title",
    "body",
    "news",
    "title, held out",
    "body, held out",
    "news, held out",
    "F1",
    "oracle",
  ];
  return plainTable(["layout", "settings", "wrapper of", ...heads], rows, 3);
}

const FOLDS = 4;

/** Every page with the wrapper of the sites that are not in its own quarter. */
function foldTrials(study: Study): readonly Trial[] {
  const sites = [...study.sites].map(([site, pages], at) => ({ site, pages, fold: at % FOLDS }));
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const judges = learnWrapper(sites.filter((one) => one.fold !== fold).flatMap(({ pages }) => pages));
    return sites
      .filter((one) => one.fold === fold)
      .map(({ site, pages }) => ({
        from: "others",
        size: pages.length,
        site,
        outcomes: pages.map((page) => page.try(judges)),
      }));
  });
}

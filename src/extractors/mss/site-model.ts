import {
  badModel,
  type CountTable,
  fromBase64,
  isRecord,
  type ModelFile,
  modelHead,
  readHeadOf,
  type Training,
  toBase64,
} from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { type MssModel, packMssModel, readMssModel, readTable, readTags, readTotals } from "./features.ts";
import { judgeSpan, type SpanOptions } from "./judge-span.ts";
import {
  type BySiteFeature,
  isSupervisedSettings,
  type Judgement,
  makeSiteJudge,
  makeSupervisedJudge,
  readEntries,
  SITE_FEATURES,
  type SiteFeature,
  type SiteSettings,
  type SupervisedSettings,
} from "./site-scores.ts";
import { rankSubsequences } from "./subsequences.ts";
import { DEFAULT_OPTIONS, type MssExtractor } from "./supervised.ts";
import { tokenise } from "./tokenise.ts";
import { makeForms, PAPER, type Tokens } from "./tokens.ts";

/** What was learned of the features of one kind. */
export interface SiteTable {
  readonly counts: CountTable;
  /** By the entries of the counts, 0 to `FULL_IMPORTANCE`. */
  readonly importance: Uint8Array;
}

/** The result of semi-supervised training on a site. */
export interface SiteModel {
  /** Of the labelled pages of the supervised model; the site's own pages are a separate set, without labels. */
  readonly training: Training;
  /** The hash of the supervised model that it began with. */
  readonly from: string;
  readonly tags: readonly string[];
  /** Tokens inside and outside the spans that were learned from. */
  readonly totals: MssModel["totals"];
  readonly tables: BySiteFeature<SiteTable>;
  readonly settings: SiteSettings;
  /** The supervised model, where it stays in use. */
  readonly supervised?: { readonly model: MssModel; readonly settings: SupervisedSettings };
}

/** The method's name in model files. */
const SITE_METHOD = "mss-site";

/** A model as the value that its file holds as JSON. */
export function packSiteModel(model: SiteModel): ModelFile & Readonly<Record<string, unknown>> {
  const { training, from, tags, totals, settings, supervised } = model;
  const tables = SITE_FEATURES.map((feature) => {
    const { counts, importance } = model.tables[feature];
    return [
      feature,
      { size: counts.size, counts: counts.encode(), importance: toBase64(importance) },
    ] as const;
  });
  return {
    ...modelHead(SITE_METHOD, SITE_FEATURES, training),
    from,
    tags,
    totals,
    settings,
    tables: Object.fromEntries(tables),
    ...(supervised && {
      supervised: { settings: supervised.settings, model: packMssModel(supervised.model) },
    }),
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is another, of other features or damaged. */
export function readSiteModel(value: unknown): SiteModel {
  const head = readHeadOf(SITE_METHOD, SITE_FEATURES, value);
  if (typeof head.from !== "string") throw badModel("it does not say which model it began with");
  const settings = readSettings(head.settings);
  if (settings.margin > 0 && head.supervised === undefined) {
    throw badModel("the supervised model that it builds on is not in it");
  }
  return {
    training: head.training,
    from: head.from,
    tags: readTags(head.tags),
    totals: readTotals(head.totals),
    tables: {
      trigram: readSiteTable(head.tables, "trigram"),
      "coarse trigram": readSiteTable(head.tables, "coarse trigram"),
    },
    settings,
    ...(head.supervised !== undefined && { supervised: readSupervised(head.supervised) }),
  };
}

function readSiteTable(tables: unknown, feature: SiteFeature): SiteTable {
  const counts = readTable(tables, feature);
  const stored = isRecord(tables) && isRecord(tables[feature]) ? tables[feature].importance : undefined;
  const importance = typeof stored === "string" ? fromBase64(stored) : undefined;
  if (importance?.length !== counts.size) throw badModel(`its table of "${feature}" is damaged`);
  return { counts, importance };
}

function readSettings(value: unknown): SiteSettings {
  const { constant, clamp, doubt, tagWeight, margin } = isRecord(value) ? value : {};
  return {
    constant: readSetting(constant),
    clamp: readSetting(clamp),
    doubt: readSetting(doubt),
    tagWeight: readSetting(tagWeight),
    margin: readSetting(margin),
  };
}

function readSetting(value: unknown): number {
  if (typeof value === "number" && value >= 0 && Number.isFinite(value)) return value;
  throw badModel("its settings are incomplete");
}

function readSupervised(value: unknown): NonNullable<SiteModel["supervised"]> {
  const { settings, model } = isRecord(value) ? value : {};
  if (!isSupervisedSettings(settings)) throw badModel("its supervised settings have no name");
  return { settings, model: readMssModel(model) };
}

/** Semi-supervised maximum subsequence segmentation (6.2.4) with what was learned of a site. */
export function makeMssSite(model: SiteModel, options: Partial<SpanOptions> = {}): MssExtractor {
  const { edges, clean } = { ...DEFAULT_OPTIONS, ...options };
  const judge = makePageJudge(model);
  return {
    id: SITE_METHOD,
    paper: PAPER,
    needs: [],
    trainedOn: () => model.training.domains,
    extract(page) {
      const { tokens, span } = judge(page);
      return judgeSpan(page, tokens, span, { edges, clean });
    },
    rank(page, k) {
      const { tokens, scores, span } = judge(page);
      return rankSubsequences(scores, span, k).map((found) => ({
        value: found.value,
        extraction: judgeSpan(page, tokens, found, { edges, clean }),
      }));
    },
  };
}

function makePageJudge(model: SiteModel): (page: Page) => Judgement & { readonly tokens: Tokens } {
  const { tables, totals, settings, supervised } = model;
  const forms = makeForms(new Set(model.tags));
  const supervise = supervised && makeSupervisedJudge(supervised.model, supervised.settings);
  const judge = makeSiteJudge({
    totals,
    settings,
    counts: { trigram: countsOf(tables.trigram), "coarse trigram": countsOf(tables["coarse trigram"]) },
  });
  return (page) => {
    const tokens = tokenise(page, forms);
    const entriesOf = (feature: SiteFeature) => {
      const { counts } = tables[feature];
      return readEntries(tokens, feature, (hash) => counts.find(hash));
    };
    const opinion = supervise?.(tokens);
    const judgement = judge({
      kind: tokens.kind,
      entries: { trigram: entriesOf("trigram"), "coarse trigram": entriesOf("coarse trigram") },
      supervised: opinion && { inside: Float32Array.from(opinion.inside), span: opinion.span },
    });
    return { tokens, ...judgement };
  };
}

function countsOf({ counts, importance }: SiteTable) {
  return { inside: counts.inside, outside: counts.outside, importance };
}

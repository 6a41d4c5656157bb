/**
 * Where extractors get their models from. The default extractor and all others of the registry have the models that come with
 * galley, decoded on first use; `extractorFromModel` reads any other model file. Two more ways to the learned extractor are in
 * `fused/load-fused.ts`, for callers that leave the shipped models out.
 */
import { badModel, readModelHead } from "../model/index.ts";
import { readSiteProfile } from "../profile/index.ts";
import { type RoleModel, readRoleModel } from "../roles/index.ts";
import type { Extractor } from "./extractor.ts";
import type { ModelExtractorId } from "./extractor-ids.ts";
import { type AttentionModel, readAttention } from "./fused/attention.ts";
import { makeFused } from "./fused/fused.ts";
import { type FusedModel, readFusedModel } from "./fused/fused-model.ts";
import { type BaseLearners, makeBaseLearners, SKIMMED } from "./fused/rows.ts";
import { type LeanModel, readLeanModel } from "./lean/index.ts";
import { type MssModel, readMssModel } from "./mss/features.ts";
import { makeMssSite, readSiteModel } from "./mss/site-model.ts";
import { makeMss, makeMssFamily } from "./mss/supervised.ts";
import {
  ATTENTION_MODEL,
  FUSED_MODEL,
  LEAN_MODEL,
  MSS_MODEL,
  QUICK_MODEL,
  ROLES_MODEL,
  WRAPPER_MODEL,
} from "./shipped-models.data.ts";
import { makeTemplate } from "./template/index.ts";
import { makeWrapper, readWrapperModel, type WrapperModel } from "./wrapper/wrapper.ts";

/** The shipped model of the learned extractor. */
export const shippedFused: () => FusedModel = /* @__PURE__ */ once(() =>
  readFusedModel(JSON.parse(FUSED_MODEL)),
);

/** The shipped network beside the trees of the learned extractor. */
export const shippedAttention: () => AttentionModel = /* @__PURE__ */ once(() =>
  readAttention(JSON.parse(ATTENTION_MODEL)),
);

/** The shipped model of the cheapest learned extractor. */
export const shippedLean: () => LeanModel = /* @__PURE__ */ once(() =>
  readLeanModel("lean", JSON.parse(LEAN_MODEL)),
);

/** The shipped model of the one that asks MSS too. */
export const shippedQuick: () => LeanModel = /* @__PURE__ */ once(() =>
  readLeanModel("quick", JSON.parse(QUICK_MODEL)),
);

/** The shipped model of MSS. */
export const shippedModel: () => MssModel = /* @__PURE__ */ once(() => readMssModel(JSON.parse(MSS_MODEL)));

/** The shipped model of the learned wrapper. */
export const shippedWrapper: () => WrapperModel = /* @__PURE__ */ once(() =>
  readWrapperModel(JSON.parse(WRAPPER_MODEL)),
);

/** The shipped model of the roles of leaves. */
export const shippedRoles: () => RoleModel = /* @__PURE__ */ once(() =>
  readRoleModel(JSON.parse(ROLES_MODEL)),
);

/** MSS as a feature of whole blocks, which needs only a part of each long text. */
export const skimmingMss: Extractor = /* @__PURE__ */ makeMss("mss", shippedModel, SKIMMED);

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The base learners of the learned extractor, with the shipped models. */
export function shippedBaseLearners(): BaseLearners {
  return makeBaseLearners(shippedModel);
}

/** The extractors of one model by their ids, its own method first. */
export type ModelExtractors = Readonly<Partial<Record<ModelExtractorId, Extractor>>>;

/** The method of models that hold the template of a site, learned from labelled pages. */
export const TEMPLATE_METHOD = "template";

/** How the models of each method are read. */
const METHODS: Readonly<Record<string, (value: unknown) => ModelExtractors>> = {
  mss: (value) => {
    const model = readMssModel(value);
    return makeMssFamily(() => model);
  },
  fused: (value) => {
    const model = readFusedModel(value);
    return { fused: makeFused(() => model, shippedBaseLearners()) };
  },
  wrapper: (value) => {
    const model = readWrapperModel(value);
    return { wrapper: makeWrapper(() => model) };
  },
  "mss-site": (value) => ({ "mss-site": makeMssSite(readSiteModel(value)) }),
  [TEMPLATE_METHOD]: (value) => {
    const siteProfile = readSiteProfile(readModelHead(value).profile);
    const fused = makeFused(shippedFused, shippedBaseLearners(), { network: shippedAttention });
    const learned = makeTemplate(fused);
    return {
      template: {
        ...learned,
        needs: [],
        extract: (page, hints) => learned.extract(page, { ...hints, siteProfile }),
      },
    };
  },
};

/** The extractors that a model file's JSON makes ready; throws BAD_MODEL where it is not a model, or not one of this galley. */
export function openModel(value: unknown): ModelExtractors {
  const { method } = readModelHead(value);
  const read = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (read === undefined) {
    throw badModel(`its method is ${method}, and this galley knows ${Object.keys(METHODS).join(", ")}`);
  }
  return read(value);
}

/** The extractor of a model file's JSON: its own method, or the named one where the model supports it. */
export function extractorFromModel(value: unknown, id?: string): Extractor {
  const own = Object.values(openModel(value));
  const found = id === undefined ? own[0] : own.find((extractor) => extractor.id === id);
  if (found !== undefined) return found;
  throw badModel(`it is made for ${own.map((extractor) => extractor.id).join(", ")}, not for ${id}`);
}

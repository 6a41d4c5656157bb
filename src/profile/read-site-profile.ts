import { NewsError } from "../errors/index.ts";
import {
  type ArticleTemplate,
  PATH_STEPS,
  type SiteProfile,
  TEMPLATE_ROLES,
  type TemplatePath,
} from "../page/index.ts";

/** The limits of a profile: mining writes no more, and no more is read. */
export const PROFILE_LIMITS = { templates: 10, paths: 1000, labels: 100 } as const;

/** A larger profile is not ours, and would fill the memory of every thread. */
const MAX = { ...PROFILE_LIMITS, pathCharacters: 10_000, nameCharacters: 500 } as const;
const MAX_HASHES = 50_000;
/** Characters of an error message; a damaged file may hold text of any length. */
const MAX_PROBLEM = 200;
const HASH = /^[0-9a-f]{1,8}$/;

type Fields = Readonly<Record<string, unknown>>;

/** Checks the JSON of a site profile, as `galley site` writes it; throws BAD_SITE_PROFILE with what is wrong. */
export function readSiteProfile(json: unknown): SiteProfile {
  const profile = readFields("it", json);
  if (profile.format !== "galley-site-profile") throw badProfile("it is no site profile of galley");
  if (profile.version !== 1) {
    throw badProfile(`it is of version ${String(profile.version)}, and this galley reads version 1`);
  }
  return {
    format: "galley-site-profile",
    version: 1,
    site: readText("its site", profile.site, MAX.nameCharacters),
    made: readDate(profile.made),
    pages: readCount("its pages", profile.pages),
    repeated: readHashed(profile.repeated, { field: "repeated", thing: "block", number: "pages" }),
    ...(profile.outside != null && {
      outside: readHashed(profile.outside, { field: "outside", thing: "place", number: "per cents" }),
    }),
    templates: readList("its templates", profile.templates, MAX.templates).map(readTemplate),
  };
}

function badProfile(problem: string): NewsError {
  const short = problem.length > MAX_PROBLEM ? `${problem.slice(0, MAX_PROBLEM)}…` : problem;
  return new NewsError("BAD_SITE_PROFILE", `The site profile cannot be used: ${short}.`);
}

function readTemplate(value: unknown): ArticleTemplate {
  const template = readFields("a template", value);
  const steps = PATH_STEPS.find((one) => one === template.steps);
  if (steps === undefined) throw badProfile(`a template's steps are ${PATH_STEPS.join(" or ")}`);
  return {
    pages: readCount("a template's pages", template.pages),
    steps,
    paths: readList("a template's paths", template.paths, MAX.paths).map(readPath),
    labels: readList("a template's labels", template.labels, MAX.labels).map((label) =>
      readText("a label", label, MAX.nameCharacters),
    ),
  };
}

function readPath(value: unknown): TemplatePath {
  const place = readFields("a path", value);
  const role = TEMPLATE_ROLES.find((one) => one === place.role);
  if (role === undefined) throw badProfile(`a path's role is one of ${TEMPLATE_ROLES.join(", ")}`);
  return {
    path: readText("a path", place.path, MAX.pathCharacters),
    pages: readCount("a path's pages", place.pages),
    words: readCount("a path's words", place.words),
    role,
  };
}

/** The words for a field with numbers by hash, for error messages. */
interface HashedField {
  readonly field: string;
  readonly thing: string;
  readonly number: string;
}

function readHashed(value: unknown, { field, thing, number }: HashedField): Readonly<Record<string, number>> {
  const entries = Object.entries(readFields(`what it has as ${field}`, value));
  if (entries.length > MAX_HASHES) throw badProfile(`it names over ${MAX_HASHES} ${thing}s as ${field}`);
  const odd = entries.find(([hash]) => !HASH.test(hash));
  if (odd !== undefined) throw badProfile(`${odd[0]} is no hash of a ${thing}`);
  return Object.fromEntries(
    entries.map(([hash, count]) => [hash, readCount(`the ${number} of a ${thing}`, count)]),
  );
}

function readFields(name: string, value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badProfile(`${name} is no JSON object`);
  }
  return { ...value };
}

function readList(name: string, value: unknown, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw badProfile(`${name} are no list`);
  if (value.length > max) throw badProfile(`${name} are over ${max}`);
  return value;
}

function readText(name: string, value: unknown, max: number): string {
  if (typeof value !== "string" || value.length > max) throw badProfile(`${name} is no text of its kind`);
  return value;
}

function readDate(value: unknown): string {
  const made = readText("its date", value, MAX.nameCharacters);
  if (Number.isNaN(Date.parse(made))) throw badProfile("it does not say when it was made");
  return made;
}

function readCount(name: string, value: unknown): number {
  // Sums of larger ones would not be exact.
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw badProfile(`${name} are no whole number`);
}

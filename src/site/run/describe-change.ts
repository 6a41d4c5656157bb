import type { SiteProfile } from "../../page/index.ts";
import type { ProfileDrift } from "../template/index.ts";

/** What became of a site since an earlier profile, in words: how its articles still fit, and which places came and went. */
export function describeChange(before: SiteProfile, after: SiteProfile, drift: ProfileDrift): string {
  const day = before.made.slice(0, 10);
  if (before.templates.length === 0)
    return `no template on ${day}, ${after.templates.length === 0 ? "and none" : "one"} now`;
  const fit = `the template of ${day} ${drift.isStale ? "no longer fits" : "still fits"}: ${drift.fitting} of ${drift.pages} articles`;
  const old = bodyPaths(before);
  const now = bodyPaths(after);
  const gone = [...old].filter((path) => !now.has(path));
  const added = [...now].filter((path) => !old.has(path));
  const evidence = [...shown("gone", gone), ...shown("new", added)];
  return [fit, ...evidence].join("; ");
}

/** The number of places, and the first of them as evidence. */
function shown(what: string, paths: readonly string[]): readonly string[] {
  const [first] = paths;
  if (first === undefined) return [];
  return [`${paths.length} ${paths.length === 1 ? "place" : "places"} ${what} (${first})`];
}

function bodyPaths({ templates }: SiteProfile): ReadonlySet<string> {
  const paths = templates.flatMap((template) => template.paths);
  return new Set(paths.filter(({ role }) => role === "body").map(({ path }) => path));
}

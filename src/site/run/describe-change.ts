import type { SiteProfile } from "../../page/index.ts";

/** What became of a site between two runs, in words; the template is what articles are read by. */
export function describeChange(before: SiteProfile, after: SiteProfile): string {
  const old = bodyPaths(before);
  const now = bodyPaths(after);
  const day = before.made.slice(0, 10);
  if (old.size === 0 || now.size === 0) {
    if (old.size === now.size) return `no template on ${day}, and none now`;
    return old.size === 0 ? `no template on ${day}, one now` : `the template of ${day} is gone`;
  }
  const gone = [...old].filter((path) => !now.has(path));
  const added = [...now].filter((path) => !old.has(path));
  if (gone.length === 0 && added.length === 0) return `the template of ${day} still holds`;
  const shown = [
    ...gone.slice(0, 1).map((path) => `no more ${path}`),
    ...added.slice(0, 1).map((path) => `new ${path}`),
  ];
  return `of the ${old.size} places of the template of ${day} ${gone.length} are gone, ${added.length} are new (${shown.join("; ")})`;
}

function bodyPaths({ templates }: SiteProfile): ReadonlySet<string> {
  const paths = templates.flatMap((template) => template.paths);
  return new Set(paths.filter(({ role }) => role === "body").map(({ path }) => path));
}

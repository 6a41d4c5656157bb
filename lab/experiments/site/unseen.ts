import { plainTable } from "../experiment.ts";
import { measureBodies } from "./instances.ts";
import type { SiteRun } from "./site-run.ts";
import { tedRows } from "./ted.ts";

/** Sets with several pages a site that no rule of templates or of tree edit distance was chosen on. */
const UNSEEN_SETS = ["dragnet-a", "cleanportaleval"];

/** Mined templates and the comparator by tree edit distance on sites that their rules were not chosen on. */
export async function measureUnseen(run: SiteRun): Promise<string> {
  const bodies: string[][] = [];
  const ted: string[][] = [];
  for (const set of UNSEEN_SETS) {
    bodies.push(...(await measureBodies(run, set)));
    ted.push(...(await tedRows(run, set)));
  }
  return [
    plainTable(["set", "extractor", "pages", "P", "R", "F1", "title"], bodies, 2),
    plainTable(["set", "method", "groups", "pages", "F1", "P", "R", "correctly"], ted, 2),
  ].join("\n\n");
}

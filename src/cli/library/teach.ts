import type { Command } from "commander";
import { openSiteProfile, readModelJson } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import { extractorFromModel } from "../../extractors/index.ts";
import { libraryCommand, type StoreOptions, siteNamed, withLibrary } from "./store-option.ts";

interface Options extends StoreOptions {
  readonly model?: string;
  readonly siteProfile?: string;
}

const EXAMPLES = `
The pages of the site are then extracted with it by collect, reextract and extract --store. galley site --store mines and keeps
profile and taxonomy; galley sources --sites shows what is kept, galley forget takes it back.

Examples:
  galley teach news.example --model news-example.json.gz
  galley teach https://news.example/ --site-profile mined/profile.json --store news.db`;

/** `galley teach`: keeps a model or a profile for a site. */
export function makeCommand(): Command {
  return libraryCommand("teach")
    .description("Keeps a model or a profile for the pages of a site in a library.")
    .argument("<site>", "the site: an address, or a name such as news.example")
    .option("--model <file>", "a model of galley train, for this site alone")
    .option("--site-profile <file>", "a profile of galley site")
    .addHelpText("after", EXAMPLES)
    .action(teach);
}

async function teach(name: string, options: Options): Promise<void> {
  const site = siteNamed(name);
  const { model: path, siteProfile } = options;
  if (path === undefined && siteProfile === undefined)
    throw new NewsError("BAD_OPTION", "There is nothing to keep; give --model or --site-profile.");
  const model = path === undefined ? undefined : readModelJson(path);
  // A bad model is refused now, not in a later run.
  if (model !== undefined) extractorFromModel(model);
  const profile = openSiteProfile(siteProfile);
  await withLibrary(options, "may-create", async (store) => {
    const atMs = Date.now();
    if (model !== undefined) await store.putSiteRecord({ site, kind: "model", atMs, value: model });
    if (profile !== undefined) await store.putSiteRecord({ site, kind: "profile", atMs, value: profile });
  });
  const kept = [model && "model", profile && "profile"].filter((word) => word !== undefined);
  process.stderr.write(
    `galley: the ${kept.join(" and the ")} of ${site} ${kept.length > 1 ? "are" : "is"} kept\n`,
  );
}

import { Argument, type Command } from "commander";
import { forgetSite } from "../../collect/index.ts";
import { NewsError } from "../../errors/index.ts";
import { SITE_RECORDS, type SiteRecordKind } from "../../store/index.ts";
import { libraryCommand, type StoreOptions, siteNamed, withLibrary } from "./store-option.ts";

/** `galley forget`: takes back what a library has learned of a site. */
export function makeCommand(): Command {
  return libraryCommand("forget")
    .description(
      "Takes back the last thing that a library learned of a site; the one before it, if any, is used again.",
    )
    .argument("<site>", "the site: a name such as example.org, or an address")
    .addArgument(new Argument("[what]", "what to take back").choices(SITE_RECORDS).default("model"))
    .addHelpText(
      "after",
      `
Examples:
  galley forget example.org           # the model that somebody taught
  galley forget https://example.org/ profile
  galley forget example.org taxonomy  # with the sections it gave as sources`,
    )
    .action(forget);
}

async function forget(name: string, what: SiteRecordKind, options: StoreOptions): Promise<void> {
  const site = siteNamed(name);
  const left = await withLibrary(options, "must-exist", async (store) => {
    if ((await forgetSite(store, site, [what])).length === 0)
      throw new NewsError("BAD_OPTION", `The library has no ${what} of ${site}.`);
    return store.getSiteRecord(site, what);
  });
  const now =
    left === undefined ? "none is left" : `that of ${new Date(left.atMs).toISOString()} counts again`;
  process.stderr.write(`galley: the ${what} of ${site} is taken back; ${now}\n`);
}

import { Argument, Command } from "commander";
import { NewsError } from "../errors/index.ts";
import { SITE_RECORDS, type SiteRecordKind } from "../store/index.ts";
import { type StoreOptions, storeOption, withLibrary } from "./store-option.ts";

/** `galley forget`: takes back what a library has learned of a site. */
export function forgetCommand(): Command {
  return new Command("forget")
    .description(
      "Takes back the last thing that a library learned of a site: what it had before counts again, else nothing.",
    )
    .argument("<site>", "the registrable domain, such as example.org")
    .addArgument(new Argument("[what]", "what to take back").choices(SITE_RECORDS).default("model"))
    .addOption(storeOption())
    .addHelpText(
      "after",
      `
Examples:
  galley forget example.org           # the model that somebody taught
  galley forget example.org profile`,
    )
    .action(forget);
}

async function forget(site: string, what: SiteRecordKind, options: StoreOptions): Promise<void> {
  const left = await withLibrary(options, "must-exist", async (store) => {
    if (!(await store.takeBackSiteRecord(site, what)))
      throw new NewsError("BAD_OPTION", `The library has no ${what} of ${site}.`);
    return store.getSiteRecord(site, what);
  });
  const now =
    left === undefined ? "none is left" : `that of ${new Date(left.atMs).toISOString()} counts again`;
  process.stderr.write(`galley: the ${what} of ${site} is taken back; ${now}\n`);
}

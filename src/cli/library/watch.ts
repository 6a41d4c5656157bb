import { resolve } from "node:path";
import { Command } from "commander";
import { readPrivateFile } from "../../archive/index.ts";
import { reportHits } from "../../collect/index.ts";
import { NewsError } from "../../errors/index.ts";
import type { FetchOptions } from "../../fetch/index.ts";
import type { Store } from "../../store/index.ts";
import { alignRows, tabbedRows } from "../../text/index.ts";
import { oneLine } from "../failure-line.ts";
import { demandHttp } from "../input.ts";
import { addPageOptions, fetchOptions, type PageOptions, proxyOption, proxyOptions } from "../options.ts";
import { libraryCommand, type StoreOptions, withLibrary } from "./store-option.ts";

const EXAMPLES = `
After every galley collect, watched searches with new hits write a feed or call a webhook. A webhook gets
JSON {search, query, hits} by POST; with --secret-file the header x-galley-signature is sha256= and the HMAC-SHA256 of the header
x-galley-time, a dot and the body. What fails is sent again next time; galley watch list shows it.

Examples:
  galley watch add ports 'harbour OR quay' --feed ports.xml
  galley watch add ports --webhook https://hooks.example/ports --secret-file secret.txt --replace
  galley watch list
  galley watch run
  galley watch remove ports`;

/** `galley watch`: saved searches that report new hits. */
export function makeCommand(): Command {
  return new Command("watch")
    .description("Watches searches of a library: new hits are written to a feed or sent to a webhook.")
    .addCommand(addCommand())
    .addCommand(
      libraryCommand("list")
        .description(
          "Lists watched searches with their targets and what failed; in a pipe separated by tabs.",
        )
        .action((options: StoreOptions) => withLibrary(options, "must-exist", list)),
    )
    .addCommand(
      addPageOptions(
        libraryCommand("run")
          .description(
            "Reports the new hits now, without collecting; the exit status is 1 if one could not be reported.",
          )
          .addOption(proxyOption()),
      ).action((options: PageOptions & StoreOptions & { readonly proxy?: string }) =>
        withLibrary(options, "must-exist", async (store) => {
          const network = { ...fetchOptions(options), ...proxyOptions(options.proxy) };
          if ((await reportNewHits(store, network, true)) > 0) process.exitCode = 1;
        }),
      ),
    )
    .addCommand(
      libraryCommand("remove")
        .description("Stops watching a search; the search stays saved.")
        .argument("<name>", "the name of the search")
        .action((name: string, options: StoreOptions) =>
          withLibrary(options, "must-exist", async (store) => {
            if (!(await store.removeWatch(name)))
              throw new NewsError("BAD_OPTION", `No search is watched under the name ${name}.`);
            process.stderr.write(`galley: ${oneLine(name)} is watched no longer\n`);
          }),
        ),
    )
    .addHelpText("after", EXAMPLES);
}

interface AddOptions extends StoreOptions {
  readonly feed?: string;
  readonly webhook?: string;
  readonly secretFile?: string;
  readonly replace?: boolean;
}

function addCommand(): Command {
  return libraryCommand("add")
    .description("Watches a search from now on.")
    .argument("<name>", "a name for it")
    .argument("[query]", "what to search for; the saved search of that name where it is left out")
    .option("--feed <file>", "write its last 50 hits as RSS to this file")
    .option("--webhook <address>", "send new hits to this address")
    .option("--secret-file <file>", "a file that only you can read, with the key that calls are signed with")
    .option("--replace", "replace the watch or saved search of that name")
    .action((name: string, query: string | undefined, options: AddOptions) =>
      withLibrary(options, "must-exist", (store) => add(store, { name, query }, options)),
    );
}

async function add(
  store: Store,
  { name, query }: { readonly name: string; readonly query: string | undefined },
  { feed, webhook, secretFile, replace }: AddOptions,
): Promise<void> {
  if (feed === undefined && webhook === undefined)
    throw new NewsError("BAD_OPTION", "A watched search needs --feed or --webhook.");
  if (webhook !== undefined) demandHttp(webhook);
  if (secretFile !== undefined) readPrivateFile(secretFile);
  const saved = (await store.listSearches()).find((search) => search.name === name)?.query;
  const words = query ?? saved;
  const isWatched = (await store.listWatches()).some((watch) => watch.name === name);
  if (!replace && (isWatched || (saved !== undefined && words !== saved)))
    throw new NewsError("BAD_OPTION", `There is a search of the name ${name}; --replace replaces it.`);
  if (words === undefined)
    throw new NewsError("BAD_OPTION", `No search is saved under the name ${name}; give a query.`);
  // Only a query that can be read is worth keeping.
  await store.search(words, { limit: 1 });
  await store.putSearch({ name, query: words, savedMs: Date.now() });
  await store.putWatch({
    name,
    feed: feed === undefined ? null : resolve(feed),
    webhook: webhook ?? null,
    secretFile: secretFile === undefined ? null : resolve(secretFile),
    // A feed starts with what is there, a webhook gets only what is new.
    afterId: webhook === undefined ? 0 : await store.lastId(),
  });
  const targets = [feed, webhook].filter((target) => target !== undefined).join(" and ");
  process.stderr.write(
    `galley: ${oneLine(name)} is watched; the next galley collect or watch run reports to ${oneLine(targets)}\n`,
  );
}

async function list(store: Store): Promise<void> {
  const watches = await store.listWatches();
  const rows = watches.map(({ name, query, feed, webhook, failure }) => [
    name,
    query,
    [feed, webhook].filter((target) => target !== null).join(" "),
    failure ?? "ok",
  ]);
  const columns = ["name", "query", "target", "state"];
  const shown = () => alignRows(columns, rows).map((line) => `${line}\n`);
  if (process.stdout.isTTY && rows.length === 0) process.stderr.write("galley: no search is watched\n");
  else process.stdout.write(process.stdout.isTTY ? shown().join("") : tabbedRows(rows));
}

/** Reports the new hits of watched searches, with a summary on standard error; returns how many searches failed. */
export async function reportNewHits(store: Store, network: FetchOptions, isShown: boolean): Promise<number> {
  const runs = await reportHits(store, network);
  for (const { name, hits, failure } of runs) {
    if (failure)
      process.stderr.write(`galley: ${failure.code}: Watched search ${name}: ${failure.message}\n`);
    else if (isShown && hits > 0) process.stderr.write(`Watched search ${name}: ${hits} new.\n`);
  }
  return runs.filter(({ failure }) => failure).length;
}

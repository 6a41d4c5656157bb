import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import type { Command } from "commander";
import { NewsError } from "../../errors/index.ts";
import type { ExtractOptions } from "../../extract.ts";
import type { Store } from "../../store/index.ts";
import { registrableDomain } from "../../url/index.ts";
import { extractPage, loadExtractor } from "../extract-page.ts";
import { libraryCommand, openLibrary, type StoreOptions } from "../library/store-option.ts";
import { addPageOptions, fetchOptions, type PageOptions } from "../options.ts";

type Options = StoreOptions & PageOptions;

/** `galley mcp`: articles as tools for AI assistants. */
export function makeCommand(): Command {
  const command = libraryCommand("mcp").description(
    "Serves the tools extract_article, search_articles, read_article and list_sources to an AI assistant, by the Model Context Protocol on standard input and output.",
  );
  return addPageOptions(command)
    .addHelpText(
      "after",
      `
Assistants start it themselves; docs/mcp.md has their settings. Without a library only
extract_article works; with one, pages of known sites are extracted with their profile and model.

Examples:
  galley mcp
  galley mcp --store news.db
  claude mcp add galley -- galley mcp --store news.db`,
    )
    .action(run);
}

/** The largest message: a page of 20 MB as a JSON string. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

async function run(options: Options, command: Command): Promise<void> {
  const { makeMcpServer, quoteArticle } = await import("../../server/mcp/tools.ts");
  const { makePageFetcher } = await import("../../fetch/index.ts");
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  let library: Store | undefined;
  // A missing library is looked for again: it may be made while the assistant runs.
  const openOwn = async () => {
    library ??= await openLibrary(options, "must-exist");
    return library;
  };
  const extractor = await loadExtractor(undefined);
  const { maxBytes } = options;
  const server = makeMcpServer({
    version: command.parent?.version() ?? "",
    fetchPage: makePageFetcher(fetchOptions(options)),
    extract: async (page, { format, ...about }) =>
      quoteArticle(
        await extractPage(page, { ...about, extractor, maxBytes, ...(await knownOf(about.url, openOwn)) }),
        format,
      ),
    openLibrary: openOwn,
    nowMs: Date.now,
  });
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  await server.connect(transport);
  await untilAnswered(transport);
  await server.close();
  await library?.close();
}

/** What the library knows of a page's site, read for each page, as it may change while the assistant runs. */
async function knownOf(
  url: string | undefined,
  openOwn: () => Promise<Store>,
): Promise<Pick<ExtractOptions, "extractor" | "siteProfile">> {
  const site = registrableDomain(url ?? "");
  if (site === undefined) return {};
  // Loaded here: most assistants start before there is anything to know.
  const { SiteKnowledge } = await import("../../collect/index.ts");
  try {
    const { profileOf, extractorOf } = new SiteKnowledge(await openOwn());
    const taught = await extractorOf(site);
    return { siteProfile: await profileOf(site), ...(taught && { extractor: taught }) };
  } catch (error) {
    // A library that is missing or does not answer is no reason to refuse a page.
    if (error instanceof NewsError) return {};
    throw error;
  }
}

/** A transport whose messages can be listened to. */
interface Watched {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  send(message: JSONRPCMessage): Promise<void>;
}

/** Waits until the input has ended, which the SDK does not notice, and every request is answered. */
function untilAnswered(transport: Watched): Promise<void> {
  const open = new Set<RequestId>();
  let isAtEnd = false;
  return new Promise((done) => {
    const check = () => {
      if (isAtEnd && open.size === 0) done();
    };
    const { onmessage, onclose } = transport;
    const send = transport.send.bind(transport);
    transport.onmessage = (message) => {
      if ("method" in message && "id" in message) open.add(message.id);
      else if ("method" in message && message.method === "notifications/cancelled")
        open.delete(message.params?.requestId as RequestId);
      onmessage?.(message);
    };
    transport.send = async (message) => {
      await send(message);
      if (!("method" in message) && message.id !== undefined) open.delete(message.id);
      check();
    };
    transport.onclose = () => {
      onclose?.();
      done();
    };
    process.stdin.once("end", () => {
      isAtEnd = true;
      check();
    });
  });
}

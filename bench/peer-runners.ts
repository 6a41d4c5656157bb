import { DEFAULT_TOOLS_FOLDER, startTools } from "../lab/peers/install.ts";
import { TOOLS } from "../lab/peers/tools.data.ts";
import type { BenchPage } from "./pages.ts";
import type { Runner } from "./race.ts";

/** A tool of other people in a process of its own. */
export interface PeerRunner extends Runner {
  close(): void;
}

/** What a page may take a tool; one that it is lost on counts with the whole of it. */
const LIMIT_MS = 120_000;

/** The tools that can be had, ready to race on the pages' decoded markup. */
export async function startPeers(
  pages: readonly BenchPage[],
  markup: readonly string[],
): Promise<PeerRunner[]> {
  const tools = await startTools({
    tools: TOOLS,
    folder: DEFAULT_TOOLS_FOLDER,
    limitMs: LIMIT_MS,
    report: (line) => console.error(`bench: ${line}`),
  });
  return tools.map(({ tool, ask, close }) => {
    const msOf = async (first: number, end: number): Promise<number> => {
      let sum = 0;
      for (let page = first; page < end; page++) {
        const { ms } = await ask({ id: `${page}`, url: pages[page]?.url ?? null, html: markup[page] ?? "" });
        sum += ms ?? LIMIT_MS;
      }
      return sum;
    };
    return { name: tool.id, msOf, close };
  });
}

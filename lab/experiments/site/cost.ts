import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeSite, writeSite } from "../../../test/newsroom/index.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "./site-run.ts";

const PAGES = [100, 300, 1000];
const QUICK_PAGES = [100];
/** Home and section pages that a made-up site has besides its stories. */
const FRONT_PAGES = 12;
const MINER = join(import.meta.dirname, "mine-alone.ts");
const execute = promisify(execFile);

interface Cost {
  readonly cpuMs: number;
  readonly memoryBytes: number;
}

/** The cost of mining a folder of saved pages, by the number of pages: time and memory of the command, in a process of its own. */
export async function measureCost({ isQuick, tell }: SiteRun): Promise<string> {
  const rows: string[][] = [];
  for (const pages of isQuick ? QUICK_PAGES : PAGES) {
    tell(`  ${pages} pages`);
    const folder = mkdtempSync(join(tmpdir(), "galley-cost-"));
    try {
      rows.push(await measureSite(folder, pages));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const columns = ["saved pages", "MB of markup", "CPU s", "ms a page", "memory MB", "CPU s", "memory MB"];
  return [
    "Made-up sites of one look, mined by `galley site FOLDER -o OUT`, and, in the last two columns, with `--articles`; the memory is the most that the process ever had. How the partition of one page grows stands under Partitions.",
    plainTable(columns, rows, 0),
  ].join("\n\n");
}

async function measureSite(folder: string, pages: number): Promise<string[]> {
  const site = makeSite({ look: "modern-grid-2025", language: "en", seed: 1, articles: pages - FRONT_PAGES });
  await writeSite(site, join(folder, "pages"));
  const markup = site.pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
  const plain = await mine(join(folder, "pages"), "-o", join(folder, "site"));
  const whole = await mine(join(folder, "pages"), "--articles", "-o", join(folder, "with-articles"));
  const written = readFileSync(join(folder, "with-articles/articles.jsonl"), "utf8").split("\n").length - 1;
  if (written !== pages - FRONT_PAGES) throw new Error(`${written} articles were written of ${pages} pages`);
  return [
    String(site.pages.length),
    megabytes(markup),
    seconds(plain),
    (plain.cpuMs / pages).toFixed(1),
    megabytes(plain.memoryBytes),
    seconds(whole),
    megabytes(whole.memoryBytes),
  ];
}

async function mine(...words: readonly string[]): Promise<Cost> {
  const { stdout } = await execute(process.execPath, [MINER, ...words]);
  const { status, ...cost } = JSON.parse(stdout) as Cost & { readonly status: number };
  if (status !== 0) throw new Error(`galley site ended with ${status}`);
  return cost;
}

function seconds({ cpuMs }: Cost): string {
  return (cpuMs / 1000).toFixed(1);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

import { stripVTControlCharacters } from "node:util";
import type { Browser } from "playwright-core";
import { NewsError } from "../errors/index.ts";
import { type Candidate, findBrowsers, isExecutable } from "./find-browser.ts";

/** How a browser is started. */
export interface StartOptions {
  /** The browser's file; by default CHROME_PATH, else one that npm or the system has installed. */
  readonly executablePath?: string | undefined;
  /** Switches of Chromium besides those that keep it quiet. */
  readonly switches?: readonly string[];
}

/** A browser asks nobody for updates, lists, names or times. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--dns-prefetch-disable",
  "--no-pings",
];

const START_TIMEOUT_MS = 60_000;

/** Browsers whose profile is made already and whose process is not yet known. */
const starting = new Set<Promise<Browser>>();

/** Waits for browsers that are being started: from then on their profiles go with the process, not before. */
export async function browsersStarted(): Promise<void> {
  await Promise.allSettled(starting);
}

/** Starts a headless Chromium with a fresh profile, which goes with it; NO_BROWSER where none is found or none starts. */
export async function startChromium({ executablePath, switches = [] }: StartOptions = {}): Promise<Browser> {
  const chromium = await loadPlaywright();
  const failures: string[] = [];
  for (const candidate of findBrowsers(executablePath)) {
    // Asked first: a launch of nothing would leave an empty profile behind.
    if (!isExecutable(candidate.path)) {
      failures.push(`${candidate.name} is no program`);
      continue;
    }
    const launch = chromium.launch(launchOptions(candidate, switches));
    starting.add(launch);
    try {
      return await launch;
    } catch (error) {
      failures.push(`${candidate.name}: ${browserLog(error)}`);
    } finally {
      starting.delete(launch);
    }
  }
  const found =
    failures.length === 0 ? "No Chromium was found." : `No Chromium starts: ${failures.join("; ")}.`;
  throw new NewsError("NO_BROWSER", found);
}

async function loadPlaywright() {
  try {
    // Loaded here: it is an optional peer, and nobody else needs it.
    return (await import("playwright-core")).chromium;
  } catch (cause) {
    throw new NewsError("NO_BROWSER", "The package playwright-core is not installed.", { cause });
  }
}

function launchOptions({ path, libraries }: Candidate, switches: readonly string[]) {
  // Chromium's sandbox refuses to run as root; everybody else keeps it, unless the system has no user namespaces.
  const chromiumSandbox = process.getuid?.() !== 0 && process.env.GALLEY_NO_SANDBOX !== "1";
  return {
    executablePath: path,
    headless: true,
    chromiumSandbox,
    args: [...QUIET, ...switches],
    env: { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) },
    timeout: START_TIMEOUT_MS,
    // What a signal ends is the program's to say; when it exits the browser goes with it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

/** What the browser itself said of its end, else the first line of the failure. */
function browserLog(error: unknown): string {
  const text = stripVTControlCharacters(String(error));
  const said = [...text.matchAll(/\[err\] (.+)/g)].map(([, line = ""]) => line.trim());
  // Each line is there twice, as it came and in the summary.
  const lines = said.length > 0 ? [...new Set(said)].slice(0, 3) : [text.split("\n", 1)[0]!.trim()];
  return lines.join(" ");
}

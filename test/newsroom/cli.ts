import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  HARD_CASES,
  type HardCase,
  LANGUAGES,
  LOOKS,
  makePress,
  makeSite,
  type NewsSite,
  NewsWeb,
  serveSite,
  writeSite,
} from "./index.ts";

const HELP = `Writes or serves made-up news sites whose truth is known.

  npm run newsroom -- write DIR [options]    pages, feeds, pictures, index.jsonl and site.json
  npm run newsroom -- serve [options]        the same on 127.0.0.1, until interrupted

Options
  --look NAME         ${LOOKS.join(", ")}
  --language CODE     ${LANGUAGES.join(", ")}
  --seed N            the same seed gives the same bytes (1)
  --articles N        stories of a site (16)
  --hard-case NAME    a case every story is to have; may be given again; drawn by chance when left out:
                      ${HARD_CASES.join(", ")}
  --press             sites that name and address their sections each in its own way, with stories of one agency
  --sites N           how many sites a press (12) or a web (3) has
  --web               serve only: papers with feeds, a search each and an aggregator; Enter brings the next day's stories
  --all               one site for every look, languages in turn, each in a folder or on a port of its own
  --port N            first port to serve on (8080)

Examples
  npm run newsroom -- write out/site --look tables-2005 --language de
  npm run newsroom -- write out/sites --all --seed 7
  npm run newsroom -- write out/press --press --sites 5
  npm run newsroom -- serve --look modern-grid-2025 --hard-case article-twice --port 9000
  npm run newsroom -- serve --web
`;

const OPTIONS = {
  look: { type: "string" },
  language: { type: "string" },
  seed: { type: "string" },
  articles: { type: "string" },
  "hard-case": { type: "string", multiple: true },
  all: { type: "boolean" },
  press: { type: "boolean" },
  web: { type: "boolean" },
  sites: { type: "string" },
  port: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

type Values = ReturnType<typeof readArguments>["values"];

function readArguments(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
}

function oneOf<T extends string>(name: string, value: string, list: readonly T[]): T {
  const found = list.find((each) => each === value);
  if (found === undefined) throw new RangeError(`--${name} ${value} is not one of ${list.join(", ")}`);
  return found;
}

function whole(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new RangeError(`--${name} ${value} is not a whole number from ${least} to ${most}`);
}

function makeSites(values: Values): NewsSite[] {
  const seed = whole("seed", values.seed ?? "1", 0, Number.MAX_SAFE_INTEGER);
  const articles = whole("articles", values.articles ?? "16", 1, 5000);
  const hardCases = values["hard-case"]?.map((name): HardCase => oneOf("hard-case", name, HARD_CASES));
  if (values.press) return makePressSites(values, seed);
  if (values.sites !== undefined)
    throw new RangeError("--sites says how many sites --press or --web makes; add --press");
  if (values.all) {
    if (values.look || values.language)
      throw new RangeError("--all makes every look; leave out --look and --language");
    return LOOKS.map((look, index) =>
      makeSite({ look, language: LANGUAGES[index % LANGUAGES.length] ?? "en", seed, articles, hardCases }),
    );
  }
  const look = oneOf("look", values.look ?? "modern-grid-2025", LOOKS);
  const language = oneOf("language", values.language ?? "en", LANGUAGES);
  return [makeSite({ look, language, seed, articles, hardCases })];
}

function makePressSites(values: Values, seed: number): NewsSite[] {
  const others = ["all", "look", "language", "articles", "hard-case"] as const;
  if (others.some((name) => values[name] !== undefined))
    throw new RangeError("--press goes with --seed, --sites and --port alone");
  // One more would repeat a look, and perhaps the folder and the domain of another.
  const sites = values.sites === undefined ? undefined : whole("sites", values.sites, 1, LOOKS.length);
  return makePress({ seed, sites });
}

async function write(folder: string | undefined, values: Values): Promise<void> {
  if (values.web) throw new RangeError("--web is served: npm run newsroom -- serve --web");
  if (folder === undefined) throw new RangeError("write needs a folder: npm run newsroom -- write DIR");
  const sites = makeSites(values);
  await mkdir(folder, { recursive: true });
  for (const site of sites) {
    const target = sites.length > 1 ? join(folder, `${site.look}-${site.language}`) : folder;
    await writeSite(site, target);
    process.stdout.write(`${target}: ${site.domain}, ${site.pages.length} pages\n`);
  }
}

/** Stories of a paper on each day of a web, and its days. */
const STORIES_A_DAY = 12;
const DAYS = 30;

async function serveWeb(values: Values, port: number): Promise<void> {
  const others = ["all", "press", "look", "language", "articles", "hard-case"] as const;
  if (others.some((name) => values[name] !== undefined))
    throw new RangeError("--web goes with --seed, --sites and --port alone");
  const seed = whole("seed", values.seed ?? "1", 0, Number.MAX_SAFE_INTEGER);
  const sites = whole("sites", values.sites ?? "3", 1, 100);
  const order = {
    sites,
    storiesADay: STORIES_A_DAY,
    days: DAYS,
    seed,
    redesignDay: DAYS / 2,
    isRough: false,
  };
  const web = await NewsWeb.start(order, port);
  for (const origin of web.origins) process.stdout.write(`${origin}/  a paper\n`);
  const [first] = web.origins;
  process.stdout.write(
    `${first}/find?q={keyword}  its search\n${first}/search/?q={keyword}  the same, closed by robots.txt\n${web.aggregator}/?topic=  an aggregator\n`,
  );
  process.stdin.on("data", () => {
    web.day = Math.min(web.day + 1, DAYS - 1);
    process.stdout.write(`day ${web.day + 1}\n`);
  });
  process.once("SIGINT", () => process.exit());
}

async function serve(values: Values): Promise<void> {
  const port = whole("port", values.port ?? "8080", 1, 65_000);
  if (values.web) return serveWeb(values, port);
  const sites = makeSites(values);
  const server = await serveSite(sites, { port });
  for (const [index, site] of sites.entries()) {
    process.stdout.write(`${server.urls[index]}/  ${site.domain} (${site.look}, ${site.language})\n`);
  }
  process.once("SIGINT", () => void server.close());
}

async function main(argv: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(argv);
  const [command, folder, ...rest] = positionals;
  if (values.help || command === undefined) process.stdout.write(HELP);
  else if (rest.length > 0) throw new RangeError(`unexpected argument ${rest[0]}`);
  else if (command === "write") await write(folder, values);
  else if (command === "serve") await serve(values);
  else throw new RangeError(`no command ${command}; try write, serve or --help`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`newsroom: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serve } from "../../src/fetch/loopback.testing.ts";
import { makeSite, type NewsSite, writeSite } from "../newsroom/index.ts";
import { galley } from "./galley.ts";
import { folder, read } from "./test-folder.ts";

const SITE = makeSite({ look: "bem-2016", language: "en", seed: 4, articles: 18, hardCases: [] });

const run = (...args: string[]) => galley(args, { cwd: folder });
const linesOf = (name: string) => read(name).split("\n").slice(0, -1);

/** Serves a site as long as it is up; `asked` lists the paths of pages that were asked for. */
async function servePages(
  { pages }: NewsSite,
  isUp: (asked: number) => boolean = () => true,
): Promise<{ readonly url: string; readonly asked: string[] }> {
  const byPath = new Map(pages.map(({ path, html }) => [path, html]));
  const asked: string[] = [];
  const { origin } = await serve(({ url = "/" }, response) => {
    if (url !== "/robots.txt") asked.push(url);
    const status = byPath.has(url) ? 200 : 404;
    response.writeHead(isUp(asked.length) ? status : 503, { "content-type": "text/html; charset=utf-8" });
    response.end(byPath.get(url));
  });
  return { url: `${origin}/`, asked };
}

describe("galley site", () => {
  test("writes taxonomy, profile and articles of saved pages, and says later what changed", async () => {
    await writeSite(SITE, join(folder, "pages"));
    const first = await run("site", "pages", "-o", "mined", "--articles");
    expect(first).toMatchObject({ status: 0, stdout: "" });
    expect(first.stderr).toMatch(
      /^galley: \S+: 12 front pages, 11 concepts, 18 articles announced, template of \d+ pages, 18 articles written, results in the folder mined\n$/,
    );
    expect(read("mined/taxonomy.txt")).toContain("Sport");
    expect(linesOf("mined/articles.jsonl")).toHaveLength(18);
    const second = await run("site", "pages", "-o", "mined", "--format", "json", "--depth", "0");
    expect(second.stderr).toContain("galley: since the last run: the template of ");
    expect(second.stderr).toContain(
      "galley: left from an earlier run: mined/taxonomy.txt, mined/articles.jsonl\n",
    );
    expect(JSON.parse(read("mined/site.json"))).toMatchObject({ site: SITE.domain });
  });

  test("goes on where it was killed, and asks for no page twice", async () => {
    const { url, asked } = await servePages(SITE);
    const store = join(folder, "mined/pages");
    const args = ["site", url, "-o", "mined", "--articles", "--allow-private", "--delay", "0.05"];
    const isTime = () => existsSync(store) && readdirSync(store).length > 4;
    const killed = await galley(args, { cwd: folder, stopWhen: { signal: "SIGKILL", isTime } });
    expect(killed.status).toBeNull();
    expect(asked.length).toBeLessThan(SITE.pages.length);
    const { status, stderr } = await run(...args);
    expect({ status, stderr }).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("18 articles written"),
    });
    // The page that was under way when the run was killed may have been asked for again.
    const known = asked.filter((path) => SITE.pages.some((page) => page.path === path));
    expect(known.length - new Set(known).size).toBeLessThanOrEqual(1);
    expect(new Set(known).size).toBe(SITE.pages.length);
    expect(linesOf("mined/articles.jsonl")).toHaveLength(18);
  });

  test("goes on later where the server went away", async () => {
    let isBack = false;
    const { url, asked } = await servePages(SITE, (count) => isBack || count <= 9);
    const args = ["site", url, "-o", "mined", "--allow-private", "--delay", "0.001"];
    const first = await run(...args);
    expect(first.status).toBe(0);
    expect(first.stderr).toMatch(/5 pages failed \(the first is http\S+: HTTP_STATUS\)/);
    expect(first.stderr).toContain("SERVER_GONE");
    expect(existsSync(join(folder, "mined/profile.json"))).toBe(false);
    expect(asked).toHaveLength(9 + 5);
    isBack = true;
    const second = await run(...args);
    expect(second.stderr).not.toContain("SERVER_GONE");
    expect(second.stderr).toContain("18 articles announced, template of 18 pages");
    expect(existsSync(join(folder, "mined/profile.json"))).toBe(true);
    const later = asked.slice(9 + 5);
    expect(later.filter((path) => asked.slice(0, 9).includes(path))).toEqual([]);
    expect(SITE.pages.filter(({ path }) => !asked.includes(path))).toEqual([]);
  });

  test("gives the partition of one page, and one taxonomy of several sites", async () => {
    await writeSite(SITE, join(folder, "pages"));
    const partition = await run("site", "pages/index.html", "--format", "xml");
    expect(partition.stdout).toMatch(/^<\?xml /);
    const taxonomy = await run("taxonomy", "pages", "pages/index.html", "--depth", "0", "-o", "t.ttl");
    expect(taxonomy).toMatchObject({ status: 0, stdout: "" });
    expect(taxonomy.stderr).toMatch(/^galley: \d sites?, 2 front pages, \d+ concepts?, \d+ relations?\n$/);
    expect(read("t.ttl")).toContain("skos:ConceptScheme");
  });

  test("leaves an empty folder out of a taxonomy, and says where too few sites are left", async () => {
    await writeSite(SITE, join(folder, "pages"));
    mkdirSync(join(folder, "empty"));
    const { status, stderr } = await run("taxonomy", "pages", "empty", "--depth", "0", "--min-sites", "2");
    expect(status).toBe(0);
    expect(stderr.split("\n")).toEqual([
      "galley: 1 site, 1 front page, 0 concepts, 0 relations",
      "galley: empty was left out: NO_PAGES: No page was found in empty.",
      "galley: --min-sites 2 is more than the sites that were read (1): no section is left",
      "",
    ]);
    const alone = await run("taxonomy", "pages", "--depth", "0");
    expect(alone.stderr.split("\n").slice(1)).toEqual([
      "galley: one site only: the pages of a folder are taken for one site; name a folder or an address for each",
      "",
    ]);
    expect(await run("taxonomy", "empty", "empty")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("NO_PAGES"),
    });
  });

  test("says what is wrong in one line", async () => {
    mkdirSync(join(folder, "empty"));
    const { status, stderr } = await run("site", "empty");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: NO_PAGES: No page was found in empty\. Give .*\n$/);
  });
});

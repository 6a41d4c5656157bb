import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { storyPage } from "../../collect/made-up.testing.ts";
import { openStore } from "../../store/index.ts";
import { CLOSED_PARTS, HOST, testApp } from "../app.testing.ts";
import type { AppParts } from "../app-parts.ts";
import { addKey, KeyRing } from "../keys.ts";
import { run } from "../site-worker.ts";
import { testStudio } from "../studio/studio.testing.ts";

const EXTENSION = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";
const PAGE = { url: "https://news.example/2026/11/crane", html: storyPage("A crane for the harbour") };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A library in a file, its thread in this one, and a key of each scope. */
function withKeys() {
  const folder = newFolder();
  const [file, place] = [join(folder, "keys.json"), join(folder, "galley.db")];
  const now = new Date("2026-11-17T12:00:00Z");
  const adder = addKey(file, { name: "laptop", scopes: ["add"], now });
  const other = addKey(file, { name: "robot", scopes: ["extract", "read", "collect"], now });
  const sites: AppParts["sites"] = {
    ...CLOSED_PARTS.sites,
    addPage: async (page) => {
      const answer = await run({
        inputs: [{ kind: "add", ...page }],
        shared: { store: place, network: {} },
      });
      if ("added" in answer) return answer.added;
      throw new Error("failure" in answer ? answer.failure.code : "");
    },
  };
  const security = { allowedHosts: new Set(["127.0.0.1"]), keys: new KeyRing(file) };
  return { parts: { sites, security }, adder, other, place };
}

function send(app: FastifyInstance, payload: object, headers: Readonly<Record<string, string>>) {
  return app.inject({ method: "POST", url: "/pages", payload, headers: { host: HOST, ...headers } });
}

describe("a page that an extension sends", () => {
  test("is in the library with the key's name as its source, and where to read it is answered", async () => {
    const { parts, adder, place } = withKeys();
    const headers = { authorization: `Bearer ${adder}`, origin: EXTENSION };
    const answer = await send(testApp(parts), PAGE, headers);
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { to: "library", outcome: "stored", at: "/read/1", id: 1, title: "A crane for the harbour" },
    ]);
    const store = await openStore(place, { mayCreate: false });
    onTestFinished(() => store.close());
    expect(await store.getArticle(PAGE.url)).toMatchObject({ id: 1, sources: ["browser laptop"] });
  });

  test("is in a set of the studio, also where several come at once", async () => {
    const { parts, adder } = withKeys();
    const { app, ask } = await testStudio({}, parts);
    const headers = { authorization: `Bearer ${adder}`, origin: EXTENSION };
    const answers = await Promise.all(
      ["crane", "ferry", "quay"].map((name) =>
        send(app, { ...PAGE, url: `https://news.example/${name}`, to: "studio", set: "Desk" }, headers),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const { json: sets } = await ask<readonly { id: string; name: string; pages: number }[]>("GET", "/sets");
    expect(sets).toMatchObject([{ name: "Desk", pages: 3 }]);
    expect(answers[0]?.json()).toMatchObject({ to: "studio", at: `/studio/set/${sets[0]?.id}`, id: null });
  });

  test("is kept in the studio without the password and the fragment of its address", async () => {
    const { parts, adder } = withKeys();
    const { app, ask } = await testStudio({}, parts);
    const url = "https://ann:sesame@news.example/crane#token=sesame";
    const { statusCode } = await send(
      app,
      { ...PAGE, url, to: "studio" },
      { authorization: `Bearer ${adder}` },
    );
    expect(statusCode).toBe(201);
    const { json: sets } = await ask<readonly { id: string }[]>("GET", "/sets");
    const { json: list } = await ask("GET", `/sets/${sets[0]?.id}/pages?by=ann&offset=0&limit=1`);
    expect(JSON.stringify(list)).toContain("https://news.example/crane");
    expect(JSON.stringify(list)).not.toContain("sesame");
  });

  test.each([
    ["nothing", {}, "BAD_REQUEST"],
    ["no page", { url: PAGE.url }, "BAD_REQUEST"],
    ["a field that is not known", { ...PAGE, extractor: "fused" }, "BAD_REQUEST"],
    ["another place", { ...PAGE, to: "desk" }, "BAD_REQUEST"],
    ["an address of the browser", { ...PAGE, url: "about:blank", to: "studio" }, "BAD_URL"],
    ["an empty page", { ...PAGE, html: "\n", to: "studio" }, "EMPTY_INPUT"],
  ])("that is %s is refused with its code", async (_, body, code) => {
    const { parts, adder } = withKeys();
    const { app } = await testStudio({}, parts);
    const answer = await send(app, body, { authorization: `Bearer ${adder}` });
    expect(answer.json().error.code).toBe(code);
  });
});

describe("the scope add", () => {
  test("opens no other route of the server", async () => {
    const { parts, adder } = withKeys();
    const app = testApp(parts);
    const { paths } = (await app.inject({ url: "/openapi.json", headers: { host: HOST } })).json();
    const headers = { host: HOST, authorization: `Bearer ${adder}`, "content-type": "application/json" };
    const open: string[] = [];
    for (const [path, methods] of Object.entries(paths as Record<string, object>))
      for (const method of Object.keys(methods)) {
        const url = path.replace("{id}", "1").replace("{domain}", "news.example");
        const call = { method: method.toUpperCase() as "GET", url, headers };
        const answer = await app.inject(method === "get" ? call : { ...call, payload: {} });
        if (!answer.body.includes("SCOPE_MISSING")) open.push(`${method} ${path}`);
      }
    for (const url of ["/", "/read/1", "/reader/sources"])
      expect((await app.inject({ url, headers })).statusCode, url).toBe(403);
    // What no key is needed for is open to it too.
    expect(open.sort()).toEqual(["get /health", "post /pages"]);
  });

  test("is asked for: other keys add no pages, and without one nobody does", async () => {
    const { parts, other } = withKeys();
    const app = testApp(parts);
    const refused = await send(app, PAGE, { authorization: `Bearer ${other}` });
    expect(refused.json().error.code).toBe("SCOPE_MISSING");
    expect((await send(app, PAGE, {})).json().error.code).toBe("KEY_REQUIRED");
  });

  test("without keys the studio takes no pages, as programs of the machine could send them", async () => {
    const { app } = await testStudio();
    expect((await send(app, { ...PAGE, to: "studio" }, {})).json().error.code).toBe("KEY_REQUIRED");
    expect((await send(testApp(), { ...PAGE, to: "studio" }, {})).json().error.code).toBe("NOT_FOUND");
  });
});

describe("origins", () => {
  test("of pages are refused; those of extensions are let in here and nowhere else", async () => {
    const { parts, adder } = withKeys();
    const app = testApp(parts);
    const authorization = `Bearer ${adder}`;
    for (const origin of [
      "https://news.example",
      "null",
      "chrome-extension:",
      "https://chrome-extension.example",
    ])
      expect((await send(app, PAGE, { authorization, origin })).json().error.code, origin).toBe(
        "ORIGIN_REFUSED",
      );
    for (const url of ["/sources", "/collect", "/extract"]) {
      const headers = { host: HOST, authorization, origin: EXTENSION };
      const answer = await app.inject({ method: "POST", url, payload: {}, headers });
      expect(answer.json().error.code, url).toBe("ORIGIN_REFUSED");
    }
  });

  test("an extension without the right to ask this server gets no leave by a preflight", async () => {
    const { parts } = withKeys();
    const headers = { host: HOST, origin: EXTENSION, "access-control-request-method": "POST" };
    const answer = await testApp(parts).inject({ method: "OPTIONS", url: "/pages", headers });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

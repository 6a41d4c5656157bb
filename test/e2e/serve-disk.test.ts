import { spawnSync } from "node:child_process";
import { copyFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GalleyClient } from "../../src/client/index.ts";
import { openStore } from "../../src/store/index.ts";
import { obtained } from "../contract/store-samples.ts";
import { fillDisk, smallDisk } from "../small-disk.ts";
import { newFolder } from "./galley.ts";
import { serveGalley } from "./server.ts";

const FULL_MB = 4;

async function fillStore(path: string): Promise<void> {
  const store = await openStore(path, { mayCreate: true });
  await store.finish(obtained("https://news.example/quay"));
  await store.close();
}

describe("a disk that is full", () => {
  test("fails what would be stored with its code, and serves what is there", async ({ skip }) => {
    const disk = smallDisk(newFolder(), FULL_MB);
    if (disk === undefined) return skip("mounting a file system is not allowed here");
    await fillStore(join(disk, "galley.db"));
    const { url, log } = await serveGalley(["--store", join(disk, "galley.db")]);
    const client = new GalleyClient({ url });
    expect((await client.listArticles()).articles).toHaveLength(1);
    fillDisk(disk, FULL_MB);
    const failures: { readonly status: number; readonly code: string }[] = [];
    for (let at = 0; at < 300 && failures.length === 0; at++)
      await client
        .addSource({ url: `https://93.184.216.34/${at}`, title: "x".repeat(500), topic: "y".repeat(200) })
        .catch((error) => failures.push(error));
    expect(failures).toMatchObject([{ status: 507, code: "WRITE_FAILED" }]);
    expect((await client.searchArticles({ q: "quay" })).hits).toHaveLength(1);
    expect((await client.extract({ html: "<h1>Tide</h1><p>The tide comes at eight.</p>" })).title).toBe(
      "Tide",
    );
    expect(log()).toContain("WRITE_FAILED");
    // Nothing is lost, and the next change is kept as soon as there is space.
    spawnSync("rm", [join(disk, "rest")]);
    const added = await client.addSource({ url: "https://93.184.216.34/room" });
    expect((await client.listSources()).sources.map(({ url: each }) => each)).toContain(added.url);
  });
});

describe("a library that goes away", () => {
  test("is a coded failure, while pages are extracted as before", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "galley.db"), "This is no library. ".repeat(1000));
    const { url } = await serveGalley([], folder);
    const client = new GalleyClient({ url });
    await expect(client.listArticles()).rejects.toMatchObject({ status: 503, code: "NOT_A_STORE" });
    expect((await client.extract({ html: "<h1>Tide</h1><p>The tide comes at eight.</p>" })).title).toBe(
      "Tide",
    );
    // Once it is there, it is opened without a restart.
    renameSync(join(folder, "galley.db"), join(folder, "other"));
    await fillStore(join(folder, "new.db"));
    copyFileSync(join(folder, "new.db"), join(folder, "galley.db"));
    expect((await client.listArticles()).articles).toHaveLength(1);
  });

  test("that is overwritten under a running server fails with a code, and never with a fault", async () => {
    const folder = newFolder();
    await fillStore(join(folder, "galley.db"));
    const { url } = await serveGalley([], folder);
    const client = new GalleyClient({ url });
    expect((await client.listArticles()).articles).toHaveLength(1);
    writeFileSync(join(folder, "galley.db"), Buffer.alloc(200_000, 7));
    const ask = async (path: string) => (await fetch(url + path)).status;
    for (const path of ["/articles", "/search?q=quay", "/sources", "/articles/1", "/"])
      expect([200, 404, 503], path).toContain(await ask(path));
    expect((await client.health()).status).toBe("ok");
  });
});

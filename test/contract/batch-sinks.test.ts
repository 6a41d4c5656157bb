import { execFileSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WARCParser } from "warcio";
import {
  type Destination,
  findDestination,
  isBegun,
  type OutputFormat,
  openSink,
  recover,
  refuseExisting,
  type Sink,
  writeParquet,
} from "../../src/archive/index.ts";
import { packLines } from "../../src/batch/index.ts";

/** A kind of output: its name, and the pages that another reader finds in it. */
interface Kind {
  readonly name: string;
  readonly out: string;
  readonly format?: OutputFormat;
  /** The final files, as a pattern. */
  readonly files: string;
  readonly idsIn: (paths: readonly string[]) => Promise<readonly string[]>;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-sinks-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const KINDS: readonly Kind[] = [
  { name: "lines", out: "out.jsonl", files: "out.jsonl", idsIn: idsOfLines },
  { name: "packed lines", out: "out.jsonl.gz", files: "out.jsonl.gz", idsIn: idsOfLines },
  { name: "a Parquet file", out: "out.parquet", files: "out.parquet", idsIn: idsOfParquet },
  { name: "an archive", out: "out.warc.gz", files: "out.warc.gz", idsIn: idsOfWarc },
  { name: "an archive without packing", out: "out.warc", files: "out.warc", idsIn: idsOfWarc },
  { name: "part files", out: "out/", files: "out/part-*.jsonl", idsIn: idsOfLines },
  {
    name: "packed part files",
    out: "out/",
    format: "jsonl.gz",
    files: "out/part-*.jsonl.gz",
    idsIn: idsOfLines,
  },
  {
    name: "Parquet part files",
    out: "out/",
    format: "parquet",
    files: "out/part-*.parquet",
    idsIn: idsOfParquet,
  },
  {
    name: "a file a page",
    out: "out/",
    format: { ending: ".md" },
    files: "out/index.jsonl",
    idsIn: idsOfLines,
  },
];

async function idsOfLines(paths: readonly string[]): Promise<readonly string[]> {
  return paths.flatMap((path) => {
    const bytes = readFileSync(path);
    const lines = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString().split("\n").filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as { id: string }).id);
  });
}

async function idsOfParquet(paths: readonly string[]): Promise<readonly string[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  const ids: string[] = [];
  for (const path of paths) {
    const rows = await connection.runAndReadAll(`SELECT id FROM '${path}'`);
    ids.push(...rows.getRows().map(([id]) => String(id)));
  }
  return ids;
}

async function idsOfWarc(paths: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const path of paths) {
    async function* bytes() {
      yield readFileSync(path);
    }
    for await (const record of new WARCParser(bytes())) ids.push(record.warcHeader("X-Galley-Id") ?? "");
  }
  return ids;
}

function destinationOf({ out, format }: Kind, partBytes = 600): Destination {
  const encode = (linesPath: string, path: string) => writeParquet(linesPath, path, {});
  return findDestination(join(folder, out), { format, partBytes, encode, date: new Date(0) });
}

const IDS = Array.from({ length: 25 }, (_, at) => `page-${at}`);

async function write(sink: Sink, ids: readonly string[], { format }: Kind): Promise<void> {
  const settings = typeof format === "object" ? ({ format: "markdown" } as const) : {};
  for (const id of ids) {
    const isBad = Number(id.slice(5)) % 7 === 3;
    const fields = isBad
      ? { id, error: { code: "NOT_HTML", message: "It is a picture." } }
      : { id, url: `https://bay.example/${id}`, title: id, text: `The text of ${id}.`.repeat(4) };
    const line = { fields, ...(isBad ? { failure: "NOT_HTML" as const } : { content: `# ${id}\n` }) };
    await sink.write(packLines([line], settings));
  }
}

const filesOf = ({ files }: Kind): readonly string[] =>
  globSync(files, { cwd: folder })
    .sort()
    .map((name) => join(folder, name));

describe.each(KINDS)("$name", (kind) => {
  test("hold every page once and in order, and appear when they are whole", async () => {
    const sink = await openSink(destinationOf(kind), "new");
    await write(sink, IDS.slice(0, 2), kind);
    expect(filesOf(kind)).toEqual([]);
    await write(sink, IDS.slice(2), kind);
    await sink.finish();
    expect(await kind.idsIn(filesOf(kind))).toEqual(IDS);
    const left = readdirSync(folder, { recursive: true }).filter((name) => String(name).includes("partial"));
    expect(left).toEqual([]);
  });

  test("go on after a stop, with nothing lost or doubled", async () => {
    const first = await openSink(destinationOf(kind), "new");
    await write(first, IDS.slice(0, 11), kind);
    expect(await first.leave()).toBe(true);
    const again = destinationOf(kind);
    expect(isBegun(again)).toBe(true);
    const recovered = await recover(again);
    expect([...recovered.ids.keys()]).toEqual(IDS.slice(0, 11));
    expect(Object.fromEntries(recovered.failures)).toEqual({ NOT_HTML: 2 });
    const second = await openSink(again, recovered);
    await write(second, IDS.slice(11), kind);
    await second.finish();
    expect(await kind.idsIn(filesOf(kind))).toEqual(IDS);
    // A run with more pages continues the whole output.
    const whole = await recover(destinationOf(kind));
    expect(whole.ids.size).toBe(IDS.length);
    const third = await openSink(destinationOf(kind), whole);
    await write(third, ["page-100"], kind);
    await third.finish();
    expect(await kind.idsIn(filesOf(kind))).toEqual([...IDS, "page-100"]);
  });

  test("refuse to be replaced by another run", async () => {
    const sink = await openSink(destinationOf(kind), "new");
    await write(sink, IDS.slice(0, 3), kind);
    if (kind.format === undefined || typeof kind.format === "string") {
      await sink.leave();
      expect(() => refuseExisting(destinationOf(kind))).toThrow(
        expect.objectContaining({ code: "OUTPUT_EXISTS" }),
      );
      const recovered = await recover(destinationOf(kind));
      await (await openSink(destinationOf(kind), recovered)).finish();
    } else await sink.finish();
    expect(() => refuseExisting(destinationOf(kind))).toThrow(
      expect.objectContaining({ code: "OUTPUT_EXISTS" }),
    );
  });

  test.skipIf(typeof kind.format === "object")(
    "hold only the pages of the run that replaces them (a file a page is never replaced)",
    async () => {
      for (const ids of [IDS, IDS.slice(20)]) {
        const sink = await openSink(destinationOf(kind), "new");
        await write(sink, ids, kind);
        await sink.finish();
      }
      expect(await kind.idsIn(filesOf(kind))).toEqual(IDS.slice(20));
    },
  );

  test("tell by a code that they cannot be written", async () => {
    writeFileSync(join(folder, "file"), "");
    const place = { ...kind, out: `file/${kind.out}` };
    const attempt = async () => {
      const sink = await openSink(destinationOf(place), "new");
      await write(sink, IDS, kind);
      await sink.finish();
    };
    await expect(attempt()).rejects.toThrow(expect.objectContaining({ code: "WRITE_FAILED" }));
  });

  test("that hold no page are whole all the same", async () => {
    await (await openSink(destinationOf(kind), "new")).finish();
    expect(await kind.idsIn(filesOf(kind))).toEqual([]);
    expect(filesOf(kind)).toHaveLength(1);
  });
});

describe("a Parquet file", () => {
  const kind = KINDS.find(({ out }) => out === "out.parquet")!;

  /** The files beside the output of a run that was killed right after it appeared. */
  async function writeAndKeepGroups(): Promise<string> {
    const sink = await openSink(destinationOf(kind), "new");
    await write(sink, IDS, kind);
    const groups = join(folder, "groups");
    await sink.leave();
    cpSync(join(folder, "out.parquet.partial"), groups, { recursive: true });
    await (await openSink(destinationOf(kind), await recover(destinationOf(kind)))).finish();
    return groups;
  }

  test.each([
    { left: "all groups", place: "out.parquet.partial", lost: [] },
    { left: "some groups", place: "out.parquet.partial.joined", lost: ["group-00000.parquet"] },
    { left: "no group", place: "out.parquet.partial", lost: ["*"] },
  ])("is the same after a kill that leaves $left", async ({ place, lost }) => {
    const groups = await writeAndKeepGroups();
    const whole = readFileSync(join(folder, "out.parquet"));
    for (const name of globSync(lost, { cwd: groups })) rmSync(join(groups, name));
    renameSync(groups, join(folder, place));
    const recovered = await recover(destinationOf(kind));
    expect([...recovered.ids.keys()]).toEqual(IDS);
    await (await openSink(destinationOf(kind), recovered)).finish();
    expect(readFileSync(join(folder, "out.parquet")).equals(whole)).toBe(true);
    expect(readdirSync(folder)).toEqual(["out.parquet"]);
  });
});

test.skipIf(process.platform === "win32")(
  "a Parquet file is not whole where its last bytes do not fit on the disk (needs ulimit)",
  async () => {
    const kind = KINDS.find(({ out }) => out === "out.parquet")!;
    const sink = await openSink(destinationOf(kind), "new");
    await write(sink, IDS, kind);
    await sink.leave();
    const groups = globSync("out.parquet.partial/*.parquet", { cwd: folder }).sort();
    const module = new URL("../../src/archive/parquet/write-parquet.ts", import.meta.url);
    const script = `import { joinParquet } from ${JSON.stringify(module.href)};
      await joinParquet(${JSON.stringify(groups)}, "joined", {}).then(() => console.log("whole"), ({ code }) => console.log(code));`;
    const limited = (blocks: number) =>
      execFileSync(
        "bash",
        [
          "-c",
          `ulimit -f ${blocks}; exec "$@"`,
          "bash",
          process.execPath,
          "--input-type=module",
          "-e",
          script,
        ],
        {
          cwd: folder,
          encoding: "utf8",
        },
      ).trim();
    expect(limited(10_000)).toBe("whole");
    const { size } = statSync(join(folder, "joined"));
    // In blocks of 1 KiB: the limit is within the footer.
    expect(limited(Math.floor((size - 1) / 1024))).toBe("WRITE_FAILED");
  },
);

describe("a folder of part files", () => {
  const kind = KINDS.find(({ name }) => name === "Parquet part files")!;

  test("takes the parts of several shards side by side", async () => {
    for (const index of [0, 1]) {
      const encode = (linesPath: string, path: string) => writeParquet(linesPath, path, {});
      const options = { format: "parquet", shard: { index, count: 2 }, encode, date: new Date(0) } as const;
      const destination = findDestination(join(folder, "out/"), options);
      refuseExisting(destination);
      const sink = await openSink(destination, "new");
      await write(sink, IDS.slice(12 * index, 12 * (index + 1)), kind);
      await sink.finish();
      expect(() => refuseExisting(destination)).toThrow(expect.objectContaining({ code: "OUTPUT_EXISTS" }));
    }
    expect(readdirSync(join(folder, "out")).sort()).toEqual([
      "part-000-of-002-00000.parquet",
      "part-001-of-002-00000.parquet",
    ]);
    expect(await idsOfParquet(filesOf(kind))).toEqual(IDS.slice(0, 24));
  });

  test("refuses shards of another number, whose pages it has already", async () => {
    const shardOf = (index: number, count: number) =>
      findDestination(join(folder, "out/"), {
        shard: { index, count },
        encode: async () => undefined,
        date: new Date(0),
      });
    const sink = await openSink(shardOf(0, 2), "new");
    await write(sink, IDS, kind);
    await sink.finish();
    expect(() => refuseExisting(shardOf(1, 2))).not.toThrow();
    expect(() => refuseExisting(shardOf(1, 4))).toThrow(expect.objectContaining({ code: "OUTPUT_EXISTS" }));
  });

  test("removes the lines of a part that a killed run had made already", async () => {
    const sink = await openSink(destinationOf(kind), "new");
    await write(sink, IDS, kind);
    await sink.finish();
    writeFileSync(join(folder, "out/_part-00000.jsonl.partial"), `{"id":"page-0"}\n`);
    const recovered = await recover(destinationOf(kind));
    expect([...recovered.ids.values()]).toEqual(IDS.map(() => 1));
    await (await openSink(destinationOf(kind), recovered)).finish();
    expect(readdirSync(join(folder, "out")).filter((name) => name.startsWith("_"))).toEqual([]);
  });

  test("cuts off a line that a killed run did not finish", async () => {
    const sink = await openSink(destinationOf(kind, 1 << 20), "new");
    await write(sink, IDS.slice(0, 5), kind);
    await sink.leave();
    const spill = join(folder, "out/_part-00000.jsonl.partial");
    writeFileSync(spill, `${readFileSync(spill, "utf8")}{"id":"half`);
    const recovered = await recover(destinationOf(kind));
    expect(recovered.ids.size).toBe(5);
    const second = await openSink(destinationOf(kind), recovered);
    await write(second, IDS.slice(5), kind);
    await second.finish();
    expect(await idsOfParquet(filesOf(kind))).toEqual(IDS);
  });
});

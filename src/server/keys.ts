import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { readPrivateFile } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";

/** What a key may be used for: extracting pages, reading the library, changing it, sending pages to it. */
export const SCOPES = ["extract", "read", "collect", "add"] as const;
/** What a route asks of a key. */
export type Scope = (typeof SCOPES)[number];

/** A key as the key file holds it: its hash, never the key. */
export interface KeyRecord {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the key, in hex. A key has 256 random bits, so that a slow hash would add nothing. */
  readonly hash: string;
  readonly added: string;
  /** Requests a minute; the server's own limit where it is null. */
  readonly ratePerMinute: number | null;
}

const KEY_FILE = Type.Object({
  keys: Type.Array(
    Type.Object({
      name: Type.String({ pattern: "^[\\w.-]{1,64}$" }),
      scopes: Type.Array(Type.Enum([...SCOPES])),
      hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
      added: Type.String(),
      ratePerMinute: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    }),
  ),
});

const PREFIX = "galley_";
const KEY_BYTES = 32;

/** How a new key is made. */
export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly ratePerMinute?: number | undefined;
  readonly now: Date;
}

/** Adds a key to a file, which is created if missing, and returns the key: it cannot be read again. */
export function addKey(path: string, { name, scopes, ratePerMinute = undefined, now }: NewKey): string {
  if (!/^[\w.-]{1,64}$/.test(name))
    throw new NewsError("BAD_OPTION", "The name of a key has letters, digits, dots, - and _, at most 64.");
  if (isIP(name) !== 0)
    throw new NewsError(
      "BAD_OPTION",
      "The name of a key must not be an IP address: logs show those for clients without a key.",
    );
  const keys = readKeyFile(path) ?? [];
  if (keys.some((known) => known.name === name))
    throw new NewsError("BAD_OPTION", `There is a key called ${name} already; remove it first.`);
  const key = PREFIX + randomBytes(KEY_BYTES).toString("base64url");
  const record = { name, scopes, hash: hashOf(key).toString("hex"), added: now.toISOString() };
  writeKeyFile(path, [...keys, { ...record, ratePerMinute: ratePerMinute ?? null }]);
  return key;
}

/** Removes a key; running servers refuse it from then on, too. */
export function removeKey(path: string, name: string): void {
  const keys = readKeyFile(path) ?? [];
  if (!keys.some((known) => known.name === name))
    throw new NewsError("BAD_OPTION", `No key is called ${name} in ${path}.`);
  writeKeyFile(
    path,
    keys.filter((known) => known.name !== name),
  );
}

/** The keys of a file; undefined where there is no file. */
export function readKeyFile(path: string): readonly KeyRecord[] | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const text = readPrivateFile(path);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw new NewsError("BAD_OPTION", `The key file ${path} is not JSON.`, { cause });
  }
  const file = Compile(KEY_FILE);
  if (file.Check(read)) return read.keys;
  throw new NewsError("BAD_OPTION", `The file ${path} was not written by galley key.`);
}

function writeKeyFile(path: string, keys: readonly KeyRecord[]): void {
  const partial = `${path}.${process.pid}.tmp`;
  try {
    // Whole or not at all: a server may read it at any moment.
    writeFileSync(partial, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(partial, path);
  } catch (cause) {
    rmSync(partial, { force: true });
    throw new NewsError("WRITE_FAILED", `The key file ${path} cannot be written.`, { cause });
  }
}

/** Looks at a changed key file at most this often. */
const RELOAD_MS = 1000;

/** The keys that a running server knows; a changed file counts within a second. */
export class KeyRing {
  readonly #path: string;
  #keys: readonly (KeyRecord & { readonly digest: Buffer })[] = [];
  #stamp = "";
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(path: string) {
    this.#path = path;
    this.#reload();
    if (this.#keys.length === 0)
      throw new NewsError("OPEN_SERVER", `The key file ${path} is missing or holds no key.`);
  }

  /** The record of a key; all known ones are compared, so that the time reveals nothing. */
  find(key: string, nowMs: number = performance.now()): KeyRecord | undefined {
    if (nowMs - this.#lookedMs > RELOAD_MS) {
      this.#lookedMs = nowMs;
      this.#reloadOrClose();
    }
    const digest = hashOf(key);
    let found: KeyRecord | undefined;
    for (const known of this.#keys) if (timingSafeEqual(digest, known.digest)) found = known;
    return found;
  }

  /** With a missing or broken file no key is valid. */
  #reloadOrClose(): void {
    try {
      this.#reload();
    } catch (error) {
      if (!(error instanceof NewsError)) throw error;
    }
  }

  #reload(): void {
    const { mtimeMs = 0, size = 0, ino = 0 } = statSync(this.#path, { throwIfNoEntry: false }) ?? {};
    const stamp = `${mtimeMs} ${size} ${ino}`;
    if (stamp === this.#stamp) return;
    this.#keys = [];
    const keys = readKeyFile(this.#path) ?? [];
    this.#keys = keys.map((record) => ({ ...record, digest: Buffer.from(record.hash, "hex") }));
    this.#stamp = stamp;
  }
}

function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { NewsError } from "../../errors/index.ts";
import { isRecord } from "../../model/index.ts";

const SECRET_BYTES = 24;
/** How long a session lasts. */
const SESSION_MS = 30 * 24 * 3600 * 1000;
const FILE = "sessions.json";
/** Most sessions at once; a new one ends the oldest. */
const MAX_SESSIONS = 50;

/** A session as stored: the hash of the cookie's secret, so that a leaked file opens nothing. */
interface KnownSession {
  readonly hash: string;
  readonly untilMs: number;
}

/** The parts of a session store. */
interface SessionOptions {
  /** The folder of the studio's own files. */
  readonly home: string;
  readonly now: () => number;
  /** Called when a token was used: there is another. */
  readonly onTrade: () => void;
}

/**
 * Signs browsers in by a token that can be used once, and remembers them by a secret in a cookie. The token comes in the fragment of
 * an address: unlike a query it is never sent, and so is in no log, no Referer and no proxy.
 */
export class StudioSessions {
  readonly #options: SessionOptions;
  #known: KnownSession[] | undefined;
  #token = newSecret();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** The token for the next browser. */
  get token(): string {
    return this.#token;
  }

  /** Trades a token for the secret of a new session; throws STUDIO_LOCKED for any other token. */
  async trade(token: string): Promise<{ readonly secret: string; readonly maxAgeS: number }> {
    if (!isSame(hashOf(token), hashOf(this.#token)))
      throw new NewsError(
        "STUDIO_LOCKED",
        "The token was used before, or is from an earlier start of the server.",
      );
    this.#token = newSecret();
    this.#options.onTrade();
    const secret = newSecret();
    const untilMs = this.#options.now() + SESSION_MS;
    this.#known = [...this.#sessions(), { hash: hashOf(secret), untilMs }].slice(-MAX_SESSIONS);
    await this.#keep();
    return { secret, maxAgeS: SESSION_MS / 1000 };
  }

  /** Throws STUDIO_LOCKED unless a secret is that of a session. */
  demand(secret: string | undefined): void {
    if (secret !== undefined && this.isOpen(secret)) return;
    throw new NewsError("STUDIO_LOCKED", "This browser has not signed in.");
  }

  isOpen(secret: string): boolean {
    const hash = hashOf(secret);
    const nowMs = this.#options.now();
    return this.#sessions().some((known) => isSame(known.hash, hash) && known.untilMs > nowMs);
  }

  /** Sessions outlive the server, so that a browser can go on. */
  #sessions(): readonly KnownSession[] {
    this.#known ??= readSessions(join(this.#options.home, FILE));
    return this.#known;
  }

  /** A studio that cannot write sessions keeps them until it ends. */
  async #keep(): Promise<void> {
    const path = join(this.#options.home, FILE);
    const partial = `${path}.partial`;
    try {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(partial, "w", 0o600);
      await file.writeFile(JSON.stringify(this.#known));
      await file.close();
      await rename(partial, path);
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }
}

function readSessions(path: string): KnownSession[] {
  if (!existsSync(path)) return [];
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(value) ? value.filter(isKnownSession) : [];
  } catch {
    return [];
  }
}

function isKnownSession(value: unknown): value is KnownSession {
  return isRecord(value) && typeof value.hash === "string" && typeof value.untilMs === "number";
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

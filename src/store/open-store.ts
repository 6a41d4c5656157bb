import { NewsError } from "../errors/index.ts";
import type { OpenOptions } from "./database.ts";
import { makeStore } from "./sql-store.ts";
import { openSqlite } from "./sqlite.ts";
import type { Store } from "./store.ts";

/** Opens the store in a file, or on the server of a `postgres://` address. */
export async function openStore(name: string, options: OpenOptions): Promise<Store> {
  // Named imports of it would keep the file from loading in an older Node.
  if (!("zstdCompressSync" in (await import("node:zlib"))))
    throw new NewsError("STORE_UNSUPPORTED", `Node ${process.version} is too old for a store.`);
  if (!/^postgres(?:ql)?:\/\//.test(name)) return makeStore(await openSqlite(name, options));
  // Loaded here: most stores are files.
  const { openPostgres } = await import("./postgres.ts");
  return makeStore(await openPostgres(name, options));
}

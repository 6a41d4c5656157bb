import { readPrivateFile } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";

/** Headers for hosts from a private file: {"news.example": {"cookie": "…"}}; sent to that host alone, over https unless it is written as http://. */
export function readHeaders(path: string): (url: URL) => Readonly<Record<string, string>> {
  const text = readPrivateFile(path);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw badHeaders(path, "it is no JSON", cause);
  }
  if (!isRecord(read)) throw badHeaders(path, "it is no object");
  const origins = new Map<string, Readonly<Record<string, string>>>();
  for (const [host, headers] of Object.entries(read)) {
    if (!isRecord(headers)) throw badHeaders(path, `${host} has no object`);
    const lower = Object.entries(headers).map(([name, value]): [string, string] => {
      if (!/^[\w-]+$/.test(name) || typeof value !== "string" || !/^[\x20-\x7e]*$/.test(value))
        throw badHeaders(path, `a header of ${host} is not a name with a line of ASCII`);
      return [name.toLowerCase(), value];
    });
    origins.set(originOf(host, path), Object.fromEntries(lower));
  }
  return (url) => origins.get(url.origin) ?? {};
}

/** A redirect to http would show a cookie to everyone on the way, so http must be asked for. */
function originOf(host: string, path: string): string {
  const url = URL.parse(/^https?:\/\//i.test(host) ? host : `https://${host}`);
  if (url === null || url.pathname !== "/") throw badHeaders(path, `${host} is no host`);
  return url.origin;
}

function badHeaders(path: string, why: string, cause?: unknown): NewsError {
  return new NewsError("BAD_OPTION", `The file of headers ${path} cannot be used: ${why}.`, { cause });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

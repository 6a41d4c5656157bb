import { rememberWords } from "../text/index.ts";

/** A stated language as BCP 47; tolerant of `en_US`, lists and stray case, strict about what is a language. */
export function readLanguage(stated: string): string | undefined {
  const first = stated.split(/[,;\s]/).find((part) => part !== "");
  const tag = first?.replaceAll("_", "-");
  if (tag === undefined || !/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag)) return undefined;
  return canonicalTag(tag) || undefined;
}

/** "Undetermined", "several" and "none" are no languages. */
const UNSAID: ReadonlySet<string> = new Set(["und", "mul", "zxx", "mis"]);

/** The tag as BCP 47 writes it, empty where it is no language. Remembered: pages of one language are many. */
const canonicalTag = rememberWords((tag) => {
  try {
    const [canonical = ""] = Intl.getCanonicalLocales(tag);
    return UNSAID.has(canonical.slice(0, 3)) ? "" : canonical;
  } catch (error) {
    if (error instanceof RangeError) return "";
    throw error;
  }
});

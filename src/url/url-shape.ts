import { parseHttpUrl } from "./parse-http-url.ts";

// A section name is rarely more than two words ("real-estate"), a headline in an address rarely fewer than three.
const MIN_SLUG_WORDS = 3;
// Shorter mixtures of letters and digits are names that mean something (g20, covid19, 4x4).
const MIN_ID_LENGTH = 8;
const EXTENSION = /\.[a-z]{2,5}$/i;

/** What pages of one kind share: host, path with numbers, ids and slugs folded to tokens, names of the parameters. */
export function urlShape(url: string | URL): string | undefined {
  const parsed = parseHttpUrl(String(url));
  if (!parsed) return undefined;
  const path = parsed.pathname.split("/").map(segmentShape).join("/");
  const names = [...parsed.searchParams.keys()];
  return `${parsed.host}${path}${names.length > 0 ? `?${names.join("&")}` : ""}`;
}

function segmentShape(segment: string): string {
  const extension = EXTENSION.exec(segment)?.[0] ?? "";
  const stem = segment.slice(0, segment.length - extension.length);
  return stemShape(stem) + extension.toLowerCase();
}

function stemShape(stem: string): string {
  if (stem.split(/[-_+]|%20/).filter((word) => word !== "").length >= MIN_SLUG_WORDS) return "{slug}";
  if (isMixedId(stem)) return "{id}";
  return stem.replace(/\d+/g, "0");
}

// Letters and digits that change places at least twice, as in hashes and short links.
function isMixedId(stem: string): boolean {
  return stem.length >= MIN_ID_LENGTH && /^[a-z0-9]+$/i.test(stem) && (stem.match(/\d+/g) ?? []).length >= 2;
}

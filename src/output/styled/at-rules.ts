import type { Addresses } from "./addresses.ts";
import type { FontFace, Keyframes, Look } from "./captured-article.ts";
import { cleanList, cleanValue, quoted, splitList, unquoted } from "./clean-css.ts";
import { FONT_DESCRIPTORS, STYLE_PROPERTIES } from "./properties.data.ts";

const KNOWN_PROPERTIES: ReadonlySet<string> = new Set([
  ...STYLE_PROPERTIES,
  "background-position-x",
  "background-position-y",
  "visibility",
]);
const STOP = /^(?:from|to|\d+(?:\.\d+)?%)$/;
const NOTHING = () => undefined;

/** Names of animations and fonts as style sheets may spell them. */
export function readName(written: string): string {
  const name = written.trim();
  return /^["']/.test(name) ? unquoted(name) : name;
}

/** The rules of the web fonts that families name. */
export function fontFaceRules(
  { fontFaces }: Look,
  families: Iterable<string>,
  addresses: Addresses,
): string[] {
  const used = new Set([...families].flatMap(splitList).map((family) => readName(family).toLowerCase()));
  return fontFaces
    .filter(({ family }) => used.has(readName(family).toLowerCase()))
    .flatMap((face) => fontFaceRule(face, addresses) ?? []);
}

function fontFaceRule(
  { base, family, src, descriptors }: FontFace,
  addresses: Addresses,
): string | undefined {
  const rule = (address: string) => {
    const url = URL.parse(address, base);
    return url === null ? undefined : addresses.font(url.href);
  };
  const sources = cleanList(src, rule).filter((source) => source !== undefined);
  if (sources.length === 0) return undefined;
  const declarations = [`font-family:${quoted(readName(family))}`, `src:${sources.join(",")}`];
  for (const name of FONT_DESCRIPTORS) {
    const value = cleanValue(descriptors[name] ?? "", NOTHING);
    if (value !== undefined) declarations.push(`${name}:${value}`);
  }
  return `@font-face{${declarations.join(";")}}`;
}

/** The rules of the courses of changes that names ask for, under names of our own. */
export function keyframeRules(
  { keyframes }: Look,
  names: ReadonlyMap<string, string>,
  addresses: Addresses,
): string[] {
  return [...names].flatMap(([name, ours]) => {
    // Of several with one name the last counts.
    const found = keyframes.findLast((course) => course.name === name);
    return found === undefined ? [] : [keyframesRule(found, ours, addresses)];
  });
}

function keyframesRule({ base, frames }: Keyframes, name: string, addresses: Addresses): string {
  const rule = (address: string) => {
    const url = URL.parse(address, base);
    return url === null ? undefined : addresses.picture(url.href);
  };
  const stops = frames.flatMap(({ at, values }) => {
    if (!at.split(",").every((stop) => STOP.test(stop.trim()))) return [];
    const declarations = values.flatMap(([property, value]) => {
      const cleaned = KNOWN_PROPERTIES.has(property) ? cleanValue(value, rule) : undefined;
      return cleaned === undefined ? [] : [`${property}:${cleaned}`];
    });
    return [`${at}{${declarations.join(";")}}`];
  });
  return `@keyframes ${name}{${stops.join("")}}`;
}

import type { Screen } from "../../page/index.ts";
import { LengthReader } from "./length.ts";
import { UNIT } from "./properties.ts";

const FEATURE = /\(((?:[^()]|\([^()]*\))*)\)/g;
const TYPE = /^\s*(?:(not|only)\s+)?([a-z-]+)?/i;
const RANGE = /^(?:([^<>]+)([<>]=?))?\s*(width|height|inline-size)\s*(?:([<>]=?)([^<>]+))?$/;
const PIXELS_PER_EM = 16;
/** Answers of a desktop's screen with a mouse, light colours and no wish for stillness. */
const DESKTOP = new Set([
  ...["hover:hover", "any-hover:hover", "pointer:fine", "any-pointer:fine", "prefers-color-scheme:light"],
  ...["prefers-reduced-motion:no-preference", "prefers-contrast:no-preference", "forced-colors:none"],
  ...["color", "min-color:1", "grid:0", "scripting:none", "display-mode:browser", "update:fast"],
]);

/** Longer lists are not written for screens. */
const MAX_QUERY_LENGTH = 2000;

/** Whether a media query list holds on a screen; what we do not know does not hold. */
export function mediaHolds(query: string, screen: Screen): boolean {
  if (query.length > MAX_QUERY_LENGTH) return false;
  return query.split(",").some((one) => oneHolds(one.trim().toLowerCase(), screen));
}

function oneHolds(query: string, screen: Screen): boolean {
  if (query === "") return true;
  const [, word, type] = TYPE.exec(query) ?? [];
  const isType = type === undefined || type === "all" || type === "screen" || type === "and";
  const holds =
    isType && [...query.matchAll(FEATURE)].every(([, feature = ""]) => featureHolds(feature, screen));
  return (word === "not" || type === "not") !== holds;
}

function featureHolds(text: string, screen: Screen): boolean {
  const parts = text.split(":").map((part) => part.trim());
  const [name = "", value = ""] = parts;
  switch (name) {
    case "min-width":
    case "min-device-width":
      return screen.width >= pixels(value, screen);
    case "max-width":
    case "max-device-width":
      return screen.width <= pixels(value, screen);
    case "min-height":
      return screen.height >= pixels(value, screen);
    case "max-height":
      return screen.height <= pixels(value, screen);
    case "orientation":
      return (value === "landscape") === screen.width >= screen.height;
  }
  const feature = parts.join(":");
  return DESKTOP.has(feature) || rangeHolds(feature, screen);
}

function rangeHolds(feature: string, screen: Screen): boolean {
  const range = RANGE.exec(feature);
  if (range === null || (range[2] === undefined && range[4] === undefined)) return false;
  const [, before, beforeSign, name, afterSign, after] = range;
  const size = name === "height" ? screen.height : screen.width;
  const isAfter = before === undefined || compare(pixels(before, screen), beforeSign, size);
  return isAfter && (after === undefined || compare(size, afterSign, pixels(after, screen)));
}

function compare(left: number, sign: string | undefined, right: number): boolean {
  if (sign === "<") return left < right;
  if (sign === "<=") return left <= right;
  if (sign === ">") return left > right;
  return sign === ">=" && left >= right;
}

function pixels(text: string, screen: Screen): number {
  const length = new LengthReader(screen).read(text.trim());
  if (length === undefined) return Number.NaN;
  return length.unit === UNIT.px ? length.value : length.value * PIXELS_PER_EM;
}

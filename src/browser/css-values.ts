import { DISPLAYS, type Display } from "../page/index.ts";

const FUNCTION = /^(rgba?|color)\((.+)\)$/;

/** Rarer values of `display` and the one that each comes nearest to; what is not here is a block. */
const NEAREST: ReadonlyMap<string, Display> = new Map([
  ["flow-root", "block"],
  ["inline-flex", "inline-block"],
  ["inline-grid", "inline-block"],
  ["inline-table", "inline-block"],
  ["ruby", "inline"],
  ["ruby-text", "inline"],
  ["table-row-group", "block"],
  ["table-header-group", "block"],
  ["table-footer-group", "block"],
  ["table-caption", "block"],
]);

const CODES: ReadonlyMap<string, number> = new Map(DISPLAYS.map((display, code) => [display, code]));

/** The code of a computed `display`. */
export function readDisplay(value: string): number {
  return CODES.get(value) ?? DISPLAYS.indexOf(NEAREST.get(value) ?? "block");
}

/** A computed colour as 0xRRGGBBAA; 0 for what is transparent and for colour spaces other than sRGB. */
export function readColor(value: string): number {
  const [, name, inside = ""] = FUNCTION.exec(value) ?? [];
  const parts = inside.split(/[\s,/]+/);
  const isShare = name === "color";
  if (name === undefined || (isShare && parts.shift() !== "srgb")) return 0;
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts.map(Number);
  const scale = isShare ? 255 : 1;
  const bytes = [red * scale, green * scale, blue * scale, alpha * 255];
  if (byteOf(alpha * 255) === 0) return 0;
  return bytes.reduce((color, part) => color * 256 + byteOf(part), 0);
}

function byteOf(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value) || 0));
}

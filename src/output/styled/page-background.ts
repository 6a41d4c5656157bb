import type { Addresses } from "./addresses.ts";
import type { CapturedArticle } from "./captured-article.ts";
import { cleanValue } from "./clean-css.ts";
import { styleValue } from "./own-style.ts";
import type { StyleProperty } from "./properties.data.ts";

/** What is behind an article. */
interface Background {
  readonly declarations: string;
  readonly isDark: boolean;
}

const LAYERS: readonly StyleProperty[] = [
  "background-image",
  "background-size",
  "background-repeat",
  "background-position",
];
const RGB = /^rgba?\((\d+), ?(\d+), ?(\d+)(?:, ?([\d.]+))?\)$/;
/** Text on a background below half of the light must be pale. */
const DARK = 0.5;

/** What the page shows behind what stands in an element: the nearest one from there on that is not see-through. */
export function backgroundOf(
  { page, look }: CapturedArticle,
  inside: number,
  addresses: Addresses,
): Background {
  const { document } = page;
  for (let at = inside; at > 0; at = document.parent[at]!) {
    const known = look.elements.get(at);
    if (known === undefined) continue;
    const values = look.styles[known.style]!;
    const color = cleanValue(styleValue(values, "background-color"), () => undefined) ?? "";
    const image = cleanValue(styleValue(values, "background-image"), addresses.picture) ?? "none";
    if (isClear(color) && image === "none") continue;
    const isPainted = image !== "none";
    const layers = isPainted
      ? LAYERS.flatMap((name) => {
          const value = cleanValue(styleValue(values, name), addresses.picture);
          return value === undefined ? [] : [`${name}:${value}`];
        })
      : [];
    return {
      declarations: [`background-color:${isClear(color) ? "#fff" : color}`, ...layers].join(";"),
      isDark: lightOf(color) < DARK,
    };
  }
  return { declarations: "background-color:#fff", isDark: false };
}

function isClear(color: string): boolean {
  const [, , , , alpha] = RGB.exec(color) ?? [];
  return color === "" || color === "transparent" || (alpha !== undefined && Number(alpha) === 0);
}

function lightOf(color: string): number {
  const [, red = 255, green = 255, blue = 255] = RGB.exec(color) ?? [];
  return (0.2126 * Number(red) + 0.7152 * Number(green) + 0.0722 * Number(blue)) / 255;
}

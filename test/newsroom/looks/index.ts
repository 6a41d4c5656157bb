import type { LookId } from "../names.ts";
import type { Random } from "../random.ts";
import { amp } from "./amp.ts";
import { bem } from "./bem.ts";
import { brText } from "./br-text.ts";
import { broadsheet } from "./broadsheet.ts";
import { classless } from "./classless.ts";
import { customElements } from "./custom-elements.ts";
import { definitionList } from "./definition-list.ts";
import { divSoup } from "./div-soup.ts";
import { flexMobile } from "./flex-mobile.ts";
import { floats } from "./floats.ts";
import type { Look, Theme } from "./look.ts";
import { modernGrid } from "./modern-grid.ts";
import { portal } from "./portal.ts";
import { tables } from "./tables.ts";
import { utility } from "./utility.ts";
import { wordpress } from "./wordpress.ts";

const MAKERS: Readonly<Record<LookId, (theme: Theme) => Look>> = {
  "br-text-1999": brText,
  "definition-list-2003": definitionList,
  "tables-2005": tables,
  "portal-2008": portal,
  "floats-2010": floats,
  "wordpress-2014": wordpress,
  "bem-2016": bem,
  "amp-2017": amp,
  "classless-2018": classless,
  "flex-mobile-2019": flexMobile,
  "div-soup-2020": divSoup,
  "custom-elements-2021": customElements,
  "utility-2022": utility,
  "broadsheet-2023": broadsheet,
  "modern-grid-2025": modernGrid,
};

const PALETTES = [
  { accent: "#B3261E", dark: "#5C1410", tint: "#FBEDEB" },
  { accent: "#1F5FA8", dark: "#12365F", tint: "#EAF1F9" },
  { accent: "#1E7A4C", dark: "#0F3F28", tint: "#E9F5EE" },
  { accent: "#7A3E9D", dark: "#3F1F52", tint: "#F3ECF7" },
  { accent: "#B8651B", dark: "#5E330D", tint: "#FBF2E8" },
  { accent: "#0E7490", dark: "#083C4A", tint: "#E6F4F7" },
] as const;

/** Makes a look with random colours for a reading direction. */
export function makeLook(id: LookId, direction: "ltr" | "rtl", random: Random): Look {
  const sides =
    direction === "rtl"
      ? ({ start: "right", end: "left" } as const)
      : ({ start: "left", end: "right" } as const);
  return MAKERS[id]({ ...random.pick(PALETTES), ...sides });
}

import {
  type Extraction,
  leafWords,
  type Page,
  type Reason,
  reasonCode,
  type SiteProfile,
  TEXT_LEAF,
} from "../../page/index.ts";
import { fitTemplate, NO_PATH, repeatedShare, type TemplateFit } from "../../profile/index.ts";
import type { Extractor } from "../extractor.ts";

/** A block on a larger share of a site's pages is not part of one article, even in a place of the body. */
const MAX_REPEATED_SHARE = 0.3;

/**
 * Reads articles by the template that was mined from other pages of their site (Vadrevu et al. 2005, section 4). `fallback`
 * answers without a template, or if none fits.
 */
export function makeTemplate(fallback: Extractor): Extractor {
  return {
    id: "template",
    paper: "ontominer",
    needs: ["siteProfile"],
    extract(page, hints) {
      const { siteProfile } = hints;
      const fit = siteProfile && fitTemplate(page, siteProfile);
      if (siteProfile !== undefined && fit !== undefined && !fit.evidence.isStale) {
        return judgeByTemplate(page, fit, siteProfile);
      }
      const extraction = fallback.extract(page, hints);
      const code = fit === undefined ? "NO_SITE_PROFILE" : "SITE_PROFILE_STALE";
      return { ...extraction, warnings: [...(extraction.warnings ?? []), code] };
    },
  };
}

function judgeByTemplate(page: Page, fit: TemplateFit, profile: SiteProfile): Extraction {
  const { count, kind, visible } = page.leaves;
  const shares = repeatedShare(page, profile);
  const isMostlyLinks = findLinkBlocks(page);
  const scores = new Float32Array(count);
  const reasons = new Uint8Array(count);
  for (let leaf = 0; leaf < count; leaf++) {
    const reason = visible[leaf] === 0 ? "hidden" : judgeLeaf(leaf);
    scores[leaf] = Number(reason === "inside the template's body" || reason === "media of the body");
    reasons[leaf] = reasonCode(reason);
  }
  const titleNode = findTitle(page, fit);
  return { scores, reasons, ...(titleNode !== undefined && { titleNode }) };

  function judgeLeaf(leaf: number): Reason {
    const place = placeOf(page, fit, leaf);
    if (place === "elsewhere") return "outside the template's body";
    if (kind[leaf] !== TEXT_LEAF) return "media of the body";
    if (shares[leaf]! > MAX_REPEATED_SHARE) return "repeated on the site";
    if (place === "among body" && isMostlyLinks[page.blocks.ofLeaf[leaf]!] === 1) return "mostly links";
    return "inside the template's body";
  }
}

/** The element in the template's place of the headline. */
function findTitle({ document, leaves }: Page, { opened, paths }: TemplateFit): number | undefined {
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    const isTitle = leaves.visible[leaf] === 1 && opened.roles.get(paths.whole[node]!) === "title";
    if (isTitle) return document.parent[node]!;
  }
  return undefined;
}

/** Whether a leaf is in a place of the body, or among the body in a place that the template does not have. */
function placeOf({ leaves }: Page, { opened, paths }: TemplateFit, leaf: number) {
  const node = leaves.node[leaf]!;
  const path = paths.whole[node]!;
  const role = path === NO_PATH ? undefined : opened.roles.get(path);
  if (role !== undefined) return role === "body" ? "body" : "elsewhere";
  return opened.isBodyPart[paths.known[node]!] === 1 ? "among body" : "elsewhere";
}

/** By block: 1 if most of its words are in links. */
function findLinkBlocks(page: Page): Uint8Array {
  const { leaves, blocks } = page;
  const balance = new Int32Array(blocks.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    balance[blocks.ofLeaf[leaf]!]! += leafWords(page, leaf) * (leaves.anchor[leaf]! < 0 ? -1 : 1);
  }
  return Uint8Array.from(balance, (words) => Number(words > 0));
}

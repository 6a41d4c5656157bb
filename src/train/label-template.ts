import { type Extractor, TEMPLATE_METHOD } from "../extractors/index.ts";
import { modelHead } from "../model/index.ts";
import { type Extraction, type Page, reasonCode, type SiteProfile } from "../page/index.ts";
import { mineProfile, type ProfileHead } from "../site/index.ts";
import { CONTENT_SHARE, labelBlocks } from "./label-blocks.ts";

/** A page of a site with its labelled body. */
export interface PageWithBody {
  readonly page: Page;
  readonly body: string | null;
}

/** Learns the template of a site's articles from pages whose bodies are labelled: its places are those of the labels. */
export function learnTemplate(pages: readonly PageWithBody[], head: ProfileHead): SiteProfile {
  const answers = new Map(pages.map(({ page, body }) => [page, answerOf(page, body)] as const));
  const judge: Extractor = {
    id: "labels",
    needs: [],
    extract: (page) => answers.get(page) ?? answerOf(page, null),
  };
  return mineProfile(
    pages.map(({ page }) => page),
    head,
    { judge },
  );
}

/** A template as a model file, which `extractorFromModel` reads; `fused` answers pages that it does not fit. */
export function packTemplateModel(profile: SiteProfile, training: Parameters<typeof modelHead>[2]) {
  return { ...modelHead(TEMPLATE_METHOD, [], training), profile };
}

/** The extraction that keeps the labelled body and nothing else. */
function answerOf(page: Page, body: string | null): Extraction {
  const { share } = labelBlocks(page, body);
  const { count } = page.leaves;
  const scores = Float32Array.from({ length: count }, (_, leaf) =>
    Number((share[page.blocks.ofLeaf[leaf]!] ?? 0) > CONTENT_SHARE),
  );
  const [inside, outside] = [reasonCode("inside the body"), reasonCode("outside the body")];
  return { scores, reasons: Uint8Array.from(scores, (score) => (score > 0 ? inside : outside)) };
}

import { extractFromHtml } from "@extractus/article-extractor";
import { serve } from "./serve.mjs";

await serve(async ({ html, url }) => {
  const article = await extractFromHtml(html, url ?? undefined);
  return { html: article?.content ?? "", title: article?.title ?? null };
});

import { Readability } from "@mozilla/readability";
import { makeDocument } from "./document.mjs";
import { serve } from "./serve.mjs";

await serve(({ html }) => {
  const article = new Readability(makeDocument(html)).parse();
  return { html: article?.content ?? "", title: article?.title ?? null };
});

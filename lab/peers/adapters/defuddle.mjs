import { Defuddle } from "defuddle/node";
import { makeDocument } from "./document.mjs";
import { serve } from "./serve.mjs";

await serve(async ({ html, url }) => {
  const { content, title } = await Defuddle(makeDocument(html), url ?? undefined, { useAsync: false });
  return { html: content, title };
});

import { Readability } from "@mozilla/readability";
import { JSDOM, VirtualConsole } from "jsdom";
import { serve } from "./serve.mjs";

// Otherwise style sheets that it cannot read are reported on the console.
const virtualConsole = new VirtualConsole();

await serve(({ html, url }) => {
  const dom = new JSDOM(html, { virtualConsole, ...(url !== null && { url }) });
  try {
    const article = new Readability(dom.window.document).parse();
    return { html: article?.content ?? "", title: article?.title ?? null };
  } finally {
    dom.window.close();
  }
});

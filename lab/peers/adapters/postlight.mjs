import Parser from "@postlight/parser";
import { serve } from "./serve.mjs";

/** It refuses pages without an address. */
const NO_ADDRESS = "https://page.invalid/";

await serve(async ({ html, url }) => {
  const options = { html, contentType: "html", fetchAllPages: false };
  const { content, title, error, message } = await Parser.parse(url ?? NO_ADDRESS, options);
  if (error) throw new Error(message);
  return { html: content ?? "", title };
});

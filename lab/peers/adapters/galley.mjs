// The built package, which is what people run: the extractor, and whether a whole Article or the text alone is wanted.
import { extract, extractText } from "../../../dist/index.js";
import { serve } from "./serve.mjs";

const [extractor, way] = process.argv.slice(2);
const run = way === "text" ? extractText : extract;

await serve(({ html, url }) => {
  const { text, title } = run(html, { extractor, ...(url !== null && { url }) });
  return { text, title };
});

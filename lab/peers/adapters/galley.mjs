// The built package, which is what people run; the extractor is the argument.
import { extract } from "../../../dist/index.js";
import { serve } from "./serve.mjs";

const extractor = process.argv[2];

await serve(({ html, url }) => {
  const { text, title } = extract(html, { extractor, ...(url !== null && { url }) });
  return { text, title };
});

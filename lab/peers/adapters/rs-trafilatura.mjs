// The package exports only its crawler; the engine is a file beside it.
import native from "./node_modules/contextractor/dist/native/index.cjs";
import { serve } from "./serve.mjs";

const CONFIG = {
  fast: false,
  favorPrecision: false,
  favorRecall: false,
  includeComments: false,
  includeTables: true,
  includeImages: false,
  includeFormatting: false,
  includeLinks: false,
  deduplicate: false,
  withMetadata: false,
  onlyWithMetadata: false,
  teiValidation: false,
};

await serve(
  ({ html, url }) => ({
    text: native.extract(html, { config: CONFIG, format: "txt", url: url ?? undefined }).content,
  }),
  ({ html, url }) => native.extractMetadata(html, url ?? undefined).title ?? null,
);

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ARTICLE_SCHEMA } from "../src/article/index.ts";

/** Last step of the build: the published JSON Schema of an article. */
const target = join(import.meta.dirname, "../dist/article.schema.json");
writeFileSync(target, `${JSON.stringify(ARTICLE_SCHEMA, undefined, 2)}\n`);

/** `npm run train:roles`: learns the roles of leaves again from the clean sets and made-up sites, with the model's card. */
import { createHash } from "node:crypto";
import { statSync, writeFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { readVersion } from "../src/cli/version.ts";
import { parsePage } from "../src/default-extract.ts";
import type { TrainingSet } from "../src/model/index.ts";
import { packRoleModel, type RoleModel } from "../src/roles/index.ts";
import { dataPlaces, domainOf, findSet, hashPage, readSet } from "../src/sets/index.ts";
import { type CardFacts, dataSection, factRows, pageTypeOf } from "../src/train/index.ts";
import { makeSite } from "../test/newsroom/index.ts";
import { markKnown, markTruth, type RolePage, trainRoles } from "./learn-roles.ts";
import { knownLeaves, ROLE_SITES, SHIPPED_SETS } from "./shipped-recipe.ts";
import { shippedFile, writeModels } from "./write-models.ts";

const COMMAND = "npm run train:roles";
const SEED = 1;
/** The name of the made-up sites on the card. */
const NEWSROOM = "newsroom";

async function readRealPages(): Promise<{ readonly pages: RolePage[]; readonly sets: TrainingSet[] }> {
  const places = dataPlaces((message) => process.stderr.write(`${message}\n`));
  const pages: RolePage[] = [];
  const sets: TrainingSet[] = [];
  for (const name of Object.keys(SHIPPED_SETS)) {
    const hash = createHash("sha256");
    const before = pages.length;
    for await (const { label, html } of readSet(await findSet(name, places))) {
      const type = pageTypeOf(label);
      if ((type !== null && type !== "article") || (label.truth.body ?? "").trim() === "") continue;
      const marked = markTruth(parsePage(html, label), domainOf(label) ?? label.id, label);
      if (marked === undefined) continue;
      pages.push(marked);
      hash.update(hashPage(label, html));
    }
    sets.push({ name, pages: pages.length - before, hash: hash.digest("hex") });
    process.stderr.write(`${name}: ${pages.length - before} pages\n`);
  }
  return { pages, sets };
}

function readNewsroom(): { readonly pages: RolePage[]; readonly set: TrainingSet } {
  const hash = createHash("sha256");
  const pages = ROLE_SITES.train.flatMap((order) => {
    const site = makeSite(order);
    return site.pages
      .filter(({ pageType }) => pageType !== "home" && pageType !== "section")
      .map(({ html, url, truth }) => {
        hash.update(html);
        return markKnown(parsePage(html, { url }), site.domain, knownLeaves(truth.leaves));
      });
  });
  return { pages, set: { name: NEWSROOM, pages: pages.length, hash: hash.digest("hex") } };
}

const real = await readRealPages();
const made = readNewsroom();
const domains = [...new Set([...real.pages, ...made.pages].map(({ site }) => site))].sort();
const training = { command: COMMAND, seed: SEED, sets: [...real.sets, made.set], domains };
const model = trainRoles([...real.pages, ...made.pages], training, {
  seed: SEED,
  onStep: (step) => process.stderr.write(`${step}\n`),
});
const file = relative("", shippedFile("roles"));
writeFileSync(file, gzipSync(`${JSON.stringify(packRoleModel(model))}\n`, { level: 9 }));
const facts = { file: basename(file), sizeBytes: statSync(file).size, version: readVersion() };
writeFileSync(file.replace(".json.gz", ".md"), makeRolesCard(model, facts));
writeModels();

/** The card of the model of roles, in Markdown. */
function makeRolesCard({ training, trees }: RoleModel, facts: CardFacts): string {
  const ensembles = Object.values(trees);
  return `# ${facts.file}

Boosted trees for each role of a leaf, one against all others, over what is known of its block. It holds thresholds and values; no text.

${factRows(training, facts)}
| roles | ${ensembles.length} |
| trees | ${ensembles.reduce((sum, { size }) => sum + size, 0)} |
| features | ${ensembles[0]?.names.length ?? 0} |

${dataSection(training, facts.licences)}

Titles, authors, dates and bodies of the sets give the roles headline, byline, date and body; the newsroom gives all. Outside of the bodies of the sets,
elements and class names also give caption, comment, related, promotion and boilerplate, mostly with those columns masked.

## Scores

[Roles](../docs/experiments/roles.md): \`npm run experiments -- roles\`.
`;
}

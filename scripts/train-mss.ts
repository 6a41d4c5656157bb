/** `npm run train:mss`: makes the shipped MSS model again, its card, and the module that carries it. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { LANGUAGES, LOOKS, makeSite, writeSite } from "../test/newsroom/index.ts";
import { SHIPPED_MODULE, shippedModule } from "./shipped-module.ts";

/** Sets whose licences let a model of them be shipped. */
const SETS = ["wcxb-dev", "fundus-a", "readability", "zh-immortal"];
/** Looks of a time of which there is no such set. */
const LAST_OLD_YEAR = 2014;
/** Every look is dressed in every third language, so that no language has one look alone. */
const LANGUAGE_STEP = 3;
const ARTICLES = 14;
const FIRST_SEED = 100;
const OPTIONS = [
  ...["--page-type", "article", "--keep-first", "--min-tokens", "100", "--max-tags", "20"],
  ...["--clothes", "1", "--max-features", "30000", "--seed", "1"],
  ...["--licence", "wcxb-dev=CC BY 4.0", "--licence", "fundus-a=MIT", "--licence", "readability=Apache-2.0"],
  ...["--licence", "zh-immortal=MIT", "--licence", "newsroom-old=written by us"],
];
const MODEL = join("models", "mss.json.gz");

const folder = mkdtempSync(join(tmpdir(), "galley-train-"));
try {
  const newsroom = join(folder, "newsroom-old");
  await writeOldNewsroom(newsroom);
  const command = [join("src", "cli", "main.ts"), "train", "mss", ...SETS, newsroom, ...OPTIONS, "-o", MODEL];
  execFileSync(process.execPath, command, { stdio: "inherit" });
  writeFileSync(SHIPPED_MODULE, shippedModule(gunzipSync(readFileSync(MODEL)).toString()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** One labelled set of made-up sites in the looks of 1999 to 2014, each in a folder of its own. */
async function writeOldNewsroom(target: string): Promise<void> {
  mkdirSync(target);
  let seed = FIRST_SEED;
  for (const [lookAt, look] of LOOKS.entries()) {
    for (const [languageAt, language] of LANGUAGES.entries()) {
      if ((lookAt + languageAt) % LANGUAGE_STEP !== 0) continue;
      seed++;
      if (Number(look.slice(-4)) > LAST_OLD_YEAR) continue;
      const name = `${look}-${language}`;
      await writeSite(makeSite({ look, language, seed, articles: ARTICLES }), join(target, name));
      const lines = readFileSync(join(target, name, "index.jsonl"), "utf8")
        .trim()
        .split("\n");
      for (const line of lines) {
        const record: { htmlPath: string } = JSON.parse(line);
        const moved = { ...record, htmlPath: `${name}/${record.htmlPath}` };
        appendFileSync(join(target, "index.jsonl"), `${JSON.stringify(moved)}\n`);
      }
    }
  }
}

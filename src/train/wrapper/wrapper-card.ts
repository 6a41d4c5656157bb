import type { WrapperModel } from "../../extractors/index.ts";
import { dataSection, scoresSection } from "../card-data.ts";
import type { MannerReport } from "./learn-judges.ts";

/** What a card tells besides what the model itself knows. */
export interface WrapperCardFacts {
  /** The model file's name and size. */
  readonly file: string;
  readonly sizeBytes: number;
  /** The version of galley that trained it. */
  readonly version: string;
  readonly manners: readonly MannerReport[];
  /** Licences by set, for sets that galley does not know or under other names. */
  readonly licences?: Readonly<Record<string, string>>;
}

/** The card of a model of the learned wrapper, in Markdown. */
export function makeWrapperCard(model: WrapperModel, facts: WrapperCardFacts): string {
  const { training, settings } = model;
  return `# ${facts.file}

Two support vector machines that find the body and the title of a news page from where its elements are and how they look
(Wang et al., KDD 2009). It holds measures of elements; no text.

| | |
| --- | --- |
| command | \`${training.command}\` |
| galley | ${facts.version} |
| seed | ${training.seed} |
| size | ${facts.sizeBytes} bytes |
| screen | ${settings.screen.width} x ${settings.screen.height} |
| screens that bodies start in, on complete layouts | ${settings.firstScreens} |
| least area and words of a body | ${settings.minBodyArea} square pixels, ${settings.minBodyWords} words |
| most words of a title | ${settings.maxTitleWords} |
| formatting elements | ${settings.formattingTags.join(", ")}${settings.paragraphs === "boxes" ? ", and what is shown as a paragraph" : ""} |

## Machines

Right: the likeliest candidate of a page is the labelled one, by cross-validation over the training pages.

| layout | machine | pages | right | cost | gamma | vectors |
| --- | --- | --- | --- | --- | --- | --- |
${facts.manners.flatMap((report) => machineRows(model, report)).join("\n")}

${beyondLine(model)}

${dataSection(training, facts.licences)}

${scoresSection(facts.file)}
`;
}

/** What the model has besides the machines. */
function beyondLine({ noise, verdict }: WrapperModel): string {
  if (noise === undefined && verdict === undefined) return "It knows neither noise nor kinds of pages.";
  const known = [noise && "noise inside of bodies", verdict && "articles from other pages"].filter(Boolean);
  return `Trees besides, learned from all pages below, tell ${known.join(" and ")}.`;
}

function machineRows(model: WrapperModel, report: MannerReport): readonly string[] {
  const judges = model[report.manner] ?? model.soft;
  const layout = report.manner === "strict" ? "complete" : "any";
  return (["body", "title"] as const).map((part) => {
    const { cost, gamma, vectors } = judges[part].parts;
    const { pages = "trained on", accuracy } = report[part] ?? {};
    const right = accuracy === undefined ? "" : accuracy.toFixed(3).replace("0.", ".");
    return `| ${layout} | ${part} | ${pages} | ${right} | ${cost} | ${gamma} | ${vectors.length} |`;
  });
}

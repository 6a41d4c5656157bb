import { Command } from "commander";
import { trainMssCommand } from "./train-mss.ts";
import { trainMssSiteCommand } from "./train-mss-site.ts";

/** `galley train`: models from pages, one sub-command a method. */
export function trainCommand(): Command {
  return new Command("train")
    .description("Makes a model from pages; each method has its own sub-command.")
    .addCommand(trainMssCommand())
    .addCommand(trainMssSiteCommand())
    .addHelpText(
      "after",
      `
Examples:
  galley train mss SET OTHER-SET -o models/mss.json.gz
  galley train mss-site pages/ --from models/mss.json.gz -o site.json.gz
  galley help train`,
    );
}

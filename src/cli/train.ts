import { Command } from "commander";
import { trainFusedCommand } from "./train-fused.ts";
import { trainMssCommand } from "./train-mss.ts";
import { trainMssSiteCommand } from "./train-mss-site.ts";
import { trainWrapperCommand } from "./train-wrapper.ts";

/** `galley train`: models from pages, one sub-command a method. */
export function trainCommand(): Command {
  return new Command("train")
    .description("Trains a model; each extractor has its own sub-command.")
    .addCommand(trainFusedCommand())
    .addCommand(trainMssCommand())
    .addCommand(trainMssSiteCommand())
    .addCommand(trainWrapperCommand())
    .addHelpText(
      "after",
      `
Examples:
  galley train fused SET OTHER-SET -o my-fused.json.gz
  galley train mss SET OTHER-SET -o my-mss.json.gz
  galley train mss-site pages/ -o site.json.gz
  galley train wrapper SET -o my-wrapper.json.gz
  galley help train`,
    );
}

#!/usr/bin/env node
import module from "node:module";
import { faultOfNode } from "../errors/index.ts";
import { failureLine, formOf } from "./failure-line.ts";

const args = process.argv.slice(2);
const fault = faultOfNode();
if (fault) {
  process.stderr.write(`${failureLine(fault, formOf(args))}\n`);
  process.exitCode = 1;
} else {
  // Keeps compiled code in the system's temporary folder for the next runs; Node ignores failures.
  module.enableCompileCache?.();
  // Loaded only now: an old Node cannot load the commands.
  const { endIfIdle, runCommandLine } = await import("./command-line.ts");
  process.exitCode = await runCommandLine(args);
  await endIfIdle();
}

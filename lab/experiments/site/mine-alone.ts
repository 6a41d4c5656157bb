import { runCommandLine } from "../../../src/cli/command-line.ts";

// Run as a process of its own, so that the memory is the command's alone.
const status = await runCommandLine(["site", ...process.argv.slice(2), "--quiet"]);
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
process.stdout.write(
  `${JSON.stringify({ status, memoryBytes: maxRSS * 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 })}\n`,
);

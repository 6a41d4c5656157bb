import { CommanderError } from "commander";
import { expect, test } from "vitest";
import { FAILURES, NewsError } from "../errors/index.ts";
import { failureLine, isClosedPipe } from "./failure-line.ts";

test("puts code, what happened and what to do on one line", () => {
  const error = new NewsError("BAD_GZIP", "The file\nis cut\u001b[31m short");
  expect(failureLine(error, "line")).toBe(
    `galley: BAD_GZIP: The file is cut [31m short. ${FAILURES.BAD_GZIP.help}`,
  );
});

test("says of JSON failures whether a retry helps", () => {
  const text = failureLine(new NewsError("DNS_FAILED", "No."), "json");
  expect(JSON.parse(text)).toEqual({
    error: { code: "DNS_FAILED", message: "No.", help: FAILURES.DNS_FAILED.help, retry: true },
  });
});

test("words a wrong option as a failure of ours, and a fault as INTERNAL", () => {
  const wrong = new CommanderError(
    1,
    "commander.unknownOption",
    "error: unknown option '--x'\n(Did you mean --y?)",
  );
  expect(failureLine(wrong, "line")).toMatch(
    /^galley: BAD_OPTION: Unknown option '--x' \(Did you mean --y\?\)\. /,
  );
  expect(failureLine(new TypeError("x is undefined"), "line")).toMatch(
    /^galley: INTERNAL: Unexpected: x is undefined\. /,
  );
});

test("knows a closed pipe under other errors", () => {
  const pipe = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
  expect(isClosedPipe(new NewsError("WRITE_FAILED", "Cannot write.", { cause: pipe }))).toBe(true);
  expect(isClosedPipe(new NewsError("WRITE_FAILED", "Cannot write."))).toBe(false);
});

import { describe, expect, test } from "vitest";
import { type Lookup, makeAddressGuard } from "./address-guard.ts";
import { makeAddressRules } from "./address-rules.ts";

const never: Lookup = async (host) => {
  throw new Error(`${host} must not be looked up`);
};

function guardWith(lookup: Lookup, allow: readonly string[] = []) {
  const guard = makeAddressGuard(makeAddressRules({ allow }), lookup);
  return (url: string) => guard(new URL(url));
}

const refused = expect.objectContaining({ code: "ADDRESS_REFUSED" });

describe("makeAddressGuard", () => {
  test.each([
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://127.0.0.1./",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://１２７.0.0.1/",
    "http://%31%32%37.0.0.1/",
    "http://localhost/",
    "http://localhost./",
    "http://LOCALHOST:8080/",
    "http://www.localhost/",
  ])("refuses %s without a look-up", async (url) => {
    await expect(guardWith(never)(url)).rejects.toThrow(refused);
  });

  test("refuses a host when only one of its addresses is private", async () => {
    const guard = guardWith(async () => ["93.184.215.14", "10.0.0.1"]);
    await expect(guard("http://news.example/")).rejects.toThrow(/news\.example \(10\.0\.0\.1\).*private/);
  });

  test("asks once per host and keeps the first answer", async () => {
    const answers = [["93.184.215.14"], ["127.0.0.1"]];
    const guard = guardWith(async () => answers.shift()!);
    expect(await guard("http://news.example/a")).toEqual(["93.184.215.14"]);
    expect(await guard("http://news.example:8080/b")).toEqual(["93.184.215.14"]);
    expect(answers).toHaveLength(1);
  });

  test("gives localhost the family that is allowed", async () => {
    expect(await guardWith(never, ["127.0.0.1"])("http://localhost/")).toEqual(["127.0.0.1"]);
    expect(await guardWith(never, ["::1"])("http://localhost./")).toEqual(["::1"]);
  });

  test("reports a failed look-up and an empty answer as DNS_FAILED", async () => {
    const failed = expect.objectContaining({ code: "DNS_FAILED" });
    await expect(guardWith(never)("http://news.example/")).rejects.toThrow(failed);
    await expect(guardWith(async () => [])("http://news.example/")).rejects.toThrow(failed);
  });
});

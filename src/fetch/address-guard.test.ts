import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, test } from "vitest";
import { type Lookup, makeAddressGuard, makeAddressRules } from "./address-guard.ts";
import { REFUSED_IPV4 } from "./address-ranges.data.ts";

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

  test("looks a host up again after a failure, and after some minutes", async () => {
    const answers = [undefined, ["93.184.215.14"], ["93.184.215.15"]];
    let nowMs = 0;
    const lookup: Lookup = async () => answers.shift() ?? Promise.reject(new Error("EAI_AGAIN"));
    const guard = makeAddressGuard(makeAddressRules({}), lookup, () => nowMs);
    const url = new URL("http://news.example/");
    await expect(guard(url)).rejects.toMatchObject({ code: "DNS_FAILED" });
    expect(await guard(url)).toEqual(["93.184.215.14"]);
    nowMs = 60_000;
    expect(await guard(url)).toEqual(["93.184.215.14"]);
    nowMs = 10 * 60_000;
    expect(await guard(url)).toEqual(["93.184.215.15"]);
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

describe("address rules", () => {
  const strict = makeAddressRules({});

  /** A random IPv4 address of a refused block, as a number. */
  const refusedIpv4 = fc
    .tuple(fc.constantFrom(...REFUSED_IPV4), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
    .map(([[range], random]) => {
      const [base, bits] = ipaddr.IPv4.parseCIDR(range);
      const start = base.octets.reduce((sum, octet) => sum * 256 + octet, 0);
      return start + (random % 2 ** (32 - bits));
    });

  const hex = (value: number) => value.toString(16);

  /** The spellings of an IPv4 address that a URL may hold. */
  const NOTATIONS: readonly ((address: number) => string)[] = [
    (n) => String(n),
    (n) => `0x${hex(n)}`,
    (n) => `0${n.toString(8)}`,
    (n) => octets(n).join("."),
    (n) => `${octets(n).join(".")}.`,
    (n) =>
      octets(n)
        .map((octet) => `0${octet.toString(8)}`)
        .join("."),
    (n) =>
      octets(n)
        .map((octet) => `0x${hex(octet)}`)
        .join("."),
    (n) => `${octets(n)[0]}.${n % 2 ** 24}`,
    (n) => `${octets(n)[0]}.${octets(n)[1]}.${n % 2 ** 16}`,
    (n) => `[::ffff:${octets(n).join(".")}]`,
    (n) => `[::ffff:${hex(n >>> 16)}:${hex(n & 0xffff)}]`,
    (n) => `[0:0:0:0:0:ffff:${hex(n >>> 16)}:${hex(n & 0xffff)}]`,
    (n) => `[64:ff9b::${hex(n >>> 16)}:${hex(n & 0xffff)}]`,
    (n) => `[2002:${hex(n >>> 16)}:${hex(n & 0xffff)}::1]`,
    (n) => `[::${hex(n >>> 16)}:${hex(n & 0xffff)}]`,
  ];

  function octets(address: number): number[] {
    return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255);
  }

  function hostOf(spelling: string): string {
    return new URL(`http://${spelling}/`).hostname.replace(/^\[|\]$/g, "");
  }

  describe("makeAddressRules", () => {
    test.each([
      ["127.0.0.1", "loopback"],
      ["10.1.2.3", "private"],
      ["172.31.255.255", "private"],
      ["192.168.0.1", "private"],
      ["169.254.169.254", "link-local"],
      ["100.100.100.200", "shared by a carrier"],
      ["168.63.129.16", "cloud metadata"],
      ["0.0.0.0", "unspecified"],
      ["255.255.255.255", "reserved"],
      ["224.0.0.1", "multicast"],
      ["198.19.0.1", "benchmarking"],
      ["192.0.2.1", "documentation"],
      ["::1", "loopback"],
      ["::", "unspecified"],
      ["fd00:ec2::254", "private"],
      ["fe80::1%eth0", "link-local"],
      ["ff02::1", "multicast"],
      ["2001:db8::1", "documentation"],
      ["2001:0:5ef5:79fd::1", "reserved for protocols"],
      ["::ffff:127.0.0.1", "loopback"],
      ["64:ff9b::7f00:1", "loopback"],
      ["64:ff9b:1::7f00:1", "reserved"],
      ["2002:7f00:1::", "6to4"],
      ["4000::1", "reserved"],
      ["not an address", "no address"],
    ])("refuses %s as %s", (address, why) => {
      expect(strict(address)).toBe(why);
    });

    test.each([
      "93.184.215.14",
      "100.63.255.255",
      "172.32.0.1",
      "2606:2800:21f:cb07::1",
      "64:ff9b::808:808",
      "::ffff:8.8.8.8",
    ])("lets %s pass", (address) => {
      expect(strict(address)).toBeUndefined();
    });

    test("refuses every address of a refused block in every notation", () => {
      fc.assert(
        fc.property(refusedIpv4, fc.constantFrom(...NOTATIONS), (address, spell) => {
          expect(strict(hostOf(spell(address)))).toBeDefined();
        }),
        { numRuns: 2000 },
      );
    });

    test("allows single addresses and ranges, also when an address is written as mapped IPv6", () => {
      const rules = makeAddressRules({ allow: ["127.0.0.1", "10.1.0.0/16", "fd00::/8"] });
      for (const address of ["127.0.0.1", "::ffff:127.0.0.1", "10.1.9.9", "fd12::1"])
        expect(rules(address)).toBeUndefined();
      for (const address of ["127.0.0.2", "10.2.0.0", "fe80::1", "::1"]) expect(rules(address)).toBeDefined();
    });

    test("allows everything with allowPrivate, except what is no address", () => {
      const rules = makeAddressRules({ allowPrivate: true });
      expect(rules("127.0.0.1")).toBeUndefined();
      expect(rules("::1")).toBeUndefined();
      expect(rules("localhost")).toBe("no address");
    });

    test("says which entry of the allow list cannot be read", () => {
      expect(() => makeAddressRules({ allow: ["localhost"] })).toThrow(
        expect.objectContaining({ code: "BAD_OPTION" }),
      );
    });
  });
});

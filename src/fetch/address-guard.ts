import { lookup as lookupInDns } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { NewsError } from "../errors/index.ts";
import { NAT64, PUBLIC_IPV6, REFUSED_IPV4, REFUSED_IPV6, type RefusedRange } from "./address-ranges.data.ts";
import { KNOWN_HOSTS, RecentMap } from "./hosts.ts";

/** Finds the addresses of a host name; replaced in tests. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** Gives the checked addresses of a URL's host, the only ones a connection may go to. */
export type AddressGuard = (url: URL) => Promise<readonly string[]>;

/** The system's own look-up, with every address it knows. */
export const systemLookup: Lookup = async (host) =>
  (await lookupInDns(host, { all: true })).map(({ address }) => address);

/** How long an answer is cached: sites move between servers, and a collector may run for weeks. */
const KEPT_MS = 5 * 60 * 1000;

/** A guard with a cache of look-ups; connections go only to the addresses that it checked. */
export function makeAddressGuard(
  rules: AddressRules,
  lookup: Lookup,
  now: () => number = () => performance.now(),
): AddressGuard {
  const known = new RecentMap<string, { addresses: Promise<readonly string[]>; untilMs: number }>(
    KNOWN_HOSTS,
  );
  return (url) => {
    const host = bareHost(url);
    const kept = known.get(host);
    if (kept && now() < kept.untilMs) return kept.addresses;
    const asked = { addresses: checkHost(host, rules, lookup), untilMs: now() + KEPT_MS };
    known.set(host, asked);
    // A failed look-up may succeed the next time.
    asked.addresses.catch(() => {
      if (known.get(host) === asked) known.delete(host);
    });
    return asked.addresses;
  };
}

/** The host as sockets and certificates spell it: no brackets, no trailing dot. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, "");
}

async function checkHost(host: string, rules: AddressRules, lookup: Lookup): Promise<readonly string[]> {
  // The URL parser has already written every notation of a literal address in its plain form.
  if (isIP(host) !== 0) return allChecked(host, [host], rules);
  if (host === "localhost" || host.endsWith(".localhost")) return loopback(host, rules);
  return allChecked(host, await findAddresses(host, lookup), rules);
}

// These names never leave the machine (RFC 6761), so they are not looked up; one allowed family is enough.
function loopback(host: string, rules: AddressRules): readonly string[] {
  const addresses = ["127.0.0.1", "::1"];
  const allowed = addresses.filter((address) => rules(address) === undefined);
  return allowed.length > 0 ? allowed : allChecked(host, addresses, rules);
}

// One bad address refuses the host: a name with a public and a private address is an attack or a mistake.
function allChecked(host: string, addresses: readonly string[], rules: AddressRules): readonly string[] {
  for (const address of addresses) {
    const why = rules(address);
    if (why === undefined) continue;
    const shown = address === host ? address : `${host} (${address})`;
    throw new NewsError("ADDRESS_REFUSED", `The address ${shown} is not on the public internet: ${why}.`);
  }
  return addresses;
}

async function findAddresses(host: string, lookup: Lookup): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await lookup(host);
  } catch (cause) {
    throw new NewsError("DNS_FAILED", `No address was found for ${host}.`, { cause });
  }
  if (addresses.length === 0) throw new NewsError("DNS_FAILED", `The host ${host} has no address.`);
  return addresses;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Which addresses outside the public internet may be fetched from anyway. */
export interface Allowance {
  /** Every address, private and reserved ones too. */
  readonly allowPrivate?: boolean | undefined;
  /** Single addresses ("127.0.0.1") and ranges ("10.1.0.0/16"). */
  readonly allow?: readonly string[] | undefined;
}

/** Why an address is refused, or undefined if it may be dialled. */
type AddressRules = (address: string) => string | undefined;

/** The rules for the public internet plus what the caller allows. */
export function makeAddressRules({ allowPrivate = false, allow = [] }: Allowance): AddressRules {
  const allowed = allow.map(readAllowed);
  return (text) => {
    if (!ipaddr.isValid(text)) return "no address";
    // `process` turns IPv4-mapped IPv6 into the IPv4 address that a socket would dial.
    const address = ipaddr.process(text);
    if (allowPrivate || allowed.some((range) => isIn(address, range))) return undefined;
    return refusal(address);
  };
}

function refusal(address: Address): string | undefined {
  if (address instanceof ipaddr.IPv4) return nameOf(address, REFUSED_IPV4);
  if (isIn(address, ipaddr.parseCIDR(NAT64)))
    return refusal(ipaddr.fromByteArray(address.toByteArray().slice(-4)));
  const named = nameOf(address, REFUSED_IPV6);
  if (named !== undefined) return named;
  return isIn(address, ipaddr.parseCIDR(PUBLIC_IPV6)) ? undefined : "reserved";
}

function nameOf(address: Address, ranges: readonly RefusedRange[]): string | undefined {
  return ranges.find(([range]) => isIn(address, ipaddr.parseCIDR(range)))?.[1];
}

// `match` throws when the two are of different families.
function isIn(address: Address, range: Range): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

function readAllowed(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) {
    throw new NewsError(
      "BAD_OPTION",
      `The option allow holds ${JSON.stringify(text)}, which is neither an address nor a range.`,
    );
  }
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

import { lookup as lookupInDns } from "node:dns/promises";
import { isIP } from "node:net";
import { NewsError } from "../errors/index.ts";
import type { AddressRules } from "./address-rules.ts";
import { KNOWN_HOSTS, RecentMap } from "./recent-map.ts";

/** Finds the addresses of a host name; replaced in tests. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** Gives the checked addresses of a URL's host, the only ones a connection may go to. */
export type AddressGuard = (url: URL) => Promise<readonly string[]>;

/** The system's own look-up, with every address it knows. */
export const systemLookup: Lookup = async (host) =>
  (await lookupInDns(host, { all: true })).map(({ address }) => address);

/** A guard that asks once per host and then keeps to the answer, so that a second answer cannot slip past the check. */
export function makeAddressGuard(rules: AddressRules, lookup: Lookup): AddressGuard {
  const known = new RecentMap<string, Promise<readonly string[]>>(KNOWN_HOSTS);
  return (url) => {
    const host = bareHost(url);
    const addresses = known.get(host) ?? checkHost(host, rules, lookup);
    known.set(host, addresses);
    return addresses;
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

// These names never leave the machine (RFC 6761), so they are not looked up; the family that is allowed will do.
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

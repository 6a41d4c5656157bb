import ipaddr from "ipaddr.js";
import { NewsError } from "../errors/index.ts";
import { NAT64, PUBLIC_IPV6, REFUSED_IPV4, REFUSED_IPV6, type RefusedRange } from "./address-ranges.data.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Which addresses outside the public internet may be fetched from all the same. */
export interface Allowance {
  /** Every address, private and reserved ones too. */
  readonly allowPrivate?: boolean;
  /** Single addresses ("127.0.0.1") and ranges ("10.1.0.0/16"). */
  readonly allow?: readonly string[];
}

/** Says why an address is refused, or undefined when it may be dialled. */
export type AddressRules = (address: string) => string | undefined;

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

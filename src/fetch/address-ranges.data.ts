/** A block of addresses and why no page is fetched from it. */
export type RefusedRange = readonly [range: string, why: string];

/** Blocks of the IANA special-purpose registry (as of 2026) that are not the public internet, and clouds' metadata hosts. */
export const REFUSED_IPV4: readonly RefusedRange[] = [
  ["0.0.0.0/8", "unspecified"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "shared by a carrier"],
  ["127.0.0.0/8", "loopback"],
  ["168.63.129.16/32", "cloud metadata"],
  ["169.254.0.0/16", "link-local"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "reserved for protocols"],
  ["192.0.2.0/24", "documentation"],
  ["192.88.99.0/24", "reserved (6to4 relay)"],
  ["192.168.0.0/16", "private"],
  ["198.18.0.0/15", "benchmarking"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved"],
];

/** Outside this block IPv6 has no public hosts, so only its exceptions need listing. */
export const PUBLIC_IPV6 = "2000::/3";

/** Exceptions inside the public block, and names for the best-known blocks outside it. */
export const REFUSED_IPV6: readonly RefusedRange[] = [
  ["::/128", "unspecified"],
  ["::1/128", "loopback"],
  ["100::/64", "discard-only"],
  // Holds Teredo, benchmarking (2001:2::/48) and ORCHID.
  ["2001::/23", "reserved for protocols"],
  ["2001:db8::/32", "documentation"],
  // Carries an IPv4 address of the sender's choice, and its relays are gone.
  ["2002::/16", "6to4"],
  ["3fff::/20", "documentation"],
  ["fc00::/7", "private"],
  ["fe80::/10", "link-local"],
  ["fec0::/10", "site-local"],
  ["ff00::/8", "multicast"],
];

/** Prefix of NAT64, whose last 32 bits are the IPv4 address that is really reached. */
export const NAT64 = "64:ff9b::/96";

/** Addresses that lead into the machine, its network or nowhere, in every notation that an URL can have. */
const LITERALS: readonly string[] = [
  ...[
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.255.255.254",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
  ],
  ...[
    "0.0.0.0",
    "0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "0xa000001",
    "012.0.0.1",
    "100.64.0.1",
    "100.127.255.254",
  ],
  ...[
    "169.254.169.254",
    "169.254.0.1",
    "0xa9fea9fe",
    "2852039166",
    "172.16.0.1",
    "172.31.255.255",
    "0xac100001",
  ],
  ...[
    "192.0.0.1",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "192.168.1",
    "0xc0a80001",
    "3232235521",
  ],
  ...[
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
  ],
  ...[
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:10.0.0.1]",
    "[::ffff:169.254.169.254]",
  ],
  ...[
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::a00:1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::1]",
    "[100::1]",
  ],
  ...[
    "[2001::1]",
    "[2001:db8::1]",
    "[2002:7f00:1::]",
    "[2002:a00:1::]",
    "[fc00::1]",
    "[fd12:3456::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
  ],
  ...[
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "１２７.０.０.１",
    "①②⑦.0.0.1",
    "127。0。0。1",
    "%31%32%37.0.0.1",
  ],
].map((host) => `http://${host}/story`);

/** Names that are looked up as such addresses. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "inside.example": ["10.0.0.7"],
  "both.example": ["93.184.216.34", "127.0.0.1"],
  "mapped.example": ["::ffff:192.168.0.1"],
  "nat64.example": ["64:ff9b::7f00:1"],
};

/** A look-up that knows the names of `REFUSED_ADDRESSES` alone. */
export async function lookupInside(host: string): Promise<readonly string[]> {
  return NAMES[host] ?? [];
}

/** Addresses of pages that no fetch may lead to, whoever names them. */
export const REFUSED_ADDRESSES: readonly string[] = [
  ...LITERALS,
  ...Object.keys(NAMES).map((name) => `https://${name}/story`),
];

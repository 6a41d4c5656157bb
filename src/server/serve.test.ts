import type { NetworkInterfaceInfo } from "node:os";
import { expect, test } from "vitest";
import { namesToCall } from "./serve.ts";

const BASE = { netmask: "", mac: "", cidr: null, internal: false };
const V4: NetworkInterfaceInfo = { ...BASE, family: "IPv4", address: "192.0.2.7" };
const V6: NetworkInterfaceInfo = { ...BASE, family: "IPv6", address: "2001:db8::7", scopeid: 0 };
const OF_LINK: NetworkInterfaceInfo = { ...BASE, family: "IPv6", address: "fe80::7", scopeid: 2 };
const LOOP: NetworkInterfaceInfo = { ...BASE, family: "IPv4", address: "127.0.0.1", internal: true };
const INTERFACES = { lo: [LOOP], eth0: [V4, V6, OF_LINK] };

test.each([
  ["127.0.0.1", ["127.0.0.1"]],
  ["::1", ["[::1]"]],
  ["news.example", ["news.example"]],
  ["0.0.0.0", ["127.0.0.1", "192.0.2.7"]],
  ["::", ["127.0.0.1", "192.0.2.7", "[2001:db8::7]"]],
])("a server that listens on %s is called by %j", (host, names) => {
  expect(namesToCall(host, INTERFACES)).toEqual(names);
});

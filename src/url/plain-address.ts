/** Signs that the URL standard leaves as they are in paths and queries. */
const SIGN = "\\w~!$&()*+,;=:@\\-";
/** A segment that does not begin as `.` and `..` may be spelt. */
const SEGMENT = `[${SIGN}][${SIGN}.%]*`;
/** A host of names, the last without digits, so that it is no number in disguise; none of them is punycode. */
const HOST = "(?:[a-z\\d]+(?:-[a-z\\d]+)*\\.)+[a-z]{2,}";
const PLAIN = new RegExp(`^https?://${HOST}/(?:(?:${SEGMENT})?/)*(?:${SEGMENT})?(?:[?][${SIGN}.%/?]*)?$`);
/** Longer ones are rare. */
const MAX_CHARACTERS = 2_000;

/** Whether an address is absolute and in the form that the URL parser would give it: most are, and need no parsing. */
export function isPlainAddress(address: string): boolean {
  return address.length <= MAX_CHARACTERS && PLAIN.test(address);
}

/** Where archives of the web keep a page: behind the time of its capture, its own address whole. */
const ARCHIVED = /^https?:\/\/(?:[^/]+\/){1,4}\d{4,14}(?:[a-z]{2}_)?\/(?=https?:\/\/)/i;

/** The address that a page has itself, where an archive of the web keeps it under another. */
export function ownAddress(address: string): URL | undefined {
  return URL.parse(address.replace(ARCHIVED, "")) ?? undefined;
}

/** Whether an address is the front page of its site. */
export function isHome({ pathname, search }: URL): boolean {
  return pathname === "/" && search === "";
}

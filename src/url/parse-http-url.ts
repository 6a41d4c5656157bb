/** The text as an http or https URL, or undefined when it is none. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url && isHttp(url) && url.hostname !== "" ? url : undefined;
}

/** Whether the URL is fetched over http or https. */
export function isHttp(url: URL): boolean {
  return url.protocol === "http:" || url.protocol === "https:";
}

/** Whether a word of a command line or a list is an address of any scheme, and no path of this machine. */
export function isAddress(word: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|file:)/i.test(word);
}

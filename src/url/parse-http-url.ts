/** The text as an http or https URL, or undefined when it is none. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url && isHttp(url) && url.hostname !== "" ? url : undefined;
}

/** Whether the URL is fetched over http or https. */
export function isHttp(url: URL): boolean {
  return url.protocol === "http:" || url.protocol === "https:";
}

import { parseHttpUrl } from "./parse-http-url.ts";
import { isPlainAddress } from "./plain-address.ts";

/** What most readers of an http address want of it. */
export type AddressParts = Readonly<Pick<URL, "href" | "hostname" | "pathname">>;

/** The parts of an http or https address as the URL parser gives them, undefined when it is none. Plain ones are only cut. */
export function addressParts(text: string): AddressParts | undefined {
  if (!isPlainAddress(text)) return parseHttpUrl(text);
  const host = text.indexOf("//") + 2;
  const path = text.indexOf("/", host);
  const query = text.indexOf("?", path);
  return {
    href: text,
    hostname: text.slice(host, path),
    pathname: text.slice(path, query < 0 ? text.length : query),
  };
}

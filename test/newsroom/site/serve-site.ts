import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { NewsSite } from "./make-site.ts";

/** A running server of made-up sites. */
export interface SiteServer {
  /** The first site's address, without a slash at the end. */
  readonly url: string;
  /** The address of each site, in the order given. */
  readonly urls: readonly string[];
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

function answersOf(site: NewsSite): Map<string, Answer> {
  const pages = site.pages.map(({ path, html }): [string, Answer] => [
    path,
    { contentType: "text/html; charset=utf-8", content: html },
  ]);
  return new Map([...site.files.map((file): [string, Answer] => [file.path, file]), ...pages]);
}

function send(response: ServerResponse, answer: Answer | undefined, isHead: boolean): void {
  if (!answer) {
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("not found\n");
    return;
  }
  const length = Buffer.byteLength(answer.content);
  response.writeHead(200, { "content-type": answer.contentType, "content-length": length });
  response.end(isHead ? undefined : answer.content);
}

async function serveOne(
  site: NewsSite,
  port: number,
  served: (answer: Answer) => Answer,
): Promise<{ url: string; close: () => Promise<void> }> {
  const answers = answersOf(site);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const answer = answers.get(pathname) ?? answers.get(`${pathname}/`);
    send(response, answer && served(answer), request.method === "HEAD");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/**
 * Serves sites on loopback, each on its own port from `port` on; without a port the system picks free ones. In what is sent, the
 * made-up domain of a served site is replaced by its port.
 */
export async function serveSite(
  sites: NewsSite | readonly NewsSite[],
  options: { readonly port?: number | undefined } = {},
): Promise<SiteServer> {
  const list = "domain" in sites ? [sites] : sites;
  const running: { url: string; close: () => Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const server of running) await server.close();
  };
  const served = (answer: Answer): Answer => {
    let { content } = answer;
    if (typeof content !== "string") return answer;
    for (const [index, { domain }] of list.entries())
      content = content.replaceAll(`https://${domain}`, running[index]?.url ?? "");
    return { ...answer, content };
  };
  try {
    for (const [index, site] of list.entries()) {
      running.push(await serveOne(site, options.port ? options.port + index : 0, served));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const urls = running.map((server) => server.url);
  return { url: urls[0] ?? "", urls, close };
}

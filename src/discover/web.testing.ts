import { makePoliteFetcher, type PoliteOptions } from "../fetch/index.ts";
import { serve } from "../fetch/loopback.testing.ts";

/** What a made-up server answers to a path; a text is a page. */
export type Answers = Readonly<
  Record<
    string,
    | string
    | {
        readonly status?: number;
        readonly headers?: Record<string, string>;
        readonly body: string | Uint8Array;
      }
  >
>;

/** A server of made-up answers, and the paths it was asked for. */
export interface Web {
  readonly origin: string;
  readonly asked: string[];
}

/** Serves answers on loopback for one test; `here` in a text becomes the server's own address. */
export async function serveAnswers(answers: Answers): Promise<Web> {
  const asked: string[] = [];
  const { origin } = await serve((request, response) => {
    asked.push(request.url!);
    const answer = answers[request.url!];
    const { status = 200, headers = {}, body } = typeof answer === "object" ? answer : { body: answer ?? "" };
    const content =
      typeof body === "string" ? body.replaceAll("{here}", `http://${request.headers.host}`) : body;
    response.writeHead(answer === undefined ? 404 : status, headers).end(content);
  });
  return { origin, asked };
}

/** A fetcher for loopback that does not wait. */
export function hastyFetcher(options: PoliteOptions = {}) {
  return makePoliteFetcher({ allow: ["127.0.0.1"], timeoutMs: 5000, delayMs: 0, ...options });
}

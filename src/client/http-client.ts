/** How a client reaches its server. */
export interface ClientOptions {
  /** Where the server listens, such as http://127.0.0.1:7420. */
  readonly url: string;
  /** A key of `galley key add`, where the server asks for one. */
  readonly key?: string | undefined;
  /** Sends requests; the runtime's own where it is absent. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

interface FailureFacts {
  readonly code: string;
  readonly message: string;
  readonly help?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** What the server answers a failed request with. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The code of docs/errors.md. */
  readonly code: string;
  /** What to do, where the server says it. */
  readonly help: string | undefined;
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, { code, message, help, retryAfterMs }: FailureFacts) {
    super(message);
    this.status = status;
    this.code = code;
    this.help = help;
    this.retryAfterMs = retryAfterMs;
  }
}

/** One request of an operation. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: object | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Sends the requests of the operations that the description of the API names. */
export class HttpClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  protected async json<T>(request: ApiRequest): Promise<T> {
    return (await (await this.#send(request)).json()) as T;
  }

  protected async text(request: ApiRequest): Promise<string> {
    return (await this.#send(request)).text();
  }

  /** Sends lines of JSON and gives those that come back, in their order. */
  protected async *lines<T>(
    request: ApiRequest,
    lines: Iterable<unknown>,
  ): AsyncGenerator<T, void, undefined> {
    const body = [...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
    const { body: answer } = await this.#send(request, { type: "application/x-ndjson", body });
    let rest = "";
    for await (const part of (answer ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const whole = (rest + part).split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole) yield JSON.parse(line) as T;
    }
  }

  async #send(
    { method, path, query = {}, body }: ApiRequest,
    own?: { readonly type: string; readonly body: string },
  ): Promise<Response> {
    const { url, key, fetch = globalThis.fetch } = this.#options;
    const address = new URL(path, url);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value));
    const sent =
      own ?? (body === undefined ? undefined : { type: "application/json", body: JSON.stringify(body) });
    const response = await fetch(address, {
      method,
      headers: {
        ...(sent && { "content-type": sent.type }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      ...(sent && { body: sent.body }),
    });
    if (response.ok) return response;
    throw await asApiError(response);
  }
}

async function asApiError(response: Response): Promise<ApiError> {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  const retryAfterMs = Number.isNaN(seconds) ? undefined : seconds * 1000;
  const { code, message, help } = failureIn(await response.text());
  return new ApiError(response.status, {
    code: code ?? "BAD_RESPONSE",
    message: message ?? `The server answered ${response.status}.`,
    help,
    retryAfterMs,
  });
}

/** The fields of a failure that are there: a proxy between may answer with a page or with JSON of its own. */
function failureIn(text: string): { readonly [Name in "code" | "message" | "help"]?: string | undefined } {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return {};
  }
  const { error } = Object(answer) as { readonly error?: unknown };
  const { code, message, help } = Object(error) as Readonly<Record<string, unknown>>;
  const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { code: textOf(code), message: textOf(message), help: textOf(help) };
}

import type {
  Agreement,
  BugReport,
  Comparison,
  Job,
  JobRequest,
  LabelSave,
  LeafWhy,
  OpenRequest,
  PageList,
  PageView,
  SavedLabels,
  Segment,
  Session,
  SetSummary,
  SiteSummary,
  SiteView,
  Why,
} from "../../src/server/studio/contract.ts";

/** A failed call: the code and the sentence of the server, or `AWAY` where no server answers. */
export class ApiFailure extends Error {
  readonly code: string;
  readonly status: number;
  /** What to do about it. */
  readonly help: string | null;

  constructor(code: string, message: string, status: number, help: string | null = null) {
    super(message);
    this.name = "ApiFailure";
    this.code = code;
    this.status = status;
    this.help = help;
  }
}

/** The code of calls that no server answers. */
export const AWAY = "AWAY";

const ROOT = "/studio/api";

/** The name in requests before the user has chosen one; no page is labelled under it. */
const NOBODY = "nobody";

/** Gateways answer these when the server behind them is gone. */
const AWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

type Query = Readonly<Record<string, string | number | undefined>>;

interface PageQuery {
  readonly by?: string;
  readonly show?: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly order?: number | undefined;
}

interface CallOptions {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly query?: Query;
}

/** A page as it was sent, or as a browser shows it, with other node numbers. */
export type Look = "sent" | "rendered";

/** The calls of the studio. */
export type Api = ReturnType<typeof makeApi>;

/** The calls over `fetch`; `onReach` is told after each call whether the server answered. */
export function makeApi(onReach: (isThere: boolean) => void) {
  const call = async <T>(path: readonly (string | number)[], options: CallOptions = {}): Promise<T> => {
    const { method = "GET", body, query = {} } = options;
    let response: Response;
    try {
      response = await fetch(apiAddress(path, query), {
        method,
        credentials: "same-origin",
        headers: method === "GET" ? {} : { "content-type": "application/json" },
        body: method === "GET" ? null : JSON.stringify(body ?? {}),
      });
    } catch {
      onReach(false);
      throw new ApiFailure(AWAY, "No answer.", 0);
    }
    onReach(!AWAY_STATUSES.has(response.status));
    if (response.ok) return (await response.json()) as T;
    throw await readFailure(response);
  };
  const page = (set: string, id: string): readonly string[] => ["sets", set, "pages", id];
  return {
    session: () => call<Session>(["session"]),
    enter: (token: string) => call<Session>(["session"], { method: "POST", body: { token } }),
    sets: () => call<readonly SetSummary[]>(["sets"]),
    openSet: (request: OpenRequest) => call<SetSummary>(["sets"], { method: "POST", body: request }),
    set: (set: string) => call<SetSummary>(["sets", set]),
    pages: (set: string, query: PageQuery) =>
      call<PageList>(["sets", set, "pages"], { query: { ...query, by: query.by || NOBODY } }),
    page: (set: string, id: string, by: string, look?: Look) =>
      call<PageView>(page(set, id), { query: { by: by || undefined, ...renderQuery(look) } }),
    save: (set: string, id: string, save: LabelSave, look?: Look) =>
      call<SavedLabels>([...page(set, id), "labels"], {
        method: "PUT",
        body: save,
        query: renderQuery(look),
      }),
    agreement: (set: string, a: string, b: string) =>
      call<Agreement>(["sets", set, "agreement"], { query: { a, b } }),
    compare: (set: string, id: string, extractors: readonly string[]) =>
      call<Comparison>([...page(set, id), "compare"], { query: { extractors: extractors.join(",") } }),
    why: (set: string, id: string, extractor: string) =>
      call<Why>([...page(set, id), "why"], { query: { extractor } }),
    leafWhy: (set: string, id: string, leaf: number, extractor: string) =>
      call<LeafWhy>([...page(set, id), "why", leaf], { query: { extractor } }),
    report: (set: string, id: string, asked: { leaf: number; extractor: string; anonymise: boolean }) =>
      call<BugReport>([...page(set, id), "report"], { method: "POST", body: asked }),
    segments: (set: string, id: string) => call<readonly Segment[]>([...page(set, id), "segments"]),
    jobs: () => call<readonly Job[]>(["jobs"]),
    start: (request: JobRequest) => call<Job>(["jobs"], { method: "POST", body: request }),
    job: (id: string) => call<Job>(["jobs", id]),
    cancel: (id: string) => call<Job>(["jobs", id], { method: "DELETE" }),
    sites: () => call<readonly SiteSummary[]>(["sites"]),
    site: (domain: string) => call<SiteView>(["sites", domain]),
    keepModel: (domain: string, model: { job: string; method: string }) =>
      call<SiteSummary>(["sites", domain, "model"], { method: "PUT", body: model }),
    dropModel: (domain: string) => call<SiteSummary>(["sites", domain, "model"], { method: "DELETE" }),
  };
}

function renderQuery(look: Look = "sent"): Query {
  return look === "rendered" ? { render: "" } : {};
}

/** The address of a call, each part of the path escaped. */
export function apiAddress(path: readonly (string | number)[], query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const address = [ROOT, ...path.map((part) => encodeURIComponent(part))].join("/");
  return given.length === 0 ? address : `${address}?${given.join("&")}`;
}

async function readFailure(response: Response): Promise<ApiFailure> {
  const { status } = response;
  const answer: unknown = await response.json().catch(() => null);
  const error = fieldOf(answer, "error");
  const code = fieldOf(error, "code");
  const message = fieldOf(error, "message");
  const help = fieldOf(error, "help");
  if (typeof code === "string" && typeof message === "string") {
    return new ApiFailure(code, message, status, typeof help === "string" ? help : null);
  }
  return new ApiFailure(AWAY_STATUSES.has(status) ? AWAY : `HTTP_${status}`, response.statusText, status);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

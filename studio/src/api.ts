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

interface CallOptions {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly query?: Query;
}

/** A page as it was sent, or as a browser shows it, with other node numbers. */
export type Look = "sent" | "rendered";

/** The calls of the studio, named as the contract names them. */
export interface Api {
  session(): Promise<Session>;
  enter(token: string): Promise<Session>;
  sets(): Promise<readonly SetSummary[]>;
  openSet(request: OpenRequest): Promise<SetSummary>;
  set(set: string): Promise<SetSummary>;
  pages(
    set: string,
    query: { by?: string; show?: string; offset?: number; limit?: number; order?: number | undefined },
  ): Promise<PageList>;
  page(set: string, page: string, by: string, look?: Look): Promise<PageView>;
  save(set: string, page: string, save: LabelSave, look?: Look): Promise<SavedLabels>;
  agreement(set: string, a: string, b: string): Promise<Agreement>;
  compare(set: string, page: string, extractors: readonly string[]): Promise<Comparison>;
  why(set: string, page: string, extractor: string): Promise<Why>;
  leafWhy(set: string, page: string, leaf: number, extractor: string): Promise<LeafWhy>;
  report(
    set: string,
    page: string,
    asked: { leaf: number; extractor: string; anonymise: boolean },
  ): Promise<BugReport>;
  segments(set: string, page: string): Promise<readonly Segment[]>;
  jobs(): Promise<readonly Job[]>;
  start(request: JobRequest): Promise<Job>;
  job(id: string): Promise<Job>;
  cancel(id: string): Promise<Job>;
  sites(): Promise<readonly SiteSummary[]>;
  site(domain: string): Promise<SiteView>;
  keepModel(domain: string, model: { job: string; method: string }): Promise<SiteSummary>;
  dropModel(domain: string): Promise<SiteSummary>;
}

/** The calls over `fetch`; `onReach` is told after each call whether the server answered. */
export function makeApi(onReach: (isThere: boolean) => void): Api {
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
    session: () => call(["session"]),
    enter: (token) => call(["session"], { method: "POST", body: { token } }),
    sets: () => call(["sets"]),
    openSet: (request) => call(["sets"], { method: "POST", body: request }),
    set: (set) => call(["sets", set]),
    pages: (set, query) => call(["sets", set, "pages"], { query: { ...query, by: query.by || NOBODY } }),
    page: (set, id, by, look) =>
      call(page(set, id), { query: { by: by || undefined, ...renderQuery(look) } }),
    save: (set, id, save, look) =>
      call([...page(set, id), "labels"], { method: "PUT", body: save, query: renderQuery(look) }),
    agreement: (set, a, b) => call(["sets", set, "agreement"], { query: { a, b } }),
    compare: (set, id, extractors) =>
      call([...page(set, id), "compare"], { query: { extractors: extractors.join(",") } }),
    why: (set, id, extractor) => call([...page(set, id), "why"], { query: { extractor } }),
    leafWhy: (set, id, leaf, extractor) => call([...page(set, id), "why", leaf], { query: { extractor } }),
    report: (set, id, asked) => call([...page(set, id), "report"], { method: "POST", body: asked }),
    segments: (set, id) => call([...page(set, id), "segments"]),
    jobs: () => call(["jobs"]),
    start: (request) => call(["jobs"], { method: "POST", body: request }),
    job: (id) => call(["jobs", id]),
    cancel: (id) => call(["jobs", id], { method: "DELETE" }),
    sites: () => call(["sites"]),
    site: (domain) => call(["sites", domain]),
    keepModel: (domain, model) => call(["sites", domain, "model"], { method: "PUT", body: model }),
    dropModel: (domain) => call(["sites", domain, "model"], { method: "DELETE" }),
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

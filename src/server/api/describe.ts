import type { FastifyInstance, RouteOptions } from "fastify";

type Json = Readonly<Record<string, unknown>>;

/** A description of an API, as OpenAPI 3.1 has it. */
export interface ApiDescription {
  readonly openapi: "3.1.0";
  readonly info: Json;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Json; readonly securitySchemes: Json };
}

/** What one method of one path does. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Json }>>;
  };
  readonly responses: Readonly<Record<string, ApiResponse>>;
  readonly security?: readonly Json[];
}

/** A value in the path or the query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
}

/** An answer of an operation. */
export interface ApiResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}

/** Records every route with an operation as it is added; the returned function describes all of them. */
export function describeRoutes(app: FastifyInstance, version: string): () => ApiDescription {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => {
    // Routes of other services have descriptions of their own; HEAD is GET without its body.
    if (route.schema?.operationId !== undefined && route.method !== "HEAD") routes.push(route);
  });
  let made: ApiDescription | undefined;
  return () => {
    made ??= describeAll(routes, version);
    return made;
  };
}

function describeAll(routes: readonly RouteOptions[], version: string): ApiDescription {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][String(route.method).toLowerCase()] = describeRoute(route, schemas);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Galley",
      version,
      description: "Extracts the articles of news pages, and serves a library of them.",
      license: { name: "Apache-2.0" },
    },
    paths,
    components: {
      schemas,
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "A key of galley key add." } },
    },
  };
}

interface RouteSchema {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Json;
  readonly querystring?: Json;
  readonly body?: Json;
  readonly response?: Readonly<Record<string, Json>>;
}

function describeRoute({ schema, config }: RouteOptions, schemas: Record<string, unknown>): Operation {
  const {
    operationId,
    summary,
    description,
    params,
    querystring,
    body,
    response = {},
  } = schema as RouteSchema;
  const parameters = [...parametersOf("path", params), ...parametersOf("query", querystring)];
  const responses = Object.entries(response).map(([status, each]) => {
    const whole = { description: STATUS_WORDS[status] ?? "The answer.", ...asContent(each) };
    return [status.toUpperCase(), withoutIds(whole, schemas)] as const;
  });
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters: withoutIds(parameters, schemas) as readonly Parameter[] }),
    ...(body !== undefined && {
      requestBody: withoutIds(asContent(body), schemas) as NonNullable<Operation["requestBody"]>,
    }),
    responses: Object.fromEntries(responses) as Operation["responses"],
    ...(config?.scope !== undefined && { security: [{ key: [config.scope].flat() }, {}] }),
  };
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  201: "It was added.",
  202: "It was started.",
  "4xx": "A failure with its code.",
};

/** A bare schema means JSON. */
function asContent(schema: Json): Json {
  return "content" in schema ? schema : { content: { "application/json": { schema } } };
}

function parametersOf(place: "path" | "query", schema: Json | undefined): readonly Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...each }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(typeof description === "string" && { description }),
    schema: each,
  }));
}

/** The same value with schemas that have an `$id` as references; they go among the components. */
function withoutIds(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutIds(each, schemas));
  if (typeof value !== "object" || value === null) return value;
  const { $id, $schema, ...rest } = value as Readonly<Record<string, unknown>>;
  const copy = Object.fromEntries(
    Object.entries(rest).flatMap(([name, each]) =>
      each === undefined ? [] : [[name, withoutIds(each, schemas)]],
    ),
  );
  if (typeof $id !== "string") return copy;
  schemas[$id] = copy;
  return { $ref: `#/components/schemas/${$id}` };
}

declare module "fastify" {
  interface FastifySchema {
    /** The name of the operation, and of the client's method. */
    readonly operationId?: string;
    readonly summary?: string;
    readonly description?: string;
  }
}

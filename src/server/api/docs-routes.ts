import { escapeValue } from "../../assemble/index.ts";
import type { RouteGroup } from "../app-parts.ts";
import type { ApiDescription, ApiResponse, Operation, Parameter } from "./describe.ts";

/** Styles are in the page itself; nothing is loaded, nothing is run. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/docs` and `/openapi.json`: the description of all routes, for people and for programs. */
export const docsRoutes: RouteGroup = (scope, { describe }) => {
  scope.get("/openapi.json", async () => describe());
  scope.get("/docs", async (_, reply) =>
    reply
      .header("content-security-policy", PAGE_POLICY)
      .type("text/html; charset=utf-8")
      .send(docsPage(describe())),
  );
};

type Json = Readonly<Record<string, unknown>>;

const STYLE = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:54rem;padding:1rem}
h2{border-top:1px solid;margin-top:2.5rem;padding-top:1rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}
pre{background:#8882;overflow-x:auto;padding:.75rem}
body{overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid #8886;padding:.3rem .6rem .3rem 0;text-align:left;vertical-align:top}
@media (min-width:40rem){td,th{overflow-wrap:break-word}}`;

/** The description of an API as one page that works offline and without scripts. */
function docsPage(api: ApiDescription): string {
  const { title, version, description } = api.info as Readonly<Record<string, string>>;
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const schemas = Object.entries(api.components.schemas).map(
    ([name, schema]) => `<h3 id="${text(name)}">${text(name)}</h3>\n${schemaTable(schema as Json)}`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(title)} API</title>
<style>${STYLE}</style>
<h1>${text(title)} API ${text(version)}</h1>
<p>${text(description)} The same for programs: <a href="/openapi.json">openapi.json</a>.</p>
<ul>
${operations.map(({ name, operation }) => `<li><a href="#${text(operation.operationId)}"><code>${text(name)}</code></a> ${text(operation.summary)}`).join("\n")}
</ul>
${operations.map(({ name, operation }) => operationSection(name, operation)).join("\n")}
<h2>Schemas</h2>
${schemas.join("\n")}
</html>
`;
}

function operationSection(name: string, operation: Operation): string {
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation;
  const scope = Object.values(security?.[0] ?? {}).flat()[0];
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<p>Body, <code>${text(type)}</code>: ${typeOf(schema)}</p>`,
  );
  return `<h2 id="${text(operationId)}"><code>${text(name)}</code></h2>
<p>${text(summary)}.${description === undefined ? "" : ` ${text(description)}`}${scope === undefined ? "" : ` Scope of the key: <code>${text(String(scope))}</code>.`}</p>
${parameters.length === 0 ? "" : table(["name", "in", "type", ""], parameters.map(parameterRow))}
${bodies.join("\n")}
${table(["status", "type", ""], Object.entries(responses).map(responseRow))}`;
}

function parameterRow({ name, in: place, required, schema, description = "" }: Parameter): readonly string[] {
  return [
    `<code>${text(name)}</code>${required ? " (required)" : ""}`,
    place,
    typeOf(schema),
    text(description),
  ];
}

function responseRow([status, { description, content = {} }]: readonly [
  string,
  ApiResponse,
]): readonly string[] {
  const types = Object.entries(content).map(
    ([type, { schema }]) => `<code>${text(type)}</code> ${typeOf(schema)}`,
  );
  return [text(status), types.join("<br>"), text(description)];
}

function schemaTable(schema: Json): string {
  if (Array.isArray(schema.enum))
    return `<p>${text(String(schema.description ?? ""))} One of ${typeOf(schema)}.</p>`;
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Json>>);
  const rows = properties.map(([name, each]) => [
    `<code>${text(name)}</code>`,
    typeOf(each),
    text(typeof each.description === "string" ? each.description : ""),
  ]);
  return table(["field", "type", ""], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}`).join("")}`;
  return `<table>\n${[row(head, "th"), ...rows.map((cells) => row(cells, "td"))].join("\n")}\n</table>`;
}

/** The type of a schema in a few words. */
function typeOf(schema: Json): string {
  const { $ref, anyOf, enum: values, type, items } = schema;
  if (typeof $ref === "string") {
    const name = $ref.slice($ref.lastIndexOf("/") + 1);
    return `<a href="#${text(name)}">${text(name)}</a>`;
  }
  if (Array.isArray(anyOf)) return anyOf.map((each: Json) => typeOf(each)).join(" or ");
  if (Array.isArray(values)) return values.map((value) => `<code>${text(String(value))}</code>`).join(" ");
  if (type === "array") return `list of ${typeOf((items ?? {}) as Json)}`;
  return Array.isArray(type) ? text(type.join(" or ")) : text(String(type ?? "any"));
}

function text(value: string | undefined): string {
  return escapeValue(value ?? "");
}

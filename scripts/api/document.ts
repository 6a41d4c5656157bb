import type { ApiDescription, Operation, Parameter } from "../../src/server/api/describe.ts";

type Json = Readonly<Record<string, unknown>>;

const INTRODUCTION = `# The HTTP API

<!-- Written by npm run api from the schemas of the routes. -->

\`galley serve\` answers on http://127.0.0.1:7420; \`/docs\` and \`/openapi.json\` describe it with every field, as do the
types of \`galley/client\`; an \`Article\` is in [formats.md](formats.md#the-article). How to let others in is in [deploy.md](deploy.md).

\`\`\`sh
galley serve --port 7421 --quiet 2> /dev/null &
curl -s --retry 30 --retry-connrefused --retry-delay 1 -H 'content-type: text/html' --data-binary @examples/harbour.html \\
  'http://127.0.0.1:7421/extract?format=markdown' | head -n 1
kill $!
\`\`\`
\`\`\`text
# Ferry returns to Wexley harbour after nine winters
\`\`\`

In TypeScript, with types from the same schemas:

\`\`\`ts
import { spawn } from "node:child_process";
import { GalleyClient } from "galley/client";

const server = spawn("galley", ["serve", "--port", "7422", "--quiet"]);
await new Promise((done) => server.stderr.once("data", done));
const client = new GalleyClient({ url: "http://127.0.0.1:7422" });
const article = await client.extract({ html: "<h1>Tide</h1><p>The ferry sails at eight, as it did nine years ago.</p>" });
console.log(article.text);
server.kill();
\`\`\`
\`\`\`text
The ferry sails at eight, as it did nine years ago.
\`\`\`

A failed request has a status from 400 up and \`{"error": {"code", "message", "help", "retry", "requestId"}}\`; the codes are those of
[errors.md](errors.md). Over a limit it is 429, or 413 for a body, with \`Retry-After\`. Lists go on with \`after\`, the \`next\` of the page before.
`;

/** docs/api.md: every operation with its parameters and answers; the fields of answers are in the types of the client. */
export function apiDocument(api: ApiDescription): string {
  const schemas = api.components.schemas as Readonly<Record<string, Json>>;
  const sections = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      section(`${method.toUpperCase()} ${path}`, operation, schemas),
    ),
  );
  return `${[INTRODUCTION, ...sections].join("\n").trimEnd()}\n`;
}

function section(name: string, operation: Operation, schemas: Readonly<Record<string, Json>>): string {
  const { summary, description, parameters = [], requestBody, responses, security } = operation;
  const scope = Object.values(security?.[0] ?? {}).flat()[0];
  const body = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `\`${type}\` (${fieldsOf(schema, schemas)})`,
  );
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, { schema }]) => `${status} \`${type}\` (${typeWords(schema)})`),
    );
  const lines = [
    `## ${name}`,
    "",
    `${summary}.${description === undefined ? "" : ` ${description}`}${scope === undefined ? "" : ` Scope: \`${scope}\`.`}`,
    "",
    ...(body.length > 0 ? [`Body: ${body.join(", ")}.`] : []),
    `Answer: ${answers.join(", ")}.`,
    "",
  ];
  if (parameters.length > 0) lines.push(parameterList(parameters));
  return lines.join("\n");
}

function parameterList(parameters: readonly Parameter[]): string {
  const items = parameters.map(({ name, required, schema, description }) => {
    const words = description === undefined ? "" : `: ${description}`;
    return `- \`${name}\` (${typeWords(schema)}${required ? ", required" : ""})${words}`;
  });
  return `${items.join("\n")}\n`;
}

/** The fields of a named body, so that a request can be written from the page alone. */
function fieldsOf(schema: Json, schemas: Readonly<Record<string, Json>>): string {
  const name =
    String(schema.$ref ?? "")
      .split("/")
      .at(-1) ?? "";
  const { properties, required = [] } = (schemas[name] ?? {}) as {
    properties?: Readonly<Record<string, Json>>;
    required?: readonly string[];
  };
  if (properties === undefined) return typeWords(schema);
  const fields = Object.keys(properties).map((field) => `\`${field}\`${required.includes(field) ? "" : "?"}`);
  return `\`${name}\`: ${fields.join(", ")}`;
}

function typeWords(schema: Json): string {
  const { $ref, anyOf, enum: values, type, items, properties } = schema;
  if (typeof $ref === "string") return `\`${$ref.slice($ref.lastIndexOf("/") + 1)}\``;
  if (Array.isArray(anyOf)) return anyOf.map((each: Json) => typeWords(each)).join(" or ");
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(", ");
  if (type === "array") return `list of ${typeWords((items ?? {}) as Json)}`;
  if (properties !== undefined)
    return `{ ${Object.keys(properties as object)
      .map((name) => `\`${name}\``)
      .join(", ")} }`;
  return Array.isArray(type) ? type.join(" or ") : String(type ?? "any");
}

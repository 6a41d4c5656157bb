import type { ApiDescription, Operation, Parameter } from "../../src/server/api/describe.ts";

type Json = Readonly<Record<string, unknown>>;

const NDJSON = "application/x-ndjson";

const NOTE =
  "// Written by npm run api from the schemas of the server's routes: change those, not this file.";

/** The code of the client: a type for each schema that the package has no type of, and a method for each operation. */
export function clientCode(api: ApiDescription): string {
  const types = Object.entries(api.components.schemas).flatMap(([name, schema]) =>
    name === "Article" ? [] : [declareType(name, schema as Json)],
  );
  const methods = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      methodsOf(path, method.toUpperCase(), operation),
    ),
  );
  return `${NOTE}
import type { Article } from "../article/index.ts";
import { HttpClient } from "./http-client.ts";

export { ApiError, type ClientOptions } from "./http-client.ts";
export type { Article };

/** A client of \`galley serve\`: a method for each operation of its API. */
export class GalleyClient extends HttpClient {${methods.join("\n").replace(/^\n/, "")}
}

${types.join("\n\n")}
`;
}

function declareType(name: string, schema: Json): string {
  const sentence =
    typeof schema.description === "string" ? schema.description : `The schema ${name} of the API.`;
  const isObject = schema.type === "object";
  return `/** ${sentence.replaceAll("*/", "* /")} */\nexport ${isObject ? `interface ${name} ` : `type ${name} = `}${typeOf(schema)}`;
}

/** The methods of an operation: one for JSON, and one for text where it has other formats too. */
function methodsOf(path: string, method: string, operation: Operation): readonly string[] {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const answers = Object.entries(success?.content ?? {});
  const json = answers.find(([type]) => type === "application/json")?.[1].schema;
  const lines = answers.find(([type]) => type === NDJSON)?.[1].schema;
  const hasText = answers.some(([type]) => type !== "application/json" && type !== NDJSON);
  const inPath = parameters.filter((each) => each.in === "path");
  const inQuery = parameters.filter((each) => each.in === "query");
  const body = requestBody?.content["application/json"]?.schema;
  const line = requestBody?.content[NDJSON]?.schema;
  const target = `\`${path.replace(/\{(\w+)\}/g, (_, name) => `\${encodeURIComponent(${name})}`)}\``;
  const needsQuery = inQuery.some(({ required }) => required);
  // A JSON body has the same fields as the query.
  const hasQuery = inQuery.length > 0 && body === undefined;
  const takes = [
    ...inPath.map(({ name, schema }) => `${name}: ${typeOf(schema)}`),
    ...(body === undefined ? [] : [`body: ${typeOf(body)}`]),
    ...(line === undefined ? [] : [`lines: Iterable<${typeOf(line)}>`]),
    ...(hasQuery ? [`query: ${queryType(inQuery)}${needsQuery ? "" : " = {}"}`] : []),
  ].join(", ");
  const request = `{ method: "${method}", path: ${target}${hasQuery ? ", query" : ""}${body ? ", body" : ""} }`;
  const doc = (more = "") => `\n  /** ${summary}${more}. \`${method} ${path}\`. */\n`;
  if (lines !== undefined)
    return [
      `${doc()}  ${operationId}(${takes}): AsyncGenerator<${typeOf(lines)}, void, undefined> {
    return this.lines(${request}, lines);
  }`,
    ];
  const made: string[] = [];
  if (json !== undefined)
    made.push(
      `${doc()}  ${operationId}(${takes}): Promise<${typeOf(json)}> {\n    return this.json(${request});\n  }`,
    );
  if (hasText)
    made.push(
      `${doc(json === undefined ? "" : ", as text of another format")}  ${operationId}${json === undefined ? "" : "Text"}(${takes}): Promise<string> {\n    return this.text(${request});\n  }`,
    );
  return made;
}

function queryType(parameters: readonly Parameter[]): string {
  const fields = parameters.map(({ name, required, schema, description }) => {
    const comment = description === undefined ? "" : `/** ${description} */\n`;
    return `${comment}readonly ${name}${required ? "" : "?"}: ${typeOf(schema)};`;
  });
  return `{ ${fields.join("\n")} }`;
}

/** A JSON schema as a type. */
function typeOf(schema: Json): string {
  const { $ref, anyOf, oneOf, enum: values, const: value, type } = schema;
  if (typeof $ref === "string") return $ref.slice($ref.lastIndexOf("/") + 1);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.map((each: Json) => typeOf(each)).join(" | ");
  if (value !== undefined) return JSON.stringify(value);
  if (Array.isArray(values)) return values.map((each) => JSON.stringify(each)).join(" | ");
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each })).join(" | ");
  if (type === "array") return `readonly (${typeOf((schema.items ?? {}) as Json)})[]`;
  if (type === "object") return objectType(schema);
  if (type === "integer" || type === "number") return "number";
  return type === "string" || type === "boolean" || type === "null" ? type : "unknown";
}

function objectType(schema: Json): string {
  const {
    properties,
    required = [],
    patternProperties,
    additionalProperties,
  } = schema as {
    properties?: Readonly<Record<string, Json>>;
    required?: readonly string[];
    patternProperties?: Readonly<Record<string, Json>>;
    additionalProperties?: Json | boolean;
  };
  if (properties === undefined) {
    const [values] = Object.values(patternProperties ?? {});
    const other = typeof additionalProperties === "object" ? additionalProperties : {};
    return `Readonly<Record<string, ${typeOf(values ?? other)}>>`;
  }
  const fields = Object.entries(properties).map(([name, each]) => {
    const comment = typeof each.description === "string" ? `/** ${each.description} */\n` : "";
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
    return `${comment}readonly ${key}${required.includes(name) ? "" : "?"}: ${typeOf(each)};`;
  });
  return `{\n${fields.join("\n")}\n}`;
}

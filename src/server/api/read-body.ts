import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Convert } from "typebox/value";
import { NewsError } from "../../errors/index.ts";
import type { RawBody } from "../raw-body.ts";
import { EXTRACT_BODY, type ExtractBody } from "./schemas.ts";

/** Reads a value by a schema; throws BAD_REQUEST with the first thing that is wrong. */
export type Reader<T> = (value: unknown) => T;

/** The name of the value in messages, and whether its fields are texts, as in an address. */
interface ReaderOptions {
  readonly what: string;
  readonly isText?: boolean;
}

/** A reader for a schema. */
export function makeReader<S extends TSchema>(
  schema: S,
  { what, isText = false }: ReaderOptions,
): Reader<Static<S>> {
  const validator = Compile(schema);
  return (given) => {
    const value: unknown = isText && !isEmpty(given) ? Convert(schema, given) : given;
    if (validator.Check(value)) return value;
    const [fault] = validator.Errors(value).filter(({ keyword }) => keyword !== "boolean");
    const where = fault?.instancePath.slice(1).replaceAll("/", ".") ?? "";
    const named =
      fault?.keyword === "additionalProperties"
        ? fault.params.additionalProperties
        : fault?.keyword === "enum"
          ? fault.params.allowedValues
          : [];
    const names = named.length === 0 ? "" : `: ${named.join(", ")}`;
    const words = `${where} ${fault?.message ?? "does not fit"}${names}`.trim().slice(0, MAX_FAULT_LENGTH);
    throw new NewsError("BAD_REQUEST", `The ${what} is wrong: ${words}.`);
  };
}

/** Most requests have no query. */
function isEmpty(given: unknown): boolean {
  return typeof given === "object" && given !== null && Object.keys(given).length === 0;
}

/** A message may name properties that the client made up. */
const MAX_FAULT_LENGTH = 200;

/** The value of a JSON text in UTF-8; throws BAD_REQUEST. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new NewsError("BAD_REQUEST", "The body is not JSON in UTF-8.", { cause });
  }
}

const readFields: Reader<ExtractBody> = /* @__PURE__ */ makeReader(EXTRACT_BODY, { what: "body" });

/** A JSON body of POST /extract. */
export function readExtractBody(bytes: Uint8Array): ExtractBody {
  return readFields(parseJson(bytes));
}

/** Longer JSON bodies hold a page; a shorter one may be only an address, and is parsed in a fraction of a millisecond. */
export const SHORT_BODY_BYTES = 1 << 16;

/** Whether a JSON body has a field `html`, as most clients write it; inside of a text its quotes would be escaped. */
export function holdsPage(body: RawBody): boolean {
  if (body.sizeBytes > SHORT_BODY_BYTES) return true;
  const { buffer, byteOffset, length } = body.bytes;
  return Buffer.from(buffer, byteOffset, length).includes('"html":');
}

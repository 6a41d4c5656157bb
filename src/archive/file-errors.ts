import { NewsError } from "../errors/index.ts";

/** The system's code of an error, such as ENOENT. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** An error of reading a path, as one of ours. */
export function readFailure(path: string, error: unknown): NewsError {
  if (error instanceof NewsError) return error;
  const code = systemCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new NewsError("FILE_NOT_FOUND", `Cannot find ${path}.`, { cause: error });
  }
  return new NewsError("FILE_UNREADABLE", `Cannot read ${path} (${code ?? String(error)}).`, {
    cause: error,
  });
}

/** An error of writing a path, as one of ours. */
export function writeFailure(path: string, error: unknown): NewsError {
  if (error instanceof NewsError) return error;
  return new NewsError("WRITE_FAILED", `Cannot write ${path} (${systemCode(error) ?? String(error)}).`, {
    cause: error,
  });
}

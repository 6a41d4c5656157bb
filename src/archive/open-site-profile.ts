import { NewsError } from "../errors/index.ts";
import type { SiteProfile } from "../page/index.ts";
import { readSiteProfile } from "../profile/index.ts";
import { readFileBytes, readOnce } from "./read-bytes.ts";

/** Many times the size of a profile with all that it may hold. */
const MAX_PROFILE_BYTES = 32 * 1024 * 1024;

/** The site profile in a file, JSON packed with gzip or not; undefined where no file is named. */
export function openSiteProfile(path: string | undefined): SiteProfile | undefined {
  return path === undefined ? undefined : openProfileFile(path);
}

const openProfileFile = /* @__PURE__ */ readOnce(readProfile);

/** A run names several files: what is wrong with one must say which. */
function readProfile(path: string): SiteProfile {
  const json = readProfileJson(path);
  try {
    return readSiteProfile(json);
  } catch (cause) {
    if (!(cause instanceof NewsError)) throw cause;
    throw new NewsError(cause.code, `In ${path}: ${cause.message}`, { cause });
  }
}

function readProfileJson(path: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(readFileBytes(path, MAX_PROFILE_BYTES)));
  } catch (cause) {
    const isBad = cause instanceof SyntaxError || (cause instanceof NewsError && isDamage(cause));
    if (!isBad) throw cause;
    throw new NewsError("BAD_SITE_PROFILE", `The site profile ${path} is damaged, too large or not JSON.`, {
      cause,
    });
  }
}

function isDamage({ code }: NewsError): boolean {
  return code === "BAD_GZIP" || code === "INPUT_TOO_LARGE";
}

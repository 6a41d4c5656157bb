/** The server takes no longer bodies unless it was told to. */
const MAX_CHARACTERS = 20_000_000;
const TIMEOUT_MS = 60_000;

/**
 * Sends a captured page. The answer is for a person: `{ kind: "added", title, text, link }`, or `{ kind: "failed", title, text }`
 * with `action: "options"` where the options have to be changed.
 */
export async function sendPage(page, { server, key, to }, request = fetch) {
  if (page.html.length > MAX_CHARACTERS)
    return failed("The page is too large", "It has more than 20 million characters.");
  const headers = { "content-type": "application/json" };
  if (key !== "") headers.authorization = `Bearer ${key}`;
  const body = JSON.stringify({ url: page.url, html: page.html, to });
  let answer;
  try {
    // No cookies: the key is all that the server is to know of the sender.
    const call = { method: "POST", headers, body, credentials: "omit", redirect: "error", cache: "no-store" };
    answer = await request(`${server}/pages`, { ...call, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    if (error?.name === "TimeoutError")
      return failed("The server did not answer", `Nothing came from ${server} within a minute.`);
    return failed("The server cannot be reached", `Is galley serve running at ${server}?`, "options");
  }
  const told = await answer.json().catch(() => undefined);
  if (answer.status === 201 && told?.to) return added(told, page, server);
  return explain(answer.status, told?.error, { server, to, retryAfter: answer.headers.get("retry-after") });
}

function failed(title, text, action) {
  return action ? { kind: "failed", title, text, action } : { kind: "failed", title, text };
}

const OUTCOMES = {
  stored: "New in your library",
  changed: "A new version is in your library",
  seen: "Your library has it already",
};

function added({ to, outcome, at, title }, page, server) {
  // A path of this server, whatever it answers.
  const link = `${server}/${String(at).replace(/^[/\\]+/, "")}`;
  if (to === "studio") return { kind: "added", title: "In the studio", text: page.title || page.url, link };
  return { kind: "added", title: OUTCOMES[outcome] ?? "In your library", text: title ?? page.title, link };
}

/** What a person can do about each refusal; whatever is not listed is told in the server's own words. */
const REFUSALS = {
  KEY_REQUIRED: ["The server wants a key", "Make one with galley key add browser --scope add.", "options"],
  SCOPE_MISSING: [
    "The key may not add pages",
    "Make one with galley key add browser --scope add.",
    "options",
  ],
  HOST_REFUSED: [
    "The server goes by another name",
    "Use its own address, or start it with --allow-host and this name.",
    "options",
  ],
  ORIGIN_REFUSED: ["The server refuses the extension", "It is older than the extension: update galley."],
  METHOD_REFUSED: ["The server takes no pages", "It is older than the extension: update galley."],
  INPUT_TOO_LARGE: ["The page is too large", "The server takes no page of this size."],
  STORE_LOCKED: ["The library is busy", "Another program writes to it. Try again in a moment."],
  DISK_FULL: ["The server has no space left", "Free some, and send the page again."],
  WRITE_FAILED: ["The server cannot write", "Look at its log and its disk."],
};

function explain(status, error, { server, to, retryAfter }) {
  if (typeof error?.code !== "string")
    return failed("This is no galley server", `${server} answered with status ${status}.`, "options");
  const { code, message = "", help = "" } = error;
  if (code === "NOT_FOUND" && to === "studio")
    return failed("There is no studio", "The server runs without one.", "options");
  if (code === "NOT_FOUND") return failed("The server takes no pages", REFUSALS.METHOD_REFUSED[1]);
  if (code === "NO_ARTICLE") return failed("No article was kept", message);
  if (code === "RATE_LIMITED" || code === "OVERLOADED") {
    const seconds = Number(retryAfter) || 1;
    return failed("The server is busy", `Try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`);
  }
  const known = REFUSALS[code];
  return known ? failed(...known) : failed("The page was not added", `${message} ${help} (${code})`.trim());
}

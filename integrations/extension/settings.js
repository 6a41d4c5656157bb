/** What the options page keeps: `{ server, key, to }`; on this device alone, as a key is not to be synchronised. */
const NAMES = ["server", "key", "to"];

/** Where pages go. */
export const PLACES = ["library", "studio"];

/** The settings; undefined before anything was saved. */
export async function readSettings() {
  const kept = await chrome.storage.local.get(NAMES);
  return kept.server ? { to: "library", key: "", ...kept } : undefined;
}

/** Keeps settings that `checkSettings` gave. */
export async function keepSettings(settings) {
  await chrome.storage.local.set(settings);
}

/** The origin that the extension has to be allowed to ask. */
export function patternOf(server) {
  const { protocol, hostname } = new URL(server);
  return `${protocol}//${hostname}/*`;
}

/** Reads what a person typed: the settings, or what is wrong with them. */
export function checkSettings({ server, key, to }) {
  const text = server.trim();
  const url = URL.parse(/^[a-z][a-z+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (text === "" || url === null || !/^https?:$/.test(url.protocol))
    return { fault: "Write the address of galley serve, such as http://127.0.0.1:7420." };
  if (url.username !== "" || url.password !== "")
    return { fault: "Write the address without a name and password; the key has a field of its own." };
  const trimmed = key.trim();
  if (trimmed !== "" && !/^galley_[\w-]{43}$/.test(trimmed))
    return { fault: "This is no key: galley key add prints one that begins with galley_." };
  if (to === "studio" && trimmed === "")
    return { fault: "The studio takes pages only with a key: galley key add browser --scope add." };
  const path = url.pathname.replace(/\/+$/, "");
  return { settings: { server: url.origin + path, key: trimmed, to: PLACES.includes(to) ? to : "library" } };
}

/** What to know before pages are sent there; undefined where nothing is to be said. */
export function warningOf(server) {
  const { protocol, hostname } = new URL(server);
  const isHere = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  if (protocol === "https:" || isHere) return undefined;
  return "Without https, others on the network can read the pages and the key.";
}

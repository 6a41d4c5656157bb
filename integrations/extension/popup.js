import { readSettings } from "./settings.js";

const main = document.querySelector("main");
const link = document.querySelector("a.open");
const other = document.querySelector("button.other");
const options = document.querySelector("button.options");

options.addEventListener("click", () => chrome.runtime.openOptionsPage());

/** Has the tab sent, and shows how it went. The work is the background's, which goes on where this is closed. */
async function send(to) {
  show({ kind: "busy", title: "Sending…", text: "" });
  other.hidden = true;
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const result = await chrome.runtime.sendMessage({ kind: "send", tabId: tab.id, to });
  show(result ?? { kind: "failed", title: "Something went wrong", text: "The extension gave no answer." });
  const settings = await readSettings();
  if (settings?.key) offerOther(to ?? settings.to);
}

function show({ kind, title, text, link: address, action }) {
  main.dataset.state = kind;
  main.setAttribute("aria-busy", String(kind === "busy"));
  main.querySelector("h1").textContent = title;
  main.querySelector(".text").textContent = text ?? "";
  link.hidden = address === undefined;
  if (address !== undefined) link.href = address;
  options.classList.toggle("wanted", action === "options");
}

/** The studio takes pages only with a key. */
function offerOther(sent) {
  const to = sent === "studio" ? "library" : "studio";
  other.hidden = false;
  other.textContent = to === "studio" ? "To the studio" : "To the library";
  other.onclick = () => send(to);
}

send();

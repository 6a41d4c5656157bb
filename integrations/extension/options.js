import { checkSettings, keepSettings, patternOf, readSettings, warningOf } from "./settings.js";

const form = document.querySelector("form");
const note = document.querySelector("#note");

const kept = await readSettings();
if (kept !== undefined) {
  form.elements.server.value = kept.server;
  form.elements.key.value = kept.key;
  form.elements.to.value = kept.to;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  tell("", "");
  const { server, key, to } = form.elements;
  const { settings, fault } = checkSettings({ server: server.value, key: key.value, to: to.value });
  if (fault !== undefined) return tell("bad", fault);
  // Asked for at once: browsers show the question only right after a click.
  const allowed = chrome.permissions.request({ origins: [patternOf(settings.server)] });
  return save(settings, allowed);
});

async function save(settings, allowed) {
  if (!(await allowed.catch(() => false)))
    return tell("bad", "Not saved: without your leave the extension cannot ask the server.");
  const before = await readSettings();
  await keepSettings(settings);
  form.elements.server.value = settings.server;
  form.elements.key.value = settings.key;
  // A server that is no longer used is not to be asked any more.
  if (before && patternOf(before.server) !== patternOf(settings.server))
    await chrome.permissions.remove({ origins: [patternOf(before.server)] }).catch(() => undefined);
  const warning = warningOf(settings.server);
  tell(warning ? "warned" : "good", warning ? `Saved. ${warning}` : "Saved.");
}

function tell(state, text) {
  note.dataset.state = state;
  note.textContent = text;
}

import { sendPage } from "./send.js";
import { patternOf, readSettings } from "./settings.js";

// Scripts that run in pages never see the key.
chrome.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (sender.id !== chrome.runtime.id || message?.kind !== "send") return false;
  sendTab(message.tabId, message.to).then(answer, (error) =>
    answer({ kind: "failed", title: "Something went wrong", text: String(error?.message ?? error) }),
  );
  // The answer comes later.
  return true;
});

/** Captures a tab and sends it; the badge says how it went, where the popup was closed meanwhile. */
async function sendTab(tabId, to) {
  await showBadge(tabId, "…", "#5f6b7a");
  const result = await captureAndSend(tabId, to);
  const isAdded = result.kind === "added";
  await showBadge(tabId, isAdded ? "✓" : "!", isAdded ? "#1c7c4a" : "#b3261e");
  return result;
}

async function captureAndSend(tabId, to) {
  const settings = await readSettings();
  if (settings === undefined)
    return {
      kind: "failed",
      title: "Where is your server?",
      text: "Name it once in the options.",
      action: "options",
    };
  if (!(await chrome.permissions.contains({ origins: [patternOf(settings.server)] })))
    return {
      kind: "failed",
      title: "The extension may not ask your server",
      text: `Save the options again, and allow ${new URL(settings.server).host}.`,
      action: "options",
    };
  const page = await capture(tabId);
  return page.kind === "page" ? sendPage(page, { ...settings, to: to ?? settings.to }) : page;
}

async function capture(tabId) {
  let page;
  try {
    const [frame] = await chrome.scripting.executeScript({ target: { tabId }, files: ["capture.js"] });
    page = frame?.result;
  } catch {
    // Pages of the browser, of its shop, and of other extensions.
    return {
      kind: "failed",
      title: "This page cannot be read",
      text: "Browsers keep their own pages from extensions.",
    };
  }
  if (page?.kind === "page" && /^https?:/.test(page.url)) return page;
  if (page?.kind === "page")
    return {
      kind: "failed",
      title: "This page has no address",
      text: "Only pages of the web can be sent, not files.",
    };
  const type = page?.contentType ?? "unknown";
  return { kind: "failed", title: "This is no web page", text: `Its type is ${type}.` };
}

async function showBadge(tabId, text, color) {
  // A tab that was closed meanwhile has no badge.
  await chrome.action.setBadgeBackgroundColor({ tabId, color }).catch(() => undefined);
  await chrome.action.setBadgeText({ tabId, text }).catch(() => undefined);
}

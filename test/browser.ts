import type { Browser } from "playwright-core";
import { startChromium } from "../src/browser/chromium.ts";

/** No test page may reach past this machine. */
const LOOPBACK_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost";

/** Starts a headless Chromium with a fresh profile; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return startChromium({ switches: [LOOPBACK_ONLY] });
}

import { render } from "preact";
import { App } from "./app.tsx";
import { loadStrings, makeStudio, StudioProvider } from "./state/studio.ts";

/** The token of the address that `galley serve` prints; it leaves the address at once, so that nobody shares it. */
function takeToken({ location, history }: Window): string | undefined {
  const url = new URL(location.href);
  const token = url.searchParams.get("token") ?? new URLSearchParams(url.hash.slice(1)).get("token");
  if (token === null) return undefined;
  url.searchParams.delete("token");
  url.hash = "";
  history.replaceState(null, "", url);
  return token;
}

async function start(root: HTMLElement): Promise<void> {
  // The server's message to visitors without a session, for browsers without script.
  document.getElementById("locked")?.remove();
  const token = takeToken(window);
  const strings = await loadStrings(window);
  document.documentElement.lang = strings.language;
  document.documentElement.dir = strings.direction;
  const studio = makeStudio(window, strings);
  void studio.enter(token);
  render(
    <StudioProvider value={studio}>
      <App />
    </StudioProvider>,
    root,
  );
}

const root = document.getElementById("studio");
if (root !== null) void start(root);

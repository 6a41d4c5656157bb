import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useStudio } from "../state/studio.ts";

/** Asks for the token that `galley serve` printed. */
export function EntryScreen({ wasRefused }: { readonly wasRefused: boolean }): JSX.Element {
  const { strings, enter } = useStudio();
  const { entry: words } = strings;
  const given = useSignal("");
  const send = (event: Event): void => {
    event.preventDefault();
    if (given.value.trim() !== "") void enter(tokenIn(given.value.trim()));
  };
  return (
    <div class="column narrow entry">
      <h1>{words.title}</h1>
      <p class="lead">{words.why}</p>
      <p>{words.how}</p>
      <pre>
        <code>galley serve</code>
      </pre>
      <form class="stack" onSubmit={send}>
        <label class="field">
          <span>{words.token}</span>
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={given.value}
            aria-describedby={wasRefused ? "refused" : undefined}
            aria-invalid={wasRefused}
            onInput={({ currentTarget }) => {
              given.value = currentTarget.value;
            }}
          />
        </label>
        {wasRefused && (
          <p id="refused" class="problem" role="alert">
            {words.refused}
          </p>
        )}
        <div class="actions">
          <button type="submit" class="button primary">
            {words.enter}
          </button>
        </div>
      </form>
    </div>
  );
}

/** The token, of a whole address or alone. */
function tokenIn(text: string): string {
  return /[?#&]token=([^&#\s]+)/.exec(text)?.[1] ?? text;
}

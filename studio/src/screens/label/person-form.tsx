import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useStudio } from "../../state/studio.ts";
import { SETTLED } from "./label-desk.ts";

/** Names are names of files too; the server takes no others. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,39}$/u;

/** The name to label under, from the typed text; null where it is none, or the one of settled labels. */
export function nameFrom(typed: string): string | null {
  const name = typed
    .normalize("NFC")
    .trim()
    .replace(/\s+/g, "-")
    .replace(/[._-]+$/, "");
  return NAME.test(name) && name.toLowerCase() !== SETTLED ? name : null;
}

/** Asks once whose labels these are. */
export function PersonForm(): JSX.Element {
  const { strings, person } = useStudio();
  const words = strings.person;
  const name = useSignal("");
  const isBad = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      class="column narrow stack"
      onSubmit={(event) => {
        event.preventDefault();
        const given = nameFrom(name.value);
        isBad.value = given === null;
        if (given !== null) person.value = given;
      }}
    >
      <h1>{words.title}</h1>
      <p class="lead">{words.why}</p>
      <label class="field">
        <span>{words.name}</span>
        <input
          ref={input}
          type="text"
          autocomplete="nickname"
          maxLength={60}
          value={name.value}
          aria-invalid={isBad.value}
          aria-describedby={isBad.value ? "bad-name" : undefined}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value;
          }}
        />
      </label>
      {isBad.value && (
        <p id="bad-name" class="problem" role="alert">
          {words.bad}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="button primary">
          {words.start}
        </button>
      </div>
    </form>
  );
}

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Dialog } from "../../parts/dialog.tsx";
import { Key } from "../../parts/keys.tsx";
import { useStudio } from "../../state/studio.ts";

/** Asks why a page is skipped; the digits choose. */
export function SkipDialog({
  onClose,
  onSkip,
}: {
  readonly onClose: () => void;
  readonly onSkip: (reason: string) => void;
}): JSX.Element {
  const { strings } = useStudio();
  const words = strings.label;
  const other = useSignal("");
  return (
    <Dialog
      title={words.skipTitle}
      onClose={onClose}
      onKey={(event) => {
        if (event.target instanceof HTMLInputElement) return;
        const reason = words.skipReasons[Number(event.key) - 1];
        if (reason !== undefined) onSkip(reason);
      }}
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (other.value.trim() !== "") onSkip(other.value.trim());
        }}
      >
        <p>{words.skipWhy}</p>
        <ol class="choices">
          {words.skipReasons.map((reason, index) => (
            <li key={reason}>
              <button type="button" class="button" onClick={() => onSkip(reason)}>
                <Key name={index + 1} /> {reason}
              </button>
            </li>
          ))}
        </ol>
        <label class="field">
          <span>{words.skipOther}</span>
          <input
            type="text"
            value={other.value}
            maxLength={200}
            onInput={({ currentTarget }) => {
              other.value = currentTarget.value;
            }}
          />
        </label>
        <div class="actions">
          <button type="submit" class="button primary" disabled={other.value.trim() === ""}>
            {words.skip}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useStudio } from "../state/studio.ts";

/** A window over the screen: the browser keeps the focus in it and gives it back when it closes. */
export function Dialog({
  title,
  onClose,
  onKey,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  /** Keys of the window, wherever in it the focus is. */
  readonly onKey?: (event: KeyboardEvent) => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { strings } = useStudio();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        onKey?.(event);
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="button bare" onClick={() => dialog.current?.close()}>
            {strings.app.close}
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

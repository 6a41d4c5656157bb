import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useStudio } from "../state/studio.ts";
import { Dialog } from "./dialog.tsx";

/** What a key does; `false` where it has nothing to do and the browser may go on. */
export type KeyAction = (event: KeyboardEvent) => unknown;

const TYPING = "input:not([type=checkbox],[type=radio],[type=range]),select,textarea,[contenteditable]";
/** Elements that handle Enter and Space by themselves. */
const PRESSABLE = "a[href],button,summary,input,select,[role=tab],[role=option]";

/**
 * Keys of a screen, by the name of the key; letters with Shift as `Shift+b`. They rest while somebody types or a window is
 * open, and with Ctrl, Alt or Meta, which belong to the browser.
 */
export function useKeys(keys: Readonly<Record<string, KeyAction>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
        return;
      const { target } = event;
      if (!(target instanceof Element) || document.querySelector("dialog[open]") !== null) return;
      if (target.closest(TYPING) !== null) return;
      const isPress = event.key === "Enter" || event.key === " ";
      if (isPress && target.closest(PRESSABLE) !== null) return;
      if (event.key.startsWith("Arrow") && target.closest("input,[role=tablist],[role=slider]") !== null)
        return;
      const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isShifted = event.shiftKey && /^[a-z]$/.test(letter);
      const action = keys[isShifted ? `Shift+${letter}` : letter];
      if (action !== undefined && action(event) !== false) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

type Row = readonly [keys: readonly string[], what: string];

/** The name of a key on what it presses; `aria-keyshortcuts` tells it to those who do not see it. */
export function Key({ name }: { readonly name: string | number }): JSX.Element {
  return (
    <span class="kbd" aria-hidden="true">
      {name}
    </span>
  );
}

/** All keys of the studio. */
export function KeyList({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { keys } = useStudio().strings;
  const groups: readonly (readonly [string, readonly Row[]])[] = [
    [
      keys.groups.label,
      [
        [["t"], keys.headline],
        [["b"], keys.body],
        [["y"], keys.byline],
        [["d"], keys.date],
        [["c"], keys.caption],
        [["n"], keys.noise],
        [["⇧"], keys.add],
      ],
    ],
    [
      keys.groups.walk,
      [
        [["←"], keys.parent],
        [["→"], keys.child],
        [["↑", "↓"], keys.sibling],
        [["["], keys.widen],
        [["]"], keys.narrow],
        [["x"], keys.difference],
        [["⇧", "x"], keys.differenceBack],
      ],
    ],
    [
      keys.groups.page,
      [
        [["⏎"], keys.confirm],
        [["u"], keys.undo],
        [["s"], keys.skip],
        [["1", "2"], keys.settle],
        [["k"], keys.keep],
        [["u"], keys.takeBack],
        [["?"], keys.list],
      ],
    ],
  ];
  return (
    <Dialog title={keys.title} onClose={onClose}>
      <div class="key-groups">
        {groups.map(([name, rows]) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {rows.map(([names, what]) => (
                <div key={what}>
                  <dt>
                    {names.map((each) => (
                      <kbd key={each}>{each}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

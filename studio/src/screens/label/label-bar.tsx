import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { KEYED_ROLES, type Role } from "../../labels/labels.ts";
import { Key } from "../../parts/keys.tsx";
import { useStudio } from "../../state/studio.ts";
import type { LabelDesk } from "./label-desk.ts";
import type { LabelActions } from "./label-view.tsx";

/** Roles without a key. */
const OTHER_ROLES: readonly Role[] = ["standfirst", "credit", "related", "promotion", "comment", "embed"];

/** At the bottom, where a thumb reaches it: the roles, and the buttons that end a page. */
export function LabelBar({
  desk,
  actions,
  focusPage,
}: {
  readonly desk: LabelDesk;
  readonly actions: LabelActions;
  readonly focusPage: () => void;
}): JSX.Element {
  const { strings } = useStudio();
  const words = strings.label;
  const press = (event: MouseEvent, act: () => void): void => {
    act();
    // After a click the keys belong to the page again; a keyboard user stays on the button.
    if (event.detail > 0) focusPage();
  };
  return (
    <div class="label-bar" role="toolbar" aria-label={words.barName}>
      <div class="label-roles">
        {KEYED_ROLES.map(([key, role]) => (
          <RoleButton key={role} desk={desk} role={role} letter={key} press={press} />
        ))}
        <MoreRoles desk={desk} press={press} />
      </div>
      <Picked desk={desk} press={press} />
      <div class="label-actions">
        <button
          type="button"
          class="button bare"
          aria-keyshortcuts="u"
          onClick={(event) => press(event, actions.undo)}
        >
          {words.undo} <Key name="u" />
        </button>
        <button type="button" class="button bare" aria-keyshortcuts="s" onClick={actions.askSkip}>
          {words.skip} <Key name="s" />
        </button>
        <button
          type="button"
          class="button primary confirm"
          aria-keyshortcuts="Enter"
          onClick={(event) => press(event, actions.confirm)}
        >
          {words.confirm} <Key name="⏎" />
        </button>
      </div>
    </div>
  );
}

type Press = (event: MouseEvent, act: () => void) => void;

function RoleButton({
  desk,
  role,
  letter,
  press,
}: {
  readonly desk: LabelDesk;
  readonly role: Role;
  readonly letter: string;
  readonly press: Press;
}): JSX.Element {
  const { strings } = useStudio();
  const count = desk.labels.value.filter((label) => label.role === role).length;
  return (
    <button
      type="button"
      class="role-button"
      data-role={role}
      aria-keyshortcuts={letter}
      onClick={(event) => press(event, () => desk.label(role, event.shiftKey ? "add" : "replace"))}
    >
      <span class="swatch" data-role={role} aria-hidden="true" />
      {strings.roles[role]}
      {count > 1 && <span class="figure count">{count}</span>}
      {count === 1 && (
        <span class="tick" role="img" aria-label={strings.label.isLabelled}>
          ✓
        </span>
      )}
      <Key name={letter} />
    </button>
  );
}

/** The roles that are rare enough to have no key. */
function MoreRoles({ desk, press }: { readonly desk: LabelDesk; readonly press: Press }): JSX.Element {
  const { strings } = useStudio();
  const isOpen = useSignal(false);
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen.value) menu.current?.querySelector("button")?.focus();
  }, [isOpen.value]);
  const close = (): void => {
    // Where the focus was in the menu, it goes back to the button and is not lost with it.
    if (menu.current?.contains(document.activeElement)) opener.current?.focus();
    isOpen.value = false;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu, wherever in it the focus is.
    <div
      class="more-roles"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) isOpen.value = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen.value) return;
        // Of the menu, not of the screen.
        event.preventDefault();
        close();
      }}
    >
      <button
        ref={opener}
        type="button"
        class="role-button"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {strings.label.more}
      </button>
      {isOpen.value && (
        <div ref={menu} class="pop-up">
          {OTHER_ROLES.map((role) => (
            <button
              type="button"
              key={role}
              class="role-button"
              onClick={(event) => {
                press(event, () => desk.label(role));
                close();
              }}
            >
              <span class="swatch" data-role={role} aria-hidden="true" />
              {strings.roles[role]}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** The selection, and what can be done with it by touch. */
function Picked({ desk, press }: { readonly desk: LabelDesk; readonly press: Press }): JSX.Element {
  const words = useStudio().strings.label;
  const node = desk.picked.value;
  if (node === null) return <p class="picked quiet">{words.none}</p>;
  const name = desk.tree.rows[desk.tree.rowOf(node)]?.[2] ?? "";
  const isLabelled = desk.labels.value.some((label) => label.node === node);
  return (
    <div class="picked">
      <p>
        <code>{name}</code> <span>{desk.snippet(node)}</span>
      </p>
      <button
        type="button"
        class="button bare"
        aria-keyshortcuts="["
        onClick={(event) => press(event, () => desk.widen())}
      >
        {words.widen} <Key name="[" />
      </button>
      <button
        type="button"
        class="button bare"
        aria-keyshortcuts="]"
        onClick={(event) => press(event, () => desk.narrow())}
      >
        {words.narrow} <Key name="]" />
      </button>
      {isLabelled && (
        <button type="button" class="button bare" onClick={(event) => press(event, () => desk.unlabel(node))}>
          {words.remove}
        </button>
      )}
    </div>
  );
}

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { NodeLabel, SavedLabels } from "../../../../src/server/studio/contract.ts";
import { differingRoles, paragraphsOf, type Role, sameLabels } from "../../labels/labels.ts";
import { type KeyAction, useKeys } from "../../parts/keys.tsx";
import { isSame } from "../../state/save-queue.ts";
import { useStudio } from "../../state/studio.ts";
import type { PageTree } from "../../tree/page-tree.ts";
import { type LabelDesk, SETTLED } from "./label-desk.ts";

/** Two people who say different things of a page. */
export interface Conflict {
  readonly theirs: SavedLabels;
  readonly keys: Readonly<Record<string, KeyAction>>;
  settle(choice: "mine" | "theirs"): void;
}

/** The conflict of a page, where another person has done it too and sees it differently. */
export function useConflict(desk: LabelDesk, against: string | null): Conflict | null {
  const { strings, announce } = useStudio();
  const settled = useSignal<LabelDesk | null>(null);
  const { state, labels } = desk.draft.value;
  const { others } = desk.page.view;
  const theirs = others.find(
    ({ by, state: theirState }) => theirState === "done" && by !== SETTLED && (against ?? by) === by,
  );
  const isSettled = settled.value === desk || others.some(({ by }) => by === SETTLED);
  if (theirs === undefined || state !== "done" || isSettled) return null;
  if (sameLabels(theirs.labels, labels)) return null;
  const settle = (choice: "mine" | "theirs"): void => {
    desk.settle(choice === "mine" ? labels : theirs.labels);
    settled.value = desk;
    announce(strings.label.settled);
  };
  return { theirs, settle, keys: { 1: () => settle("mine"), 2: () => settle("theirs") } };
}

/** Both sides of a conflict, role by role. */
export function ConflictPanel({
  desk,
  conflict,
}: {
  readonly desk: LabelDesk;
  readonly conflict: Conflict;
}): JSX.Element {
  const words = useStudio().strings.label;
  const { by, labels } = conflict.theirs;
  return (
    <section class="panel conflict" aria-label={words.others(by)}>
      <header>
        <h2>{words.others(by)}</h2>
        <p class="quiet">{words.settleHint}</p>
      </header>
      <SideBySide
        tree={desk.tree}
        mine={desk.labels.value}
        theirs={labels}
        titles={[words.mine, words.theirs(by)]}
        onChoose={(choice) => conflict.settle(choice)}
      />
    </section>
  );
}

/** Labels that were refused, as the same person saved others elsewhere: both are shown, and one key chooses. */
export function ClashPanel({ desk }: { readonly desk: LabelDesk }): JSX.Element | null {
  const studio = useStudio();
  const { saves, api, strings } = studio;
  const theirs = useSignal<SavedLabels | null>(null);
  const clash = saves.clash.value;
  const { set, view } = desk.page;
  const mine = clash?.mine;
  const isHere = mine?.set === set && mine.page === view.id && mine.save.pageHash === view.pageHash;
  useEffect(() => {
    if (clash === null) return;
    const { mine } = clash;
    api.page(mine.set, mine.page, mine.save.by, mine.look).then(
      ({ labels }) => {
        if (isSame(mine.save, labels)) saves.settle(labels, "theirs");
        else theirs.value = labels;
      },
      () => undefined,
    );
  }, [clash, api, saves, theirs]);
  const choose = (choice: "mine" | "theirs"): void => {
    const saved = theirs.value;
    saves.settle(saved, choice);
    theirs.value = null;
    if (choice === "theirs") desk.receive(saved);
  };
  const isShown = isHere && theirs.value !== null;
  useKeys(isShown ? { 1: () => choose("mine"), 2: () => choose("theirs") } : {});
  if (!isShown || mine === undefined) return null;
  return (
    <section class="panel conflict" role="alert">
      <h2>{strings.save.clash}</h2>
      <SideBySide
        tree={desk.tree}
        mine={mine.save.labels}
        theirs={theirs.value?.labels ?? []}
        titles={[`${strings.save.clashMine} (1)`, `${strings.save.clashTheirs} (2)`]}
        onChoose={choose}
      />
    </section>
  );
}

function SideBySide({
  tree,
  mine,
  theirs,
  titles,
  onChoose,
}: {
  readonly tree: PageTree;
  readonly mine: readonly NodeLabel[];
  readonly theirs: readonly NodeLabel[];
  readonly titles: readonly [string, string];
  readonly onChoose: (choice: "mine" | "theirs") => void;
}): JSX.Element {
  const { strings } = useStudio();
  const roles = differingRoles(mine, theirs);
  const text = (labels: readonly NodeLabel[], role: Role): string =>
    paragraphsOf(tree, labels, role).join(" ") || strings.label.nothing;
  return (
    <table class="sides">
      <thead>
        <tr>
          <td />
          {titles.map((title, index) => (
            <th key={title} scope="col">
              <button type="button" class="button" onClick={() => onChoose(index === 0 ? "mine" : "theirs")}>
                {title}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {roles.map((role) => (
          <tr key={role}>
            <th scope="row">{strings.roles[role]}</th>
            <td dir="auto">{text(mine, role)}</td>
            <td dir="auto">{text(theirs, role)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

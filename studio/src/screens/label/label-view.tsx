import { effect, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SavedLabels } from "../../../../src/server/studio/contract.ts";
import { KEYED_ROLES } from "../../labels/labels.ts";
import { BoxLayer, boxOfNode, LabelOutlines, Outline } from "../../page/boxes.tsx";
import type { FramePage } from "../../page/frame-stage.ts";
import { PageStage, type StageView } from "../../page/page-stage.tsx";
import { type KeyAction, useKeys } from "../../parts/keys.tsx";
import { addressOf } from "../../routes.ts";
import { type Studio, useStudio } from "../../state/studio.ts";
import { ClashPanel, ConflictPanel, useConflict } from "./conflict.tsx";
import { LabelBar } from "./label-bar.tsx";
import { type LabelDesk, saveDraft } from "./label-desk.ts";
import { LabelSide } from "./label-side.tsx";
import { PageStrip } from "./page-strip.tsx";
import { SkipDialog } from "./skip-dialog.tsx";

interface Props {
  readonly desk: LabelDesk;
  readonly frame: FramePage;
  readonly ahead: readonly FramePage[];
  /** The other person of a conflict that is to be settled. */
  readonly against: string | null;
  readonly goOn: () => void;
}

/** Page, tree, article and label bar of one page. */
export function LabelView({ desk, frame, ahead, against, goOn }: Props): JSX.Element {
  const studio = useStudio();
  const { strings } = studio;
  const stage = useSignal<StageView | null>(null);
  const isSkipping = useSignal(false);
  const conflict = useConflict(desk, against);
  const actions = useActions(desk, goOn, isSkipping);
  useReceived(desk);
  useReveal(desk, stage.value);
  useEffect(() => stage.value?.focus(), [desk, stage.value]);
  useKeys({ ...keysOf(desk, actions), ...(conflict === null ? {} : conflict.keys) });
  return (
    <div class="label">
      <PageStrip desk={desk} />
      <div class="label-page">
        <PageStage
          page={frame}
          ahead={ahead}
          label={strings.label.pageHint}
          onHover={(node) => desk.point(node)}
          onPick={(node) => desk.pick(node)}
          onStage={(made) => {
            stage.value = made;
          }}
        >
          {(made) => <Outlines stage={made} desk={desk} others={conflict?.theirs.labels ?? null} />}
        </PageStage>
      </div>
      <LabelSide desk={desk} stage={stage.value} />
      <ClashPanel desk={desk} />
      {conflict !== null && <ConflictPanel desk={desk} conflict={conflict} />}
      <LabelBar desk={desk} actions={actions} focusPage={() => stage.value?.focus()} />
      {isSkipping.value && (
        <SkipDialog
          onClose={() => {
            isSkipping.value = false;
          }}
          onSkip={actions.skip}
        />
      )}
    </div>
  );
}

/** What the buttons and keys of the bar do. */
export interface LabelActions {
  confirm(): void;
  askSkip(): void;
  skip(reason: string): void;
  undo(): void;
}

function useActions(desk: LabelDesk, goOn: () => void, isSkipping: { value: boolean }): LabelActions {
  const studio = useStudio();
  // The previous page stays on the screen while the next one loads; its keys are disabled.
  const isHere = (): boolean => studio.router.route.value.page === desk.page.view.id;
  return {
    confirm: () => {
      if (!isHere()) return;
      desk.confirm();
      studio.announce(studio.strings.label.confirmed);
      goOn();
    },
    askSkip: () => {
      if (isHere()) isSkipping.value = true;
    },
    skip: (reason) => {
      isSkipping.value = false;
      desk.skip(reason);
      studio.announce(studio.strings.label.skipped(reason));
      goOn();
    },
    undo: () => undoLast(studio, desk),
  };
}

/** Takes the last change back, on whatever page of the set it was made. */
function undoLast(studio: Studio, desk: LabelDesk): void {
  const { strings, announce, undo, router } = studio;
  const { set, view } = desk.page;
  const change = undo.pop(set, desk.by);
  if (change === undefined) {
    announce(strings.label.nothingToUndo);
    return;
  }
  if (change.page === view.id && change.pageHash === view.pageHash) desk.restore(change.before);
  else {
    saveDraft(studio, { ...change, draft: change.before });
    router.go(addressOf("label", [set, change.page], change.look === "rendered" ? { render: "1" } : {}));
  }
  announce(strings.label.undone(change.what));
}

function keysOf(desk: LabelDesk, actions: LabelActions): Readonly<Record<string, KeyAction>> {
  const roles = KEYED_ROLES.flatMap(([key, role]): readonly (readonly [string, KeyAction])[] => [
    [key, () => desk.label(role)],
    [`Shift+${key}`, () => desk.label(role, "add")],
  ]);
  return {
    ...Object.fromEntries(roles),
    ArrowLeft: () => desk.walk("parent"),
    ArrowRight: () => desk.walk("child"),
    ArrowUp: () => desk.walk("previous"),
    ArrowDown: () => desk.walk("next"),
    "[": () => desk.widen(),
    "]": () => desk.narrow(),
    Enter: () => actions.confirm(),
    u: () => actions.undo(),
    s: () => actions.askSkip(),
  };
}

/** Shows what another tab saved of this page. */
function useReceived(desk: LabelDesk): void {
  const studio = useStudio();
  useSignalEffect(() => {
    const found = studio.elsewhere.value;
    if (found === null) return;
    const { set, view } = desk.page;
    studio.pages.drop(found.set, found.page, found.saved.by);
    if (found.set !== set || found.page !== view.id || found.saved.by !== desk.by) return;
    if (found.pageHash === view.pageHash) receive(studio, desk, found.saved);
    else void askAgain(studio, desk);
  });
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === "visible") void askAgain(studio, desk);
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [desk, studio]);
}

function receive({ announce, strings }: Studio, desk: LabelDesk, saved: SavedLabels | null): void {
  if (desk.receive(saved)) announce(strings.save.changedElsewhere);
}

/** Asks the server for its labels; if something was labelled here meanwhile, the answer is out of date. */
async function askAgain(studio: Studio, desk: LabelDesk): Promise<void> {
  const { set, view, look } = desk.page;
  const before = desk.draft.peek();
  const found = await studio.api.page(set, view.id, desk.by, look).catch(() => undefined);
  const isSame = found?.pageHash === view.pageHash && desk.draft.peek() === before;
  if (isSame) receive(studio, desk, found.labels);
}

/** Labels that a page is opened at. */
const OPENED_AT: ReadonlySet<string> = new Set(["headline", "body"]);

/** Opens a page where its labels start; brings what is picked into view, and says what it is. */
function useReveal(desk: LabelDesk, stage: StageView | null): void {
  const { strings, announce } = useStudio();
  const opened = useRef<LabelDesk | null>(null);
  useStageEffect(desk, stage, (stage) => {
    if (stage.frames.version.value < 0 || !stage.frames.isReady || opened.current === desk) return;
    opened.current = desk;
    const boxes = desk.labels
      .peek()
      .filter(({ role }) => OPENED_AT.has(role))
      .flatMap(({ node }) => boxOfNode(stage, desk.tree, node) ?? []);
    const first = boxes.sort((a, b) => a.y - b.y)[0];
    if (first !== undefined) stage.reveal(first);
  });
  useStageEffect(desk, stage, (stage) => {
    const node = desk.picked.value;
    if (node === null) return;
    stage.reveal(boxOfNode(stage, desk.tree, node));
    announce(strings.label.picked(desk.tree.rows[desk.tree.rowOf(node)]?.[2] ?? "", desk.snippet(node)));
  });
}

/** Runs again when a signal that it reads has changed, and for every page. */
function useStageEffect(desk: LabelDesk, stage: StageView | null, run: (stage: StageView) => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => (stage === null ? undefined : effect(() => latest.current(stage))), [desk, stage]);
}

function Outlines({
  stage,
  desk,
  others,
}: {
  readonly stage: StageView;
  readonly desk: LabelDesk;
  readonly others: LabelDesk["labels"]["value"] | null;
}): JSX.Element {
  const pickedBox = useComputed(() =>
    desk.picked.value === null ? null : boxOfNode(stage, desk.tree, desk.picked.value),
  );
  return (
    <BoxLayer stage={stage}>
      <LabelOutlines stage={stage} tree={desk.tree} labels={desk.labels.value} />
      {others !== null && <LabelOutlines stage={stage} tree={desk.tree} labels={others} isOther />}
      <Outline box={pickedBox.value} kind="picked" />
      <Hovered stage={stage} desk={desk} />
    </BoxLayer>
  );
}

/** Apart from the others, as it moves with the pointer. */
function Hovered({
  stage,
  desk,
}: {
  readonly stage: StageView;
  readonly desk: LabelDesk;
}): JSX.Element | null {
  const node = desk.hovered.value;
  return node === null ? null : <Outline box={boxOfNode(stage, desk.tree, node)} kind="hovered" />;
}

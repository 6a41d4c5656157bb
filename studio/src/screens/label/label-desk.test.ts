import { describe, expect, test } from "vitest";
import type { LabelSave, PageView, SavedLabels } from "../../../../src/server/studio/contract.ts";
import type { Look } from "../../api.ts";
import type { LoadedPage } from "../../state/page-cache.ts";
import { SaveQueue } from "../../state/save-queue.ts";
import type { Studio } from "../../state/studio.ts";
import { UndoLog } from "../../state/undo-log.ts";
import { en } from "../../strings/en.data.ts";
import { PageTree } from "../../tree/page-tree.ts";
import { LabelDesk } from "./label-desk.ts";

const NOTHING = { getItem: () => null, setItem: () => {}, removeItem: () => {}, key: () => null, length: 0 };

/** A studio whose server saves whatever it is given. */
function makeStudio(): { readonly studio: Studio; readonly saved: LabelSave[] } {
  const saved: LabelSave[] = [];
  const save = async (_set: string, _page: string, given: LabelSave): Promise<SavedLabels> => {
    saved.push(given);
    return asSaved(given.by, given.labels, `${saved.length}`);
  };
  const saves = new SaveQueue({ save, storage: NOTHING, tell: () => {} });
  const studio = {
    saves,
    pages: { drop: () => {} },
    undo: new UndoLog(NOTHING),
    strings: en,
    announce: () => {},
  };
  return { studio: studio as unknown as Studio, saved };
}

function asSaved(by: string, labels: SavedLabels["labels"], revision: string): SavedLabels {
  return { by, labels, revision, at: "", state: "open", reason: null, stale: null };
}

/** A page in one of its looks, whose nodes have other numbers in the other one. */
function makePage(look: Look, labels: SavedLabels | null = null): LoadedPage {
  const first = look === "sent" ? 1 : 101;
  const tree = new PageTree([
    [first, 0, "body", ""],
    [first + 1, 1, "p", ""],
    [first + 2, 2, "", "Text"],
  ]);
  const view = { id: "p", pageHash: look, guess: [], labels, others: [] };
  return { set: "s", look, tree, view: view as unknown as PageView };
}

describe("the desk of a page", () => {
  test("shows labels of the look that it has, not the numbers of nodes of the other one", async () => {
    const { studio, saved } = makeStudio();
    const sent = new LabelDesk(studio, makePage("sent"), "ann");
    sent.pick(2);
    sent.label("body");
    await Promise.resolve();
    // The server has found the labels again by their text.
    const moved = asSaved("ann", [{ node: 102, role: "body" }], "1");
    const rendered = new LabelDesk(studio, makePage("rendered", moved), "ann");
    expect(rendered.labels.value).toEqual([{ node: 102, role: "body" }]);
    rendered.confirm();
    await Promise.resolve();
    expect(saved.at(-1)).toMatchObject({ pageHash: "rendered", revision: "1" });
  });

  test("takes what the same person saved elsewhere, and nothing of others", () => {
    const { studio } = makeStudio();
    const desk = new LabelDesk(studio, makePage("sent"), "ann");
    expect(desk.receive(asSaved("settled", [{ node: 3, role: "date" }], "9"))).toBe(false);
    expect(desk.labels.value).toEqual([]);
    expect(desk.receive(asSaved("ann", [{ node: 2, role: "body" }], "1"))).toBe(true);
    expect(desk.labels.value).toEqual([{ node: 2, role: "body" }]);
  });
});

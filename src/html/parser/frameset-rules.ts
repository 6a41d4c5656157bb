import { NAME } from "../known-names.ts";
import { inBody } from "./body-rules.ts";
import { startInHead } from "./head-starts.ts";
import { MODE } from "./modes.ts";
import { insertSpaces, spacesOf } from "./spaces.ts";
import type { Rules } from "./tree-builder.ts";

/** "The in frameset insertion mode". */
export const inFrameset: Rules = {
  start(builder, name) {
    if (name === NAME.html) inBody.start(builder, name);
    else if (name === NAME.frameset) builder.insert(name);
    else if (name === NAME.frame) builder.insertVoid(name);
    else if (name === NAME.noframes) startInHead(builder, name);
    else builder.tag.dropAttributes();
  },
  end(builder, name) {
    if (name !== NAME.frameset || builder.open.depth === 1) return;
    builder.open.pop();
    if (builder.context < 0 && builder.open.currentKey !== NAME.frameset) builder.mode = MODE.afterFrameset;
  },
  text: insertSpaces,
  finish: () => false,
};

/** "The after frameset insertion mode". */
export const afterFrameset: Rules = {
  start(builder, name) {
    if (name === NAME.html) inBody.start(builder, name);
    else if (name === NAME.noframes) startInHead(builder, name);
    else builder.tag.dropAttributes();
  },
  end(builder, name) {
    if (name === NAME.html) builder.mode = MODE.afterAfterFrameset;
  },
  text: insertSpaces,
  finish: () => false,
};

/** "The after after frameset insertion mode". */
export const afterAfterFrameset: Rules = {
  start: afterFrameset.start,
  end: () => undefined,
  text(builder, from, to) {
    const spaces = spacesOf(builder, from, to);
    if (spaces !== undefined) inBody.text(builder, spaces, 0);
  },
  finish: () => false,
};

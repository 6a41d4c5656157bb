import type { Rules, TreeBuilder } from "./tree-builder.ts";

/** "The text insertion mode": what an element holds that holds no markup was inserted before its end tag is read. */
export const inText: Rules = {
  start: () => undefined,
  end: leaveText,
  text: (builder, from, to) => builder.insertText(from, to),
  finish(builder) {
    leaveText(builder);
    return true;
  },
};

function leaveText(builder: TreeBuilder): void {
  builder.open.pop();
  builder.mode = builder.originalMode;
}

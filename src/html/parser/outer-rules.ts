import { NAME } from "../tags.ts";
import { inBody } from "./body-rules.ts";
import { MODE } from "./names.ts";
import { afterSpace, endTemplate, insertSpaces, spacesOf, startInHead } from "./shared-steps.ts";
import type { HtmlTreeBuilder, Rules } from "./tree-builder.ts";

/** Leaves a mode for the next one, which opens the element that is implied. */
type Leave = (builder: HtmlTreeBuilder) => void;

/** Text and the end of the page in a mode for tags alone: leading white space is kept or dropped, all else leaves the mode. */
function leavingBy(leave: Leave, space: "kept" | "dropped"): Pick<Rules, "text" | "finish"> {
  return {
    text(builder, from, to) {
      const rest = afterSpace(builder, from, to, space === "kept");
      if (rest === undefined) return;
      leave(builder);
      builder.text(rest, to);
    },
    finish(builder) {
      leave(builder);
      return true;
    },
  };
}

/** Leaves a mode and has the next one read the tag again. */
function startAfter(leave: Leave, builder: HtmlTreeBuilder): void {
  leave(builder);
  builder.start();
}
function endAfter(leave: Leave, builder: HtmlTreeBuilder): void {
  leave(builder);
  builder.end();
}

/** "The initial insertion mode"; doctypes are handled before. */
export const initial: Rules = {
  start: (builder) => startAfter(leaveInitial, builder),
  end: (builder) => endAfter(leaveInitial, builder),
  ...leavingBy(leaveInitial, "dropped"),
};

function leaveInitial(builder: HtmlTreeBuilder): void {
  // No doctype.
  builder.isQuirky = true;
  builder.mode = MODE.beforeHtml;
}

/** "The before html insertion mode". */
export const beforeHtml: Rules = {
  start(builder, name) {
    if (name === NAME.html) openRoot(builder, builder.create(NAME.html));
    else startAfter(impliedRoot, builder);
  },
  end(builder, name) {
    if (opensBody(name)) endAfter(impliedRoot, builder);
  },
  ...leavingBy(impliedRoot, "dropped"),
};

function impliedRoot(builder: HtmlTreeBuilder): void {
  openRoot(builder, builder.create(NAME.html, 0, 0));
}

function openRoot(builder: HtmlTreeBuilder, root: number): void {
  builder.tree.append(0, root);
  builder.open.push(root, NAME.html);
  builder.mode = MODE.beforeHead;
}

/** End tags that open the implied element. */
function opensBody(name: number): boolean {
  return name === NAME.head || name === NAME.body || name === NAME.html || name === NAME.br;
}

/** "The before head insertion mode". */
export const beforeHead: Rules = {
  start(builder, name) {
    if (name === NAME.html) inBody.start(builder, name);
    else if (name === NAME.head) {
      builder.head = builder.insert(NAME.head);
      builder.mode = MODE.inHead;
    } else startAfter(impliedHead, builder);
  },
  end(builder, name) {
    if (opensBody(name)) endAfter(impliedHead, builder);
  },
  ...leavingBy(impliedHead, "dropped"),
};

function impliedHead(builder: HtmlTreeBuilder): void {
  builder.head = builder.insertImplied(NAME.head);
  builder.mode = MODE.inHead;
}

/** "The in head insertion mode". */
export const inHead: Rules = {
  start(builder, name) {
    if (name === NAME.html) inBody.start(builder, name);
    else if (name === NAME.noscript) {
      builder.insert(name);
      builder.mode = MODE.inHeadNoscript;
    } else if (name === NAME.head) builder.tag.dropAttributes();
    else if (!startInHead(builder, name)) startAfter(leaveHead, builder);
  },
  end(builder, name) {
    if (name === NAME.head) leaveHead(builder);
    else if (name === NAME.template) endTemplate(builder);
    else if (opensBody(name)) endAfter(leaveHead, builder);
  },
  ...leavingBy(leaveHead, "kept"),
};

function leaveHead(builder: HtmlTreeBuilder): void {
  builder.open.pop();
  builder.mode = MODE.afterHead;
}

/** "The in head noscript insertion mode". */
export const inHeadNoscript: Rules = {
  start(builder, name) {
    switch (name) {
      case NAME.html:
        inBody.start(builder, name);
        return;
      case NAME.basefont:
      case NAME.bgsound:
      case NAME.link:
      case NAME.meta:
      case NAME.noframes:
      case NAME.style:
        startInHead(builder, name);
        return;
      case NAME.head:
      case NAME.noscript:
        builder.tag.dropAttributes();
        return;
      default:
        startAfter(leaveNoscript, builder);
    }
  },
  end(builder, name) {
    if (name === NAME.noscript) leaveNoscript(builder);
    else if (name === NAME.br) endAfter(leaveNoscript, builder);
  },
  ...leavingBy(leaveNoscript, "kept"),
};

function leaveNoscript(builder: HtmlTreeBuilder): void {
  builder.open.pop();
  builder.mode = MODE.inHead;
}

/** "The after head insertion mode". */
export const afterHead: Rules = {
  start(builder, name) {
    switch (name) {
      case NAME.html:
        inBody.start(builder, name);
        return;
      case NAME.body:
        builder.insert(name);
        builder.isFramesetOk = false;
        builder.mode = MODE.inBody;
        return;
      case NAME.frameset:
        builder.insert(name);
        builder.mode = MODE.inFrameset;
        return;
      case NAME.head:
        builder.tag.dropAttributes();
        return;
      default:
        if (!isLateHead(builder, name)) startAfter(impliedBody, builder);
    }
  },
  end(builder, name) {
    if (name === NAME.template) endTemplate(builder);
    else if (name !== NAME.head && opensBody(name)) endAfter(impliedBody, builder);
  },
  ...leavingBy(impliedBody, "kept"),
};

/** An element of the head after its end still goes into it. */
function isLateHead(builder: HtmlTreeBuilder, name: number): boolean {
  const { open, head } = builder;
  open.push(head, NAME.head);
  const isKnown = startInHead(builder, name);
  open.removeAt(open.levelOf(head));
  return isKnown;
}

function impliedBody(builder: HtmlTreeBuilder): void {
  builder.insertImplied(NAME.body);
  builder.mode = MODE.inBody;
}

/** "The after body insertion mode" and, without the end tag of html, "the after after body insertion mode". */
export const afterBody: Rules = {
  start(builder, name) {
    if (name === NAME.html) {
      inBody.start(builder, name);
      return;
    }
    builder.mode = MODE.inBody;
    builder.start();
  },
  end(builder, name) {
    if (name === NAME.html && builder.mode === MODE.afterBody) {
      if (builder.context < 0) builder.mode = MODE.afterAfterBody;
      return;
    }
    builder.mode = MODE.inBody;
    builder.end();
  },
  text(builder, from, to) {
    // White space alone does not go back to the body.
    if (!builder.isAllSpace(from, to)) builder.mode = MODE.inBody;
    inBody.text(builder, from, to);
  },
  finish: () => false,
};

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

import { NAME } from "../tags.ts";
import { inBody } from "./body-rules.ts";
import { MODE } from "./modes.ts";
import { afterSpace, endTemplate, insertSpaces, spacesOf, startInHead } from "./shared-steps.ts";
import type { HtmlTreeBuilder, Rules } from "./tree-builder.ts";

const nothing = (): void => undefined;

/** "The initial insertion mode"; doctypes are handled before. */
export const initial: Rules = {
  start: (builder) => leaveInitial(builder, () => builder.start()),
  end: (builder) => leaveInitial(builder, () => builder.end()),
  text: (builder, from, to) => withoutSpace(builder, from, to, () => leaveInitial(builder, nothing)),
  finish: (builder) => leaveInitial(builder, nothing),
};

function leaveInitial(builder: HtmlTreeBuilder, again: () => void): true {
  // No doctype.
  builder.isQuirky = true;
  builder.mode = MODE.beforeHtml;
  again();
  return true;
}

/** Drops white space at the start, and passes the rest to the mode that `leave` changes to. */
function withoutSpace(builder: HtmlTreeBuilder, from: number, to: number, leave: () => void): void {
  const rest = afterSpace(builder, from, to, false);
  if (rest === undefined) return;
  leave();
  builder.text(rest, to);
}

/** "The before html insertion mode". */
export const beforeHtml: Rules = {
  start(builder, name) {
    if (name === NAME.html) {
      openRoot(builder, builder.create(NAME.html));
      return;
    }
    impliedRoot(builder);
    builder.start();
  },
  end(builder, name) {
    if (!opensBody(name)) return;
    impliedRoot(builder);
    builder.end();
  },
  text: (builder, from, to) => withoutSpace(builder, from, to, () => impliedRoot(builder)),
  finish(builder) {
    impliedRoot(builder);
    return true;
  },
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
    } else {
      impliedHead(builder);
      builder.start();
    }
  },
  end(builder, name) {
    if (!opensBody(name)) return;
    impliedHead(builder);
    builder.end();
  },
  text: (builder, from, to) => withoutSpace(builder, from, to, () => impliedHead(builder)),
  finish(builder) {
    impliedHead(builder);
    return true;
  },
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
    else if (!startInHead(builder, name)) {
      leaveHead(builder);
      builder.start();
    }
  },
  end(builder, name) {
    if (name === NAME.head) leaveHead(builder);
    else if (name === NAME.template) endTemplate(builder);
    else if (name === NAME.body || name === NAME.html || name === NAME.br) {
      leaveHead(builder);
      builder.end();
    }
  },
  text(builder, from, to) {
    const rest = afterSpace(builder, from, to, true);
    if (rest === undefined) return;
    leaveHead(builder);
    builder.text(rest, to);
  },
  finish(builder) {
    leaveHead(builder);
    return true;
  },
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
        leaveNoscript(builder);
        builder.start();
    }
  },
  end(builder, name) {
    if (name === NAME.noscript) leaveNoscript(builder);
    else if (name === NAME.br) {
      leaveNoscript(builder);
      builder.end();
    }
  },
  text(builder, from, to) {
    const rest = afterSpace(builder, from, to, true);
    if (rest === undefined) return;
    leaveNoscript(builder);
    builder.text(rest, to);
  },
  finish(builder) {
    leaveNoscript(builder);
    return true;
  },
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
        if (!isLateHead(builder, name)) {
          impliedBody(builder);
          builder.start();
        }
    }
  },
  end(builder, name) {
    if (name === NAME.template) endTemplate(builder);
    else if (name === NAME.body || name === NAME.html || name === NAME.br) {
      impliedBody(builder);
      builder.end();
    }
  },
  text(builder, from, to) {
    const rest = afterSpace(builder, from, to, true);
    if (rest === undefined) return;
    impliedBody(builder);
    builder.text(rest, to);
  },
  finish(builder) {
    impliedBody(builder);
    return true;
  },
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

import { isAsciiSpace } from "../../text/index.ts";

const SLASH = 0x2f;
const GREATER = 0x3e;

/** Finds the end of raw text: the content of title, style, script and the like. */
export class RawText {
  #source = "";
  /** The next `-->`, cached so that scripts do not search for the same one again. */
  #commentEnd = -1;

  reset(source: string): void {
    this.#source = source;
    this.#commentEnd = -1;
  }

  /** The position of the end tag of this name, or the end of the page: "RCDATA" and "RAWTEXT less-than sign state". */
  endOf(name: string, from: number): number {
    const source = this.#source;
    for (let at = source.indexOf("</", from); at >= 0; at = source.indexOf("</", at + 2)) {
      if (isName(source, at + 2, name)) return at;
    }
    return source.length;
  }

  /** The same for a script, whose comments may hold scripts: "script data state" to "script data double escape end state". */
  endOfScript(from: number): number {
    const source = this.#source;
    let end = this.endOf("script", from);
    let at = this.#commentIn(from, end);
    if (at < 0) return end;
    // After a comment's start: only here can an end tag belong to something else.
    for (;;) {
      // The dashes that open it may close it.
      const close = this.#nextCommentEnd(at + 2);
      const found = endInComment(source, at + 4, close);
      if (found >= 0) return found;
      if (close >= source.length) return source.length;
      if (end < close + 3) end = this.endOf("script", close + 3);
      at = this.#commentIn(close + 3, end);
      if (at < 0) return end;
    }
  }

  /** The position of a comment's start in a range, or -1; only the range is searched, as later comments are not the script's. */
  #commentIn(from: number, to: number): number {
    const found = this.#source.slice(from, to).indexOf("<!--");
    return found < 0 ? -1 : from + found;
  }

  #nextCommentEnd(from: number): number {
    if (this.#commentEnd < from) {
      this.#commentEnd = this.#source.indexOf("-->", from);
      if (this.#commentEnd < 0) this.#commentEnd = this.#source.length;
    }
    return this.#commentEnd;
  }
}

/** The position of the end tag of a script inside one of its comments, or -1: that of an inner script does not count. */
function endInComment(source: string, from: number, to: number): number {
  let isInner = false;
  for (let at = source.indexOf("<", from); at >= 0 && at < to; at = source.indexOf("<", at + 1)) {
    if (source.charCodeAt(at + 1) !== SLASH) {
      if (isName(source, at + 1, "script")) isInner = true;
    } else if (isName(source, at + 2, "script")) {
      if (!isInner) return at;
      isInner = false;
    }
  }
  return -1;
}

/** Whether a name, in whatever case, is here and ends here. */
function isName(source: string, at: number, name: string): boolean {
  if (at + name.length >= source.length) return false;
  for (let unit = 0; unit < name.length; unit++) {
    if ((source.charCodeAt(at + unit) | 32) !== name.charCodeAt(unit)) return false;
  }
  const next = source.charCodeAt(at + name.length);
  return isAsciiSpace(next) || next === SLASH || next === GREATER;
}

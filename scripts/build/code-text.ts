import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

type Program = ReturnType<typeof parseAst>;
type Statement = Program["body"][number];

/**
 * Starts a line with every statement at the top of a file, and with every variable and class member there. Node prints the
 * whole line that an uncaught error comes from, which would be most of a file.
 */
export function shortLines(): Plugin {
  return rewriteCode("short-lines", breakLines);
}

/** The same code with a line for each of its parts. */
export function breakLines(code: string): string {
  let broken = "";
  let from = 0;
  for (const start of parseAst(code).body.flatMap(startsIn)) {
    if (start === 0 || code[start - 1] === "\n") continue;
    broken += `${code.slice(from, start)}\n`;
    from = start;
  }
  return broken + code.slice(from);
}

function startsIn(statement: Statement): readonly number[] {
  if (statement.type === "ClassDeclaration") return [statement.start, ...membersOf(statement.body)];
  if (statement.type !== "VariableDeclaration") return [statement.start];
  return statement.declarations.flatMap(({ start, init }, index) => [
    index === 0 ? statement.start : start,
    ...(init?.type === "ClassExpression" ? membersOf(init.body) : []),
  ]);
}

function membersOf({ body }: { readonly body: readonly { readonly start: number }[] }): readonly number[] {
  return body.map(({ start }) => start);
}

/** An escape and what it escapes, so that no backslash is read twice; or a character beyond ASCII. */
const WIDE = /\\[\s\S]|[^\0-\x7f]/g;

/**
 * Writes every character beyond ASCII as an escape. One of them in a file, and V8 holds all of it in two bytes a
 * character, and Node decodes it on a slower path.
 */
export function asciiOnly(): Plugin {
  return rewriteCode("ascii-only", escapeWide);
}

/** Code that says the same in ASCII, as long as it has wide characters in literals and comments alone. */
export function escapeWide(code: string): string {
  return code.replace(WIDE, (found) => {
    const wide = found.at(-1) ?? "";
    return wide > "\x7f" ? `\\u${wide.charCodeAt(0).toString(16).padStart(4, "0")}` : found;
  });
}

/** Rewrites the code of every file that is written, types left alone. */
function rewriteCode(name: string, rewrite: (code: string) => string): Plugin {
  return {
    name,
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && file.fileName.endsWith(".js")) file.code = rewrite(file.code);
      }
    },
  };
}

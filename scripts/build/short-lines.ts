import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { rewriteCode } from "./rewrite-code.ts";

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

interface Rule {
  readonly pattern: string;
  readonly allows: boolean;
}

/** Says whether a path (with its query) may be fetched. */
export type RobotsRules = (path: string) => boolean;

// No rule of a real file comes near; without a limit, long patterns against long paths would cost seconds.
const MAX_PATTERN_LENGTH = 2048;

/** The rules of a robots.txt (RFC 9309) for one robot: its own group, else the group for all. */
export function readRobots(text: string, robot: string): RobotsRules {
  const groups = readGroups(text);
  const rules = groups.get(robot) ?? groups.get("*") ?? [];
  return (path) => {
    const plain = normalise(path);
    let best: Rule | undefined;
    for (const rule of rules) if (outranks(rule, best) && matches(rule.pattern, plain)) best = rule;
    return best?.allows ?? true;
  };
}

// Section 2.2.2: the longest pattern wins, and of two equally long ones the one that allows.
function outranks(rule: Rule, best: Rule | undefined): boolean {
  if (!best || rule.pattern.length > best.pattern.length) return true;
  return rule.pattern.length === best.pattern.length && rule.allows;
}

// Section 2.2.1: lines of user agents open a group; groups with the same robot are one.
function readGroups(text: string): ReadonlyMap<string, readonly Rule[]> {
  const groups = new Map<string, Rule[]>();
  let current: Rule[][] = [];
  let isOpening = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const { key, value } = readLine(line);
    if (key === "user-agent") {
      if (!isOpening) current = [];
      isOpening = true;
      const robot = value === "*" ? "*" : productToken(value);
      const rules = groups.get(robot) ?? [];
      groups.set(robot, rules);
      current.push(rules);
    } else if (key === "allow" || key === "disallow") {
      isOpening = false;
      if (value === "" || value.length > MAX_PATTERN_LENGTH) continue;
      const rule = { pattern: normalise(value), allows: key === "allow" };
      for (const rules of current) rules.push(rule);
    }
  }
  return groups;
}

function readLine(line: string): { key: string; value: string } {
  const text = line.split("#", 1)[0]!;
  const colon = text.indexOf(":");
  // `trim` also takes the byte-order mark that some editors put before the first line.
  return { key: text.slice(0, Math.max(colon, 0)).trim().toLowerCase(), value: text.slice(colon + 1).trim() };
}

function productToken(value: string): string {
  return /^[a-z_-]*/i.exec(value)![0].toLowerCase();
}

// Section 2.2.2: compare with the same letters percent-encoded, in the same case.
function normalise(path: string): string {
  return path
    .replace(/[^\u0021-\u007e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

// The first place for each piece is as good as any, so there is nothing to try twice.
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  const first = pieces.shift()!;
  if (!path.startsWith(first)) return false;
  const last = isWhole ? pieces.pop() : "";
  if (last === undefined) return path === first;
  let from = first.length;
  for (const piece of pieces) {
    const at = path.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return !isWhole || (path.length - last.length >= from && path.endsWith(last));
}

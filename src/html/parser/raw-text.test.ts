import { expect, test } from "vitest";
import { RawText } from "./raw-text.ts";

function contentOf(name: "script" | "title", source: string): string {
  const raw = new RawText();
  raw.reset(source);
  return source.slice(0, name === "script" ? raw.endOfScript(0) : raw.endOf(name, 0));
}

test.each([
  ["a</title>", "a"],
  ["a</TITLE x>", "a"],
  ["a</titles>b</title/>", "a</titles>b"],
  ["a</title", "a</title"],
])("a title: %s", (source, content) => expect(contentOf("title", source)).toBe(content));

test.each([
  ["a</script>", "a"],
  ["<!-- a</script>", "<!-- a"],
  ["<!-- <script>a</script> b</script>", "<!-- <script>a</script> b"],
  ["<!-- <script>a--></script>", "<!-- <script>a-->"],
  ["<!--><script>a</script>", "<!--><script>a"],
  ["<!---><script>a</script>", "<!---><script>a"],
  ["<!-- <scripts>a</script>", "<!-- <scripts>a"],
  ["<!-- a --> <!-- <script> </script> --> b</script>", "<!-- a --> <!-- <script> </script> --> b"],
  ["<!-- <script>a</script>", "<!-- <script>a</script>"],
])("a script: %s", (source, content) => expect(contentOf("script", source)).toBe(content));

import { expect, test } from "vitest";
import { droppedFiles, nameOf } from "./file-drop.tsx";

/** A file of a drop, with its path from the folder that was dropped. */
function fileEntry(fullPath: string) {
  const file = new File(["<p>Text"], fullPath.slice(fullPath.lastIndexOf("/") + 1));
  return { isFile: true, isDirectory: false, fullPath, file: (give: (file: File) => void) => give(file) };
}

function folderEntry(fullPath: string, entries: readonly object[]) {
  const portions = [entries, []];
  const createReader = () => ({
    readEntries: (give: (some: readonly object[]) => void) => give(portions.shift() ?? []),
  });
  return { isFile: false, isDirectory: true, fullPath, createReader };
}

test("files of one name in several folders of a drop are different pages", async () => {
  const dropped = folderEntry("/news", [
    folderEntry("/news/a", [fileEntry("/news/a/index.html")]),
    folderEntry("/news/b", [fileEntry("/news/b/index.html")]),
  ]);
  const items = [{ webkitGetAsEntry: () => dropped }];
  const files = await droppedFiles({ items, files: [] } as unknown as DataTransfer);
  expect(files.map(({ path }) => path)).toEqual(["news/a/index.html", "news/b/index.html"]);
  expect(nameOf(files)).toBe("news");
});

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { GivenFile, OpenRequest } from "../../../src/server/studio/contract.ts";
import { useStudio } from "../state/studio.ts";

/** A file of this computer, with its path from the folder that was given. */
interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

const PAGE_NAME = /\.x?html?$/i;
/** A drop of more files than this is a folder for the server's disk. */
const MAX_FILES = 2000;
const PORTION_BYTES = 4_000_000;
const PORTION_FILES = 200;
/** As many arguments as every engine takes. */
const CHUNK = 8192;

/** Pages from this computer: chosen, or dropped as files or folders. */
export function FileDrop({
  open,
}: {
  readonly open: (requests: AsyncIterable<OpenRequest>) => Promise<void>;
}): JSX.Element {
  const { strings, announce } = useStudio();
  const words = strings.open;
  const isOver = useSignal(false);
  const problem = useSignal("");
  const input = useRef<HTMLInputElement>(null);
  const give = async (files: readonly ChosenFile[]): Promise<void> => {
    const pages = files.filter(({ file: { name, type } }) => PAGE_NAME.test(name) || type === "text/html");
    const isTooMany = pages.length > MAX_FILES;
    problem.value =
      pages.length === 0 ? words.noPages : isTooMany ? words.tooMany(pages.length, MAX_FILES) : "";
    if (problem.value === "") await open(portionsOf(pages, nameOf(files)));
    else announce(problem.value);
  };
  const choose = (isFolder: boolean): void => {
    if (input.current === null) return;
    input.current.webkitdirectory = isFolder;
    input.current.click();
  };
  return (
    <section
      class="card drop"
      data-over={isOver.value}
      aria-label={words.files}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        void droppedFiles(event.dataTransfer).then(give, () => {
          problem.value = words.unreadable;
          announce(problem.value);
        });
      }}
    >
      <h3>{words.files}</h3>
      <p class="quiet">{words.filesHint}</p>
      <p class="drop-zone" aria-hidden="true">
        {isOver.value ? words.dropping : words.drop}
      </p>
      <div class="actions">
        <button type="button" class="button" onClick={() => choose(false)}>
          {words.choose}
        </button>
        <button type="button" class="button" onClick={() => choose(true)}>
          {words.chooseFolder}
        </button>
      </div>
      {problem.value !== "" && <p class="problem">{problem.value}</p>}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={words.choose}
        onChange={({ currentTarget }) => {
          void give([...(currentTarget.files ?? [])].map(chosen));
          currentTarget.value = "";
        }}
      />
    </section>
  );
}

/** Pages are sent in portions, each far below what the server takes at once; the second and later ones add to the set. */
async function* portionsOf(files: readonly ChosenFile[], name: string): AsyncGenerator<OpenRequest> {
  let portion: GivenFile[] = [];
  let size = 0;
  for (const [at, { path, file }] of files.entries()) {
    portion.push({ name: path, base64: await readBytes(file) });
    size += file.size;
    if (size < PORTION_BYTES && portion.length < PORTION_FILES && at < files.length - 1) continue;
    yield { kind: "files", name, files: portion };
    portion = [];
    size = 0;
  }
}

/** The bytes as they are: which charset they are in is for the server to find. */
async function readBytes(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

function chosen(file: File): ChosenFile {
  return { path: file.webkitRelativePath || file.name, file };
}

/** The folder that was given, or the first file. */
export function nameOf([first]: readonly ChosenFile[]): string {
  return first?.path.split("/")[0] ?? "files";
}

/** All files of a drop, those of its folders too. */
export async function droppedFiles(data: DataTransfer | null): Promise<readonly ChosenFile[]> {
  const entries = [...(data?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...(data?.files ?? [])].map(chosen);
  return (await Promise.all(entries.map(filesBelow))).flat();
}

async function filesBelow(entry: FileSystemEntry): Promise<readonly ChosenFile[]> {
  if (isFileEntry(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    // Files of several folders may have the same name; pages are told apart by it.
    return [{ path: entry.fullPath.replace(/^\/+/, ""), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  // A reader gives up to 100 entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    found.push(...some);
  }
  return (await Promise.all(found.map(filesBelow))).flat();
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

import { crc32, deflateRawSync } from "node:zlib";
import { NewsError } from "../errors/index.ts";

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Stored as it is; else deflated. */
  readonly isPlain?: boolean;
}

/** Larger archives need the 64-bit extension, which few readers of EPUB know. */
const MAX_ENTRIES = 0xffff;
const MAX_BYTES = 0xffffffff;
/** Version 2.0: deflated files and folders. */
const VERSION = 20;
/** Names are in UTF-8. */
const UTF8_FLAG = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, the first day of the format: equal input gives equal bytes. */
const FIRST_DAY = 0x21;

/** The bytes of a ZIP archive, its files in the order given. */
export function makeZip(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, isPlain = false } of entries) {
    const content = isPlain ? bytes : deflateRawSync(bytes);
    const path = Buffer.from(name);
    const facts = factsOf({ bytes, content, path, method: isPlain ? 0 : DEFLATED });
    parts.push(Buffer.concat([signature(0x04034b50), facts, path]), Buffer.from(content));
    directory.push(directoryEntry(facts, path, offset));
    offset += 4 + facts.length + path.length + content.length;
  }
  const listed = Buffer.concat(directory);
  if (entries.length > MAX_ENTRIES || offset + listed.length > MAX_BYTES)
    throw new NewsError("BAD_OPTION", "The articles are too many for one archive of 4 GB.");
  return Buffer.concat([...parts, listed, endRecord(entries.length, listed.length, offset)]);
}

interface Facts {
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
  readonly path: Uint8Array;
  readonly method: number;
}

/** What a file's own header and the directory both say. */
function factsOf({ bytes, content, path, method }: Facts): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(VERSION, 0);
  facts.writeUInt16LE(UTF8_FLAG, 2);
  facts.writeUInt16LE(method, 4);
  facts.writeUInt16LE(FIRST_DAY, 8);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(path.length, 22);
  return facts;
}

function directoryEntry(facts: Buffer, path: Uint8Array, offset: number): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(VERSION);
  // Comment, disk and attributes are zero.
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), madeBy, facts, rest, path]);
}

function endRecord(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(bytes, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), end]);
}

function signature(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

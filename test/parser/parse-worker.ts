/** Parses pages in a worker thread; returns their documents as lines. */
import { parentPort, workerData } from "node:worker_threads";
import { parseHtml } from "../../src/html/index.ts";
import { documentLines } from "./tree-lines.ts";

const pages = workerData as readonly string[];
parentPort?.postMessage(pages.map((html) => documentLines(parseHtml(html)).join("\n")));

import { parentPort, workerData } from "node:worker_threads";
import { NewsWeb, type WebOrder } from "../test/newsroom/index.ts";

/** What a bench asks the web in its thread; the answer is its port, or the requests since the last question. */
export type WebQuestion = { readonly day: number } | "requests" | "close";

/** Serves a web in a thread of its own: its clock then tells when requests arrive, however busy the collector is. */
const web = await NewsWeb.start(workerData as WebOrder);
parentPort?.postMessage(web.port);
parentPort?.on("message", async (question: WebQuestion) => {
  if (question === "requests") parentPort?.postMessage(web.requests.splice(0));
  else if (question === "close") {
    await web.close();
    parentPort?.close();
  } else {
    web.day = question.day;
    web.indexStories();
    parentPort?.postMessage(question.day);
  }
});

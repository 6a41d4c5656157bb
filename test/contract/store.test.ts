import { openStore } from "../../src/store/index.ts";
import { checkStore } from "./store.ts";

checkStore("sqlite", () => openStore(":memory:", { mayCreate: true }));

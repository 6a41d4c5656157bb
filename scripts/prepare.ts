import { buildIfStale } from "./fresh-build.ts";

buildIfStale();

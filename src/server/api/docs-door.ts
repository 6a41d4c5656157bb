import type { Door } from "../door.ts";
import { docsPage } from "./docs-page.ts";

/** Styles are in the page itself; nothing is loaded, nothing is run. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/docs` and `/openapi.json`: the description of all doors, for people and for programs. */
export const docsDoor: Door = (scope, { describe }) => {
  scope.get("/openapi.json", async () => describe());
  scope.get("/docs", async (_, reply) =>
    reply
      .header("content-security-policy", PAGE_POLICY)
      .type("text/html; charset=utf-8")
      .send(docsPage(describe())),
  );
};

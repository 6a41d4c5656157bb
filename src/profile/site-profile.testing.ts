import type { ArticleTemplate, SiteProfile, TemplatePath } from "../page/index.ts";

/** A place of a template for tests. */
export function placeOf(path: string, role: TemplatePath["role"] = "body", words = 100): TemplatePath {
  return { path, pages: 4, words, role };
}

/** A profile with one template for tests. */
export function profileWith(
  paths: readonly TemplatePath[],
  template: Partial<ArticleTemplate> = {},
  profile: Partial<SiteProfile> = {},
): SiteProfile {
  return {
    format: "galley-site-profile",
    version: 1,
    site: "harbour-courier.example",
    made: "2026-11-01T00:00:00.000Z",
    pages: 4,
    repeated: {},
    templates: [{ pages: 4, steps: "classes", paths, labels: [], ...template }],
    ...profile,
  };
}

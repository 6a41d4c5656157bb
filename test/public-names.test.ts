import { expect, test } from "vitest";
import { read, withoutComments } from "./layers/sources.ts";

/** Every name that the package exports, by the source file of each entry: a change of the public surface shows in review. */
const PUBLIC: Readonly<Record<string, string>> = {
  "src/core.ts": `
    Announcement Article AttributeTable Blocks CORE_EXTRACTORS CharsetDecoder CharsetDetector CodeTexts Contribution
    CoreExtractorId Cut DEFAULT_EXTRACTOR DEFAULT_INCLUSION DetectedLanguage Document ECON_PAPER EconOptions
    ExplainedLeaf Explanation Extract ExtractOptions ExtractParts ExtractText ExtractTextOptions
    ExtractTextParts ExtractedText Extraction ExtractionNotes Extractor FAILURES FORMATS Facts
    FailureCode FieldSource Format Hints Inclusion KEEP_SCORE LEAF_KINDS LEAF_ROLES LanguageDetector LeafKind LeafRole LeafRoles Leaves
    MarkdownOptions Media NODE_FLAG NODE_KIND Need NewsError OpenPage Page PageType PageWarner PictureReader ProfileFit
    REASONS Reason RoleReader ShownReader SiteProfile StatedBody Suffixes TAG TITLE_SITUATIONS TitleNotes Verdict
    WARNINGS Warning WarningCode
    attribute canonicaliseUrl childNodes guessSuffix isFormat makeEcon makeExtract makeExtractText nodeAt
    nodePath parseHtml rawText reasonCode registrableDomain render tagName toHtml toJson toMarkdown
    toText toXml`,
  "src/index.ts": `
    ARTICLE_SCHEMA Announcement Article CapturedArticle DEFAULT_EXTRACTOR DEFAULT_INCLUSION Document EXTRACTORS
    ExplainedLeaf Explanation ExtractOptions ExtractTextOptions ExtractedText Extraction Extractor
    ExtractorId FAILURES FORMATS FailureCode FieldSource Format Hints Inclusion KEEP_SCORE LEAF_ROLES LeafRole LeafRoles
    MarkdownOptions Media NewsError PAGE_TYPES Page PageType ParseOptions ParsedArticle REASONS
    ReaderableOptions Reason SiteProfile StyledOptions Verdict WARNINGS Warning WarningCode
    canonicaliseUrl extract extractText extractorFromModel isExtractorId isFormat isProbablyReaderable
    parse parseHtml readSiteProfile registrableDomain reasonCode render toHtml toHtmlDocument toJson toMarkdown
    toStyled toText toXml urlShape`,
  "src/node.ts": `
    ExtractUrlOptions FetchOptions FetchedPage extractUrl fetchPage`,
  "src/client/index.ts": `
    AddedPage ApiError Article ArticleSummary BatchAnswer BatchLine ClientOptions CollectRequest CollectState ExtractRequest ExtractorId Failure
    Format GalleyClient NewSource SearchHit SentPage Site Source StoredArticle`,
  "src/parts.ts": `
    RoleModel decodeCharset detectCharset fitProfile makeLanguageDetector makeRoleReader pageWarnings pictureReader
    publicSuffixes readRoleModel shownReader`,
  "src/fused.ts": `
    BaseModels fusedModel`,
  "src/papers.ts": `
    LEARN_PAPER LearnOptions LearnRequest MSS_PAPER MssExtractor MssModel MssOptions PaperExtractorId
    RELEVANCE_PAPER RankedSpan RelevanceOptions RoundReport SimpleMssOptions SiteModel VipsOptions VisualBlock
    WRAPPER_PAPER WrapperModel WrapperSettings blocksIn learnMss learnSiteModel makeMss makePaperExtractors makeRelevance makeSimpleMss makeVips
    makeWrapper packSiteModel readMssModel segmentPage shippedModel trainWrapper`,
  "src/browser/index.ts": `
    AddressSource BrowserOptions BrowserPool FileSource MAX_PAGES MarkupSource OpenedPage RenderOptions
    RenderSource RenderedPage browsersStarted openBrowser renderPage`,
  "src/site/index.ts": `
    ArticleLink Attribute FlatOptions FlatSegment FolderOptions FolderSource FollowOptions Front Instance
    Item LabelsRead MineOptions MineProgress MinedArticle MinedSite OpenedSource PageSource
    PartitionOptions ProfileDrift ProfileHead RunFolder SITE_WARNINGS SectionPage SemanticKind
    SemanticLabel SemanticNode SiteArticle SiteLabels SiteOptions SitePage SiteWarning SiteWarningCode
    TED_DEFAULTS Taxonomy TedOptions collectRepeated describeChange flatSegments isRunFolder
    itemsOf keptSiteLabels learnTed mineProfile mineSite mineTaxonomy needsMining openFolder openSite
    partitionPage partitionToHtml partitionToJson partitionToTree partitionToXml placeArticles outsideShare readArticles
    readInstance readItems readSiteLabels readSitePage repeatedShare siteToXml taxonomyToHtml taxonomyToJson taxonomyToTree
    taxonomyToTurtle`,
  "src/store/index.ts": `
    SITE_RECORDS
    AddedFindings Candidate CollectedTitle ExportLine Failure FeedHead FeedItem Finding FindingPreview FindingTime FinishOptions Finished KnownSource LateHit LeaseOptions
    ListOptions NamedCount NotObtained ObtainedResult OpenOptions OpenRun OutcomeCount OutcomeName PageOptions RawPage Result
    Retention RetentionPolicy Run SampleAnswer SampleBy SampledPage SavedSearch SearchHit SearchOptions SearchPage Signature SimilarArticle SiteRecord
    SiteRecordKind Source SourceHeaders SourceKind SourceRead SourceReport Store StoreReport StoredArticle StoredRawPage TitleFacts
    TitleQuality VERSIONED_FIELDS Validators Version VersionReason Watch WatchState csvHead csvRecord exportLine openStore rssPieces toRss writeEpub writeRss`,
  "test/contract/extractor.ts": `
    EXTRACTOR_CONTRACT ExtractorPromise checkExtractor`,
};

test.each(Object.entries(PUBLIC))("%s exports the names listed here", (file, names) => {
  expect(exportsOf(file)).toEqual(names.trim().split(/\s+/).sort());
});

test("the entries of package.json are those listed here", () => {
  const { exports } = JSON.parse(read("package.json"));
  const built = Object.values<string | { readonly default: string; readonly browser?: string }>(exports)
    .flatMap((entry) => (typeof entry === "string" ? [] : [entry.default, entry.browser ?? []].flat()))
    .map((path) => path.replace("./dist/contract/", "test/contract/").replace("./dist/", "src/"))
    .map((path) => path.replace(/js$/, "ts"));
  expect(built.sort()).toEqual(Object.keys(PUBLIC).sort());
});

/** The names that a file exports, types included, sorted. */
function exportsOf(file: string): readonly string[] {
  const code = withoutComments(read(file));
  const listed = [...code.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) =>
    list.split(",").map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .replace(/^\w+ as /, ""),
    ),
  );
  const declared = [
    ...code.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm),
  ].map(([, name = ""]) => name);
  return [...new Set([...listed, ...declared])].filter((name) => name !== "").sort();
}

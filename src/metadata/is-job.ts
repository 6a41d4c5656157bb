/** What follows a name to say what its bearer does, or whose credit it is. */
const JOBS: ReadonlySet<string> = new Set(
  "agences agencies agency attorney bureau ceo cfo columnist contributor contributors coordinator cto director editor editors envoyé envoyée expert founder getty image images magazine manager officer producer production professor shutterstock staff writer writers".split(
    " ",
  ),
);
/** Words of one stem in many endings and languages. */
const JOB_STEM =
  /^(?:correspond|illustrat|photograph|rédact|[fp]h?otos?$)|journalist|korrespondent|redac[ct]|redakt|reporter/;
const HEAD_OF = /(?<!\p{L})head of(?!\p{L})/iu;
const BETWEEN_WORDS = /\P{L}+/u;

/** Whether a text names a job or a credit, or somebody with one. Word by word: one pattern of all takes long to make. */
export function isJob(text: string): boolean {
  const words = text.split(BETWEEN_WORDS).map((word) => word.toLowerCase());
  return (
    words.some((word) => JOBS.has(word) || JOB_STEM.test(word)) ||
    (words.includes("head") && HEAD_OF.test(text))
  );
}

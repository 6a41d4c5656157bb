/** Verbs, pronouns and particles that distinguish close languages when articles and prepositions do not. Written for this project. */
export const DISTINCTIVE_WORDS: Readonly<Record<string, string>> = {
  cs: "je se to jsou byl byla bylo jsem které který která také už jen podle řekl",
  da: "af ikke har jeg hun blev også nu hvad noget nogle kun meget være efter mere bliver",
  en: "is was are were be has have had it he she they we you not this that will said who",
  id: "yang dan di ini itu dengan untuk dari pada tidak akan dalam adalah juga oleh",
  no: "av ikke har jeg hun ble også nå hva noe noen bare mye være etter mer blir",
  ro: "este a fost sunt nu care mai din pentru și",
  sk: "je sa to sú bol bola bolo som ktoré ktorý ktorá tiež už len podľa povedal",
  tr: "bir bu ve ile için olarak olan daha çok gibi kadar sonra dedi var ise ancak göre",
};

/** Groups of languages that share so many words that a short text is easily taken for another of its group. */
export const CLOSE_LANGUAGES: readonly string[] = [
  "nb nn no da sv",
  "id ms",
  "nl af fy li",
  "es gl pt ast ca oc an",
  "de lb gsw nds als bar",
  "hr sr bs sl mk bg sh",
  "cs sk",
  "zh yue wuu",
  "ru be uk",
  "ar fa ur ps ckb arz ary",
  "hi mr ne bho mai",
  "fr br oc wa",
  "it scn vec co",
  "en sco",
  "tr az",
];

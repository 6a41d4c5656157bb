/** What a request for consent speaks of, each by beginnings of words in lower case; one that names four asks for consent. */
export const CONSENT_SUBJECTS: readonly (readonly string[])[] = [
  ["cookie", "traceur", "クッキー", "쿠키"],
  [
    ...["consent", "accept", "agree", "einwillig", "zustimm", "akzeptier", "aceptar", "aceitar", "accetta"],
    ...["toestemming", "akkoord", "zgod", "zgad", "samtyck", "samtykk", "souhlas", "hyväksy", "同意", "동의"],
  ],
  [
    ...["partner", "vendor", "third part", "dritt", "anbieter", "tiers", "tercero", "terceiro", "terzi"],
    ...["derden", "tredje", "dodavatel", "kumppan", "第三者", "제3자"],
  ],
  [
    ...["personal data", "privacy", "personenbezogen", "datenschutz", "données personnelles", "vie privée"],
    ...["datos personales", "privacidad", "dados pessoais", "dati personali", "persoonsgegevens"],
    ...["dane osobowe", "danych osobowych", "prywatno", "personuppgift", "personvern", "osobní", "個人情報"],
    "개인정보",
  ],
  [
    ...["advertis", "personali", "werbung", "anzeigen", "publicit", "pubblicit", "anuncios", "anúncios"],
    ...["advertent", "reklam", "annons", "mainon", "広告", "광고"],
  ],
];

/** Given names of the people whom the stories of an agency are about; every language writes them alike. */
export const AGENCY_GIVEN: readonly string[] = [
  ...[
    "Ilva",
    "Osman",
    "Mirko",
    "Celeste",
    "Tuomas",
    "Priya",
    "Rafael",
    "Ines",
    "Bjarne",
    "Amara",
    "Luca",
    "Noor",
  ],
  ...[
    "Emeka",
    "Yuki",
    "Greta",
    "Idris",
    "Vesna",
    "Hugo",
    "Marisol",
    "Anton",
    "Selma",
    "Kofi",
    "Dario",
    "Liesel",
  ],
];

/** Family names and places are put together from a beginning and an end, so that few stories share one by chance. */
export const AGENCY_STARTS: readonly string[] = [
  ...["Tarr", "Bellw", "Dass", "Ngar", "Ylik", "Vand", "Quint", "Kowal", "Holm", "Okwu", "Ferr", "Zaman"],
  ...["Strand", "Mori", "Pfenn", "Callo", "Drag", "Lath", "Etxa", "Ryb", "Thor", "Asant", "Mont", "Grab"],
];
/** How family names end. */
export const AGENCY_FAMILY_ENDS: readonly string[] = [
  ...["enko", "aro", "elhof", "ambe", "oski", "meer", "ini", "czek", "quist", "osa", "farov", "berg"],
  ...["wara", "werth", "away", "omir"],
];
/** How places end. */
export const AGENCY_PLACE_ENDS: readonly string[] = [
  ...["elund", "aly", "avaria", "mar", "garde", "vik", "aqat", "evela", "holm", "ucia", "enza", "moray"],
];

import type { FinerConcept, LanguageCode } from "../names.ts";

/** What the sites of a press call their smaller sections, in the languages that a press has. */
export const FINER_SECTIONS: Partial<Record<LanguageCode, Record<FinerConcept, readonly string[]>>> = {
  en: {
    elections: ["Elections", "The ballot"],
    europe: ["Europe", "The continent"],
    companies: ["Companies", "Firms", "Corporate"],
    tennis: ["Tennis", "On the court"],
    cycling: ["Cycling", "On two wheels"],
    film: ["Film", "Movies", "Cinema"],
    music: ["Music", "Concerts"],
    climate: ["Climate", "Environment"],
  },
  de: {
    elections: ["Wahlen", "Urnengang"],
    europe: ["Europa", "Der Kontinent"],
    companies: ["Unternehmen", "Firmen"],
    tennis: ["Tennis", "Am Netz"],
    cycling: ["Radsport", "Auf zwei Rädern"],
    film: ["Film", "Kino"],
    music: ["Musik", "Konzerte"],
    climate: ["Klima", "Umwelt"],
  },
  fr: {
    elections: ["Élections", "Scrutins"],
    europe: ["Europe", "Le continent"],
    companies: ["Sociétés", "Industrie"],
    tennis: ["Tennis", "Sur le court"],
    cycling: ["Cyclisme", "Vélo"],
    film: ["Cinéma", "Films"],
    music: ["Musique", "Scène"],
    climate: ["Climat", "Planète"],
  },
  es: {
    elections: ["Elecciones", "Las urnas"],
    europe: ["Europa", "El continente"],
    companies: ["Empresas", "Compañías"],
    tennis: ["Tenis", "Raqueta"],
    cycling: ["Ciclismo", "Bicicleta"],
    film: ["Cine", "Películas"],
    music: ["Música", "Conciertos"],
    climate: ["Clima", "Medio ambiente"],
  },
};

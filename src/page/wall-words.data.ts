/** Words that ask for a subscription to read on. */
export const WALL_WORDS: RegExp =
  /(?:subscribe|sign up|register|log in) to (?:continue|read)|to (?:continue|keep) reading|already (?:a subscriber|a member|subscribed)|subscribers? only|for subscribers|réservée? (?:à nos|aux) abonnés|pour lire la suite|(?:weiterlesen|artikel lesen) mit|exklusiv für abonnenten|jetzt (?:abonnieren|weiterlesen)|para (?:suscriptores|assinantes|seguir leyendo|continuar lendo)|riservato agli abbonati|per continuare a leggere|alleen voor abonnees|tylko dla prenumeratorów|会員限定|この記事は有料/i;

/**
 * Hosts and folders of pages that are announced like articles: shops, vouchers, subscriptions, newsletters, puzzles, jobs, tickets and
 * advertisements. Written for this project; lower case.
 */
export const SERVICE_FOLDERS: ReadonlySet<string> = new Set(
  `shop shops store boutique tienda loja negozio winkel webshop sklep obchod merchandise
  coupon coupons voucher vouchers gutschein gutscheine codespromo promo-code promo-codes discount-codes bons-plans bonsplans cupones descuentos
  subscribe subscription subscriptions membership abo abos abonnement abonnements abonnement-angebote suscripcion suscripciones suscribete assine
  newsletter newsletters newsletteranmeldung boletin boletines donate spenden
  puzzles puzzle crossword crosswords sudoku quiz quizzes raetsel spiele-online contest contests sweepstakes gewinnspiel gewinnspiele
  jobs stellenmarkt stellenangebote classifieds kleinanzeigen annonces clasificados tickets billetterie entradas
  advertise advertising advertorial advertorials anzeige anzeigen sponsored sponsored-content partnercontent partner-content paid-content paidcontent paidpost brandstudio brand-studio
  brandcontent branded-content brandvoice publireportage publi-reportage publirreportaje contenido-patrocinado
  login signin register account help hilfe faq impressum`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** Networks and app stores: the menus of a page link to its accounts there, so that they look like sister sites. */
export const SOCIAL_SITES: ReadonlySet<string> = new Set(
  "facebook.com twitter.com x.com t.co instagram.com youtube.com youtu.be linkedin.com pinterest.com tiktok.com whatsapp.com telegram.me t.me threads.net reddit.com flipboard.com snapchat.com weibo.com vk.com google.com apple.com".split(
    " ",
  ),
);

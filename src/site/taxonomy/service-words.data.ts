/**
 * Words in the names and addresses of pages that are not sections of news: accounts, subscriptions, shops, the publisher, legal pages,
 * tools and games. Written for this project; lower case, without diacritics.
 */
export const SERVICE_WORDS: ReadonlySet<string> = new Set(
  `login logout signin signup register registration registrieren account konto mein compte cuenta profile profil connexion connecter anmelden einloggen
  inloggen acceder ingresar iniciar logowanie zaloguj prihlasit войти ログイン 로그인 登录 登入 会員登録 회원가입 เข้าสู่ระบบ 注册 ورود
  subscribe subscription subscriptions subscriber abo abos abonnement abonnements abonner abonnez abonnieren abonnenten suscripcion suscribete suscribirse
  suscriptores assinatura assine abbonati abbonamenti abonneren prenumerera prenumerata predplatne подписка 購読 订阅 訂閱 구독 membership members donate spenden
  newsletter newsletters newsletteranmeldung boletin boletines alerts alertes alertas briefing rss feeds feed push whatsapp telegram facebook twitter instagram youtube linkedin pinterest
  shop store boutique tienda loja negozio winkel butik sklep obchod webshop merchandise магазин ショップ 商店 ร้านค้า
  epaper zeitung paper print ausgabe kiosk kiosque archive archives archiv archivo archivio arquivo hemeroteca arkiv archiwum архив アーカイブ
  jobs job stellenmarkt stellen stellenangebote stellenanzeigen emploi empleo vagas karriereportal classified classifieds kleinanzeigen anzeigen annonces anuncios clasificados obits traueranzeigen
  advertise advertising advertisement advertisers anzeige werbung werben mediadaten publicite publicidad pubblicita reklama reklam adinfo mediakit sponsored partner partners partnerinhalt advertorial advertorials verlagsspezial promotion promotions publireportage publirreportaje
  contact contacts kontakt contacto contactez contatti contato contactanos contactus お問い合わせ 联系我们 聯絡我們 문의 ติดต่อ контакты
  about ueber uber impressum imprint quienes somos propos mentions redaktion masthead staff team 关于 關於 会社概要 회사소개 เกี่ยวกับ
  privacy datenschutz datenschutzerklaerung datenschutzerklarung confidentialite privacidad privacidade cookie cookies cookiepolicy gdpr ccpa consent
  terms conditions agb nutzungsbedingungen nutzungsbasierte cgv cgu aviso condiciones conditions termos policy policies copyright accessibility barrierefreiheit
  help hilfe aide ayuda aiuto ajuda faq faqs support feedback hilfecenter customer kundenservice service services servicios sitemap search suche recherche buscar buscador busqueda
  ricerca pesquisa zoeken sok szukaj поиск 検索 搜索 搜尋 검색 ค้นหา
  app apps mobile mobil widgets widget tools rechner rechenzentrale calculator calculators vergleich vergleiche comparateur comparatif screener tracker
  games puzzles puzzle crossword crosswords sudoku quiz quizzes raetsel ratsel kreuzwortraetsel kreuzwortratsel jeux juegos mots passatempi gewinnspiel gewinnspiele competitions contests
  sweepstakes lotto lottery lotterie loteria loterie gluecksspiel horoscope horoscopes horoskop horoskope horoscopo horoscopos
  coupon coupons voucher vouchers gutschein gutscheine discount discounts codes promo promos deals angebote rabatt bonsplans ofertas cupones descuentos
  dating partnersuche partnerschaften rencontres singles tickets ticket billetterie entradas veranstaltungen events evenements eventos agenda kalender calendar
  tvguide tvprogramm programme programm fernsehprogramm programacion livetv tippspiel
  author authors autor autoren autores auteur auteurs autori journalist journalists redakteure byline columnist columnists people person personen reporters correspondents
  edition editions ausgaben language languages sprache idioma home homepage startseite accueil inicio portada hauptseite hjem etusivu forside strona
  domov kezdolap главная anasayfa ホーム 首頁 首页 홈 หน้าแรก الرئيسية
  more mehr plus mas weitere weitersagen all alle tous todos todas ubersicht uebersicht overview show zeigen anzeigen voir ver
  vergleichswelt sonderthemen sonderveroeffentlichung kreditkarte kreditkarten kredite versicherung versicherungen insurance assurances seguros assicurazioni loans
 email emails site sites tags tag verwalten manage settings einstellungen parametres ajustes notifications notifiche benachrichtigungen permissions request form submit submission submissions
  kundigen kuendigen kuendigung widerruf legales notice guidelines charte disclaimer reglement regulamin regolamento podminky policy gizlilik kunye iletisim licensing licence
  passwort password mot passe auth authenticate sign registrierung anmeldung moncompte freemail cdn cgi secure access download downloads herunterladen pdf ebook ebooks
  offers offer gratis kostenlos kostenlose testen bestellen sales payment ads advert inzerce gesponsert marktplatz marketplace inserieren kleinanzeige leserreisen aboshop aboservice discountcode cashback shops shopping
  girokonto tagesgeld festgeld geschaeftskonto baufinanzierung kreditrechner prepaid mobilfunk dsl tarife preisvergleich strompreisvergleich vpn
  spiele spelletjes spel pussel korsord solitaire mahjong sportwetten casino casinos betting loterias lottozahlen eurojackpot routenplaner regenradar
  internships employer presseportal press utiq jugendschutz datenschutzhinweis rssfeeds fb applications
  廣告 查詢 聲明 條款 會員 聯絡 使用 利用規約 お知らせ 広告 会員 광고 회원 약관 реклама помощь правила
  odds standings scoreboard scoreboards schedule schedules fixtures statistics statistik statistiken statistiques estadisticas tabellen ergebnisse ergebnis resultate resultats resultados risultati wyniki vysledky
  spielplan clasificacion classifica classement kurse quotes listings listing announcements notices anniversaries birthdays wishes bingo webchat cameras camera cam cams wallpapers radar forecast vorhersage
  previsioni prognose benchmarks screener calculators fiyatlari kuru
  merkliste leseliste saved bookmarks lesezeichen playlist verlag publishing corrections`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** Names of menus that only hold sections; in addresses these words say nothing. */
export const HOLDER_WORDS: ReadonlySet<string> = new Set(
  `ressort ressorts rubrik rubriken rubrique rubriques rubryki rubriky rubriker rubrieken section sections seccion secciones secoes sezione sezioni
  category categories kategorie kategorien categoria categorias categorie kategoriler menu themenwelten`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** What titles and notices of missing pages say; written down from the error pages of publishing systems in these languages. */
export const GONE_WORDS: RegExp =
  /\b(?:error 404|404 error|404[ –—:|-]+\p{L}|page (?:was )?not found|page (?:does not|doesn['’]t|no longer) exists?|(?:article|story|page) (?:is )?no longer available|seite (?:wurde )?nicht gefunden|page introuvable|página no encontrada|página não encontrada|pagina non trovata|pagina niet gevonden|nie znaleziono strony|strona nie istnieje|stránka nenalezena|sidan hittades inte|siden (?:ble )?ikke funnet)(?!\p{L})|страница не найдена|η σελίδα δεν βρέθηκε|页面不存在|找不到(?:网页|頁面|页面)|ページが見つかりません|페이지를 찾을 수 없습니다|الصفحة غير موجودة|पृष्ठ नहीं मिला/iu;

/** What pages that keep robots out say. */
export const BLOCK_WORDS: RegExp =
  /\b(?:access denied|are you a robot|verify (?:that )?you are (?:a )?human|checking your browser|unusual traffic|enable javascript and cookies|please complete the captcha|request (?:was )?blocked|attention required|zugriff verweigert|accès refusé|acceso denegado|доступ запрещен)(?!\p{L})|访问被拒绝|アクセスが拒否されました/iu;

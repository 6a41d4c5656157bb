/**
 * What class names, ids and properties say about the text in their element, by beginnings and parts of names that page authors of
 * several countries use. A column each: how many elements up the nearest such name is.
 */
export const NAME_HINTS = {
  comment: /comment|disqus|respond|replies|discussion|kommentar|coment[aá]|reacties|yorum|pinglun/i,
  related:
    /relat|recommend|more-?(?:from|on|stor|news)|read-?(?:more|next|also)|see-?also|similar|trending|popular|most-?(?:read|view)|latest|top-?stor|teaser|verwandt|zum-?thema|lire-?aussi/i,
  promotion:
    /promo|newsletter|subscri|sign-?up|sponsor|advert|(?:^|[\s_-])ads?(?:$|[\s_-])|banner|paywall|abonn|anzeige|werbung|publicid/i,
  caption: /caption|cutline|legend|bildunterschrift|bildtext/i,
  credit: /credit|copyright|photographer|photo-?by|bildquelle|fotograf/i,
  byline: /by-?line|author|writer|contributor|autor|auteur/i,
  date: /date|time|publish|posted|updated|datum|fecha/i,
  headline: /headline|(?:^|[\s_-])title|entry-?title|(?:^|[\s_-])hed(?:$|[\s_-])/i,
  standfirst:
    /stand-?first|sub-?(?:title|head|headline|hed)|(?:^|[\s_-])(?:dek|deck|lede?|lead|intro|summary|abstract|perex)(?:$|[\s_-])|strap-?line|vorspann|chap[oô]|entradilla|sommario|ingress/i,
  share: /share|social|follow|tools|print|e-?mail|bookmark/i,
  navigation:
    /(?:^|[\s_-])(?:nav|menu|foot|header|top|search|login)|navig|breadcrumb|footer|masthead|sidebar|cookie|consent/i,
  tags: /(?:^|[\s_-])tags?(?:$|[\s_-])|topic|keyword|categor/i,
  body: /body|content|article|story|entry|(?:^|[\s_-])post|text/i,
  embed: /embed|tweet|twitter|instagram|facebook|player|video/i,
  list: /list|item|card|grid|rail|widget|module/i,
} as const satisfies Readonly<Record<string, RegExp>>;

/** What a short text says by its own words, in the main languages; a flag each. */
export const WORD_HINTS = {
  by: /^(?:by|von|par|por|di|da|door|av|af|text|story|words|reporting|author|autor|auteur|автор|текст|συντάκτης|بقلم|מאת|作者|文|記者|记者|글|लेखक|โดย)[\s:：]/iu,
  credit:
    /^(?:photo(?:graph|s)?|foto|image|picture|video|illustration|фото|φωτο|صورة|צילום)[\s:：/]|(?:photo|foto|image|picture|bild|video|graphic|illustration|фото|φωτο|صورة|צילום|图|圖|写真|사진|फोटो|ภาพ)[^.]{0,20}[:：/]|©|\(c\)|getty|reuters|\bAFP\b|\bAP\b|\bdpa\b|credit|courtesy of|file photo/iu,
  promotion:
    /subscri|newsletter|sign up|follow us|advertis|sponsor|download (?:the|our) app|donate|abonn|werbung|anzeige|publicid|publicité|suscr[ií]|reklam|реклам|подпис|广告|廣告|订阅|訂閱|購読|広告|구독|광고/iu,
  notice:
    /all rights reserved|copyright|privacy|cookie|terms of|impressum|datenschutz|mentions légales|aviso legal|contact us|powered by|版权|著作権|무단/iu,
} as const satisfies Readonly<Record<string, RegExp>>;

/** Lines over a part of a page; the blocks since the last such line are a column. */
export const HEADING_HINTS = {
  related:
    /^(?:related|read (?:more|also|next)|see also|also (?:on|in|read)|more (?:on|from|stories|news|in|about)|you (?:may|might)|recommended|most (?:read|popular|viewed|e-?mailed)|top stories|latest|trending|popular|other (?:stories|news)|don.t miss|mehr (?:zum|aus|über)|lesen sie|das könnte|meistgelesen|verwandte|à lire|lire aussi|sur le même|les plus lus|lea (?:también|además)|más (?:noticias|leíd)|te puede|relacionad|leia|leggi anche|lees ook|czytaj|polecamy|zobacz|czytać|читайте|по теме|главное|διαβάστε|اقرأ|קראו|相关|相關|推荐|関連|あわせて|관련|많이 본|यह भी|ข่าวที่)/iu,
  promotion:
    /^(?:advertisement|sponsored|subscribe|newsletter|sign up|support|anzeige|publicité|publicidad|werbung|reklama|реклама|广告|広告|광고)/iu,
} as const satisfies Readonly<Record<string, RegExp>>;

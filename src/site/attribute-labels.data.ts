/** First words of the labels that articles have beside the words for "by" and for dates of publication and change, in the main languages. */
export const LABEL_WORDS = {
  source:
    "source sources 来自 信息来源 文章来源 新闻来源 資料來源 quelle quellen fuente fuentes fonte fonti bron källa kilde lähde źródło zdroj zdroje forrás sursa източник πηγή источник джерело izvor kaynak المصدر منبع מקור स्रोत ที่มา nguồn sumber 来源 來源 稿源 出处 出典 출처",
  picture:
    "photo photos photograph photographs photographer illustration illustrations collage collages grafik коллаж иллюстрация foto fotos bild bilder picture pictures image images credit credits crédit crédits fotó foto’s снимка φωτογραφία фото fotoğraf تصوير عکس צילום फोटो ภาพ ảnh 图片 圖片 摄影 攝影 写真 사진",
  tags: "tag tags topic topics keywords themen thema schlagwörter schlagworte stichworte sujets mots-clés thèmes dossier temas etiquetas palabras palavras argomenti tagi tematy tagy témata štítky témy címkék etichete тагове ετικέτες теги тема темы теми oznake etiketler الوسوم برچسب‌ها תגיות टैग แท็ก 标签 標籤 关键词 關鍵字 キーワード 태그 키워드",
  editor:
    "editor editors editing edited redaktion redakteur redaktør redaktör rédaction redacción redattore redactie redakce redaktor szerkesztő редактор редакция επιμέλεια editör تحرير ویراستار עריכה संपादक บรรณาธิการ biên 编辑 編輯 责编 责任编辑 責任編輯 編集 편집",
  writer:
    "reporter reporting writer writers written correspondent journalist reportage periodista giornalista journaliste dziennikarz репортер корреспондент muhabir مراسل خبرنگار כתב 记者 記者 기자 사진기자",
  place: "place location ort lieu lugar luogo plaats plats sted místo miejsce место yer 地点 地點 場所",
  agency: "agency agentur agence agencia agenzia agentura agencja агентство ajans وكالة 通讯社",
  reading:
    "reading tiempo tempo lesezeit lesedauer temps lectura lettura leitura leestijd lästid læsetid lesetid čtení czytania olvasási okuma",
  date: "stand datum date fecha data dato päivä dátum дата tarih التاريخ تاریخ 日期 时间 時間 日時 날짜",
  category:
    "category categories rubrik kategorie categoría kategoria kategória категория 分类 分類 栏目 欄目 欄名 類別",
} as const;

/** Beginnings of words beside dates of publication and change that `DATE_LABELS` lacks; it reads the dates of articles. */
export const MORE_DATE_WORDS = [
  "actualis",
  "erstveröffentl",
  "giriş",
  "发表",
  "發表",
  "maj(?!\\p{L})",
  "出版",
] as const;

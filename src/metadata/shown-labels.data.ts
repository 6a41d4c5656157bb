/** Words that a writer's name follows, after a space or a colon. */
export const BY_WORDS: readonly string[] =
  "author autor autorin/autor autor/ři autorzy autoři oleh penulis yazar írta автор авторы автори συντάκτης بقلم מאת 作者 撰文 执笔 執筆 著者".split(
    " ",
  );

/** Words that a name follows only after a colon or the like: alone they begin sentences too. */
export const BY_LABELS: readonly string[] =
  "by von par por text tekst teksti текст szöveg كتب كتبت الكاتب الكاتبة إعداد نویسنده تحریر लेखक โดย ผู้เขียน 文 글 글쓴이 작성자 ライター 执笔人".split(
    " ",
  );

/** Beginnings of the words beside a date that say what kind it is, in the main languages. */
export const DATE_LABELS = {
  published: [
    ..."publi posted veröffentl erstellt erschienen gepubliceerd pubblic zveřejn yayın".split(" "),
    ..."опубл 입력 등록 发布 發布 發佈 公開 掲載 نشر פורסם".split(" "),
  ],
  changed: [
    "mis à jour",
    "cập nhật",
    ..."updat modif edited aktualis aktualiz geändert bearbeitet actualiz atualiz aggiorn bijgewerkt".split(
      " ",
    ),
    ..."güncel uppdater oppdater opdater zmien změn frissít päivit diperbarui".split(" "),
    ..."редакт обновл изменен оновл ενημέρ 수정 更新 修改 تحديث עודכן अपडेट".split(" "),
  ],
  other: "reviewed © copyright expire deadline".split(" "),
} as const;

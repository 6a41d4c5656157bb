/** Beginnings of the words beside a date that say what happened on it, in the main languages. */
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

/** One made-up sentence per encoding with its bytes, written by Python's codecs. */
export const ENCODED_SENTENCES: readonly {
  readonly encoding: string;
  readonly text: string;
  readonly hex: string;
}[] = [
  {
    encoding: "gbk",
    text: "港口今天早上重新开放，渔民们说这是多年来最好的一天。",
    hex: "b8dbbfdabdf1ccecd4e7c9cfd6d8d0c2bfaab7c5a3acd3e6c3f1c3c7cbb5d5e2cac7b6e0c4eac0b4d7eebac3b5c4d2bbcceca1a3",
  },
  {
    encoding: "gb18030",
    text: "港口今天早上重新开放，𠮷先生说这是最好的一天。",
    hex: "b8dbbfdabdf1ccecd4e7c9cfd6d8d0c2bfaab7c5a3ac9534b235cfc8c9facbb5d5e2cac7d7eebac3b5c4d2bbcceca1a3",
  },
  {
    encoding: "big5",
    text: "港口今天早上重新開放，漁民們說這是多年來最好的一天。",
    hex: "b4e4a466a4b5a4d1a6ada457adabb773b67da9f1a141baaea5c1adccbba1b36fac4fa668a67ea8d3b3cca66eaabaa440a4d1a143",
  },
  {
    encoding: "shift_jis",
    text: "港は今朝、再び開かれました。漁師たちは最高の一日だと話しています。",
    hex: "8d6082cd8da192a981418dc482d18a4a82a982ea82dc82b582bd81428b998e7482bd82bf82cd8dc58d8282cc88ea93fa82be82c6986282b582c482a282dc82b78142",
  },
  {
    encoding: "euc-jp",
    text: "港は今朝、再び開かれました。漁師たちは最高の一日だと話しています。",
    hex: "b9c1a4cfbaa3c4aba1a2bac6a4d3b3aba4aba4eca4dea4b7a4bfa1a3b5f9bbd5a4bfa4c1a4cfbac7b9e2a4ceb0ecc6fca4c0a4c8cfc3a4b7a4c6a4a4a4dea4b9a1a3",
  },
  {
    encoding: "iso-2022-jp",
    text: "港は今朝、再び開かれました。",
    hex: "1b24423941244f3a23442b21223a462453332b242b246c245e2437243f21231b2842",
  },
  {
    encoding: "euc-kr",
    text: "항구가 오늘 아침 다시 열렸다. 어부들은 몇 년 만에 가장 좋은 날이라고 말했다.",
    hex: "c7d7b1b8b0a120bfc0b4c320bec6c4a720b4d9bdc320bfadb7c8b4d92e20beeebaceb5e9c0ba20b8ee20b3e220b8b8bfa120b0a1c0e520c1c1c0ba20b3afc0ccb6f3b0ed20b8bbc7dfb4d92e",
  },
  {
    encoding: "windows-1250",
    text: "Przystań otwarto dziś rano; rybacy mówią, że to najlepszy dzień od lat.",
    hex: "50727a79737461f1206f74776172746f20647a699c2072616e6f3b20727962616379206df37769b92c20bf6520746f206e616a6c6570737a7920647a6965f1206f64206c61742e",
  },
  {
    encoding: "iso-8859-2",
    text: "Přístav dnes ráno znovu otevřeli; rybáři říkají, že je to nejlepší den.",
    hex: "50f8ed7374617620646e65732072e16e6f207a6e6f7675206f746576f8656c693b20727962e1f86920f8ed6b616aed2c20be65206a6520746f206e656a6c6570b9ed2064656e2e",
  },
  {
    encoding: "windows-1251",
    text: "Порт снова открыли сегодня утром, и рыбаки говорят, что это лучший день.",
    hex: "cfeef0f220f1edeee2e020eef2eaf0fbebe820f1e5e3eee4edff20f3f2f0eeec2c20e820f0fbe1e0eae820e3eee2eef0fff22c20f7f2ee20fdf2ee20ebf3f7f8e8e920e4e5edfc2e",
  },
  {
    encoding: "koi8-r",
    text: "Порт снова открыли сегодня утром, и рыбаки говорят, что это лучший день.",
    hex: "f0cfd2d420d3cecfd7c120cfd4cbd2d9ccc920d3c5c7cfc4ced120d5d4d2cfcd2c20c920d2d9c2c1cbc920c7cfd7cfd2d1d42c20ded4cf20dcd4cf20ccd5dedbc9ca20c4c5ced82e",
  },
  {
    encoding: "iso-8859-5",
    text: "Порт снова открыли сегодня утром, и рыбаки говорят, что это лучший день.",
    hex: "bfdee0e220e1ddded2d020dee2dae0ebdbd820e1d5d3ded4ddef20e3e2e0dedc2c20d820e0ebd1d0dad820d3ded2dee0efe22c20e7e2de20ede2de20dbe3e7e8d8d920d4d5ddec2e",
  },
  {
    encoding: "windows-1252",
    text: "Le port a rouvert ce matin ; « c’est la meilleure journée », disent les pêcheurs.",
    hex: "4c6520706f7274206120726f7576657274206365206d6174696e203b20ab206392657374206c61206d65696c6c65757265206a6f75726ee96520bb2c20646973656e74206c65732070ea6368657572732e",
  },
  {
    encoding: "iso-8859-15",
    text: "Le port a coûté 3 millions d'€, disent les pêcheurs.",
    hex: "4c6520706f7274206120636ffb74e92033206d696c6c696f6e73206427a42c20646973656e74206c65732070ea6368657572732e",
  },
  {
    encoding: "windows-1253",
    text: "Το λιμάνι άνοιξε ξανά σήμερα το πρωί και οι ψαράδες χαίρονται πολύ.",
    hex: "d4ef20ebe9ecdcede920dcedefe9eee520eee1eddc20f3deece5f1e120f4ef20f0f1f9df20eae1e920efe920f8e1f1dce4e5f220f7e1dff1efedf4e1e920f0efebfd2e",
  },
  {
    encoding: "windows-1254",
    text: "Liman bu sabah yeniden açıldı; balıkçılar bugünün en güzel gün olduğunu söylüyor.",
    hex: "4c696d616e2062752073616261682079656e6964656e2061e7fd6c64fd3b2062616cfd6be7fd6c617220627567fc6efc6e20656e2067fc7a656c2067fc6e206f6c6475f0756e752073f6796cfc796f722e",
  },
  {
    encoding: "windows-1255",
    text: "הנמל נפתח מחדש הבוקר והדייגים אומרים שזה היום הטוב ביותר.",
    hex: "e4f0eeec20f0f4fae720eee7e3f920e4e1e5f7f820e5e4e3e9e9e2e9ed20e0e5eef8e9ed20f9e6e420e4e9e5ed20e4e8e5e120e1e9e5faf82e",
  },
  {
    encoding: "windows-1256",
    text: "أعيد فتح الميناء صباح اليوم ويقول الصيادون إنه أفضل يوم منذ سنوات.",
    hex: "c3daedcf20ddcacd20c7e1e3ede4c7c120d5c8c7cd20c7e1ede6e320e6eddee6e120c7e1d5edc7cfe6e420c5e4e520c3ddd6e120ede6e320e3e4d020d3e4e6c7ca2e",
  },
  {
    encoding: "windows-1257",
    text: "Uostas šįryt vėl atidarytas; žvejai sako, kad tai geriausia diena.",
    hex: "556f7374617320f0e17279742076eb6c20617469646172797461733b20fe76656a61692073616b6f2c206b61642074616920676572696175736961206469656e612e",
  },
  {
    encoding: "windows-874",
    text: "ท่าเรือเปิดอีกครั้งเช้านี้ และชาวประมงบอกว่าเป็นวันที่ดีที่สุด",
    hex: "b7e8d2e0c3d7cde0bbd4b4cdd5a1a4c3d1e9a7e0aae9d2b9d5e920e1c5d0aad2c7bbc3d0c1a7bacda1c7e8d2e0bbe7b9c7d1b9b7d5e8b4d5b7d5e8cad8b4",
  },
];

import type { LanguageCode } from "../names.ts";

/** What a house says about itself, in whole sentences that are no part of any story; `{site}` is its name. */
export interface HouseTexts {
  /** The rules for commenters. */
  readonly rules: readonly string[];
  /** Where an embed waits for the reader's consent. */
  readonly consent: readonly string[];
  /** Requests for support. */
  readonly plea: readonly string[];
  readonly about: readonly string[];
}

/** Written for the newsroom, none taken from a page. */
export const HOUSE_TEXTS: Readonly<Record<LanguageCode, HouseTexts>> = {
  en: {
    rules: [
      "Please stay on the subject and be polite to other readers.",
      "Insults, advertising and links to shops will be removed without notice.",
      "The editors read every comment before it appears, and discussions close after three days.",
    ],
    consent: [
      "At this point we would like to show you a post from a social network.",
      "It can pass data about you to others, so we load it only once you have agreed.",
    ],
    plea: [
      "You have read this story without paying, like thousands of others today.",
      "{site} has no owner who tells us what to write, and good reporting costs money.",
      "For the price of a coffee a month you keep our work free for everybody.",
    ],
    about: [
      "{site} is an independent paper with reporters in eleven towns.",
      "We correct our mistakes openly; write to the news desk if you have found one.",
    ],
  },
  de: {
    rules: [
      "Bitte bleiben Sie beim Thema und gehen Sie höflich miteinander um.",
      "Beleidigungen, Werbung und Verweise auf Geschäfte werden ohne Hinweis gelöscht.",
      "Die Redaktion liest jeden Beitrag, bevor er erscheint; nach drei Tagen wird die Diskussion geschlossen.",
    ],
    consent: [
      "An dieser Stelle möchten wir Ihnen einen Beitrag aus einem sozialen Netzwerk zeigen.",
      "Dabei können Daten an andere übermittelt werden, deshalb laden wir ihn erst, wenn Sie zugestimmt haben.",
    ],
    plea: [
      "Sie haben diesen Text gelesen, ohne zu zahlen, wie heute viele Tausend andere.",
      "{site} gehört niemandem, der uns vorschreibt, was wir schreiben, und gute Arbeit kostet Geld.",
      "Für den Preis eines Kaffees im Monat halten Sie unsere Arbeit für alle offen.",
    ],
    about: [
      "{site} ist eine unabhängige Zeitung mit Berichterstattern in elf Städten.",
      "Wir berichtigen Fehler offen; schreiben Sie der Redaktion, wenn Sie einen gefunden haben.",
    ],
  },
  fr: {
    rules: [
      "Merci de rester dans le sujet et de respecter les autres lecteurs.",
      "Les insultes, la publicité et les liens vers des boutiques sont supprimés sans préavis.",
      "La rédaction lit chaque message avant sa parution, et les discussions ferment au bout de trois jours.",
    ],
    consent: [
      "Nous voudrions vous montrer ici un message publié sur un réseau social.",
      "Il peut transmettre des données à des tiers, c'est pourquoi nous ne l'affichons qu'avec votre accord.",
    ],
    plea: [
      "Vous avez lu cet article sans payer, comme des milliers d'autres aujourd'hui.",
      "{site} n'a pas de propriétaire qui lui dicte ses pages, et enquêter coûte cher.",
      "Pour le prix d'un café par mois, vous gardez notre travail ouvert à tous.",
    ],
    about: [
      "{site} est un journal indépendant, avec des correspondants dans onze villes.",
      "Nous corrigeons nos erreurs au grand jour : écrivez à la rédaction si vous en trouvez une.",
    ],
  },
  es: {
    rules: [
      "Le rogamos que no se aparte del tema y que respete a los demás lectores.",
      "Los insultos, la publicidad y los enlaces a tiendas se borran sin previo aviso.",
      "La redacción lee cada comentario antes de publicarlo, y los debates se cierran a los tres días.",
    ],
    consent: [
      "Aquí nos gustaría mostrarle un mensaje de una red social.",
      "Puede enviar datos suyos a terceros, por lo que solo lo cargamos si usted lo acepta.",
    ],
    plea: [
      "Ha leído esta noticia sin pagar, igual que miles de personas hoy.",
      "{site} no tiene un dueño que nos diga qué escribir, y el buen periodismo cuesta dinero.",
      "Por el precio de un café al mes, usted mantiene nuestro trabajo abierto a todos.",
    ],
    about: [
      "{site} es un diario independiente con corresponsales en once ciudades.",
      "Corregimos nuestros errores a la vista de todos; escriba a la redacción si encuentra alguno.",
    ],
  },
  pl: {
    rules: [
      "Prosimy trzymać się tematu i szanować innych czytelników.",
      "Obelgi, reklamy i odnośniki do sklepów usuwamy bez uprzedzenia.",
      "Redakcja czyta każdy komentarz przed publikacją, a dyskusje zamykamy po trzech dniach.",
    ],
    consent: [
      "W tym miejscu chcielibyśmy pokazać wpis z serwisu społecznościowego.",
      "Może on przekazywać dane innym firmom, dlatego wczytamy go dopiero po wyrażeniu zgody.",
    ],
    plea: [
      "Ten tekst przeczytali Państwo za darmo, jak tysiące innych osób dzisiaj.",
      "{site} nie ma właściciela, który mówi nam, co pisać, a dobre dziennikarstwo kosztuje.",
      "Za cenę jednej kawy miesięcznie nasza praca pozostanie dostępna dla wszystkich.",
    ],
    about: [
      "{site} to niezależna gazeta z korespondentami w jedenastu miastach.",
      "Błędy prostujemy otwarcie; prosimy napisać do redakcji, jeśli ktoś znajdzie pomyłkę.",
    ],
  },
  ru: {
    rules: [
      "Пожалуйста, не отклоняйтесь от темы и уважайте других читателей.",
      "Оскорбления, реклама и ссылки на магазины удаляются без предупреждения.",
      "Редакция читает каждый комментарий до публикации, а обсуждения закрываются через три дня.",
    ],
    consent: [
      "В этом месте мы хотели бы показать вам запись из социальной сети.",
      "Она может передавать данные третьим лицам, поэтому мы загрузим её только с вашего согласия.",
    ],
    plea: [
      "Вы прочитали этот материал бесплатно, как и тысячи других людей сегодня.",
      "У газеты «{site}» нет хозяина, который решает, о чём нам писать, а хорошая работа стоит денег.",
      "За цену одной чашки кофе в месяц вы сохраняете наши тексты открытыми для всех.",
    ],
    about: [
      "«{site}» — независимая газета с корреспондентами в одиннадцати городах.",
      "Мы открыто исправляем ошибки; напишите в редакцию, если нашли одну из них.",
    ],
  },
  el: {
    rules: [
      "Παρακαλούμε να μένετε στο θέμα και να σέβεστε τους άλλους αναγνώστες.",
      "Ύβρεις, διαφημίσεις και σύνδεσμοι προς καταστήματα διαγράφονται χωρίς προειδοποίηση.",
      "Η σύνταξη διαβάζει κάθε σχόλιο πριν δημοσιευτεί και οι συζητήσεις κλείνουν μετά από τρεις ημέρες.",
    ],
    consent: [
      "Σε αυτό το σημείο θα θέλαμε να σας δείξουμε μια ανάρτηση από κοινωνικό δίκτυο.",
      "Μπορεί να στείλει δεδομένα σε τρίτους, γι' αυτό τη φορτώνουμε μόνο αν συμφωνήσετε.",
    ],
    plea: [
      "Διαβάσατε αυτό το κείμενο χωρίς να πληρώσετε, όπως χιλιάδες άλλοι σήμερα.",
      "Η εφημερίδα {site} δεν έχει ιδιοκτήτη που να υπαγορεύει τι θα γράψουμε, και η καλή δουλειά κοστίζει.",
      "Με το κόστος ενός καφέ τον μήνα κρατάτε τη δουλειά μας ανοιχτή για όλους.",
    ],
    about: [
      "Η εφημερίδα {site} είναι ανεξάρτητη και έχει ανταποκριτές σε έντεκα πόλεις.",
      "Διορθώνουμε τα λάθη μας δημόσια· γράψτε στη σύνταξη αν βρείτε κάποιο.",
    ],
  },
  ar: {
    rules: [
      "نرجو الالتزام بالموضوع واحترام القراء الآخرين.",
      "تُحذف الإهانات والإعلانات وروابط المتاجر من دون إشعار.",
      "يقرأ المحررون كل تعليق قبل نشره، وتُغلق النقاشات بعد ثلاثة أيام.",
    ],
    consent: [
      "نود أن نعرض عليكم هنا منشورا من إحدى شبكات التواصل الاجتماعي.",
      "قد يرسل هذا المنشور بيانات إلى جهات أخرى، ولذلك لا نحمّله إلا بعد موافقتكم.",
    ],
    plea: [
      "لقد قرأتم هذا التقرير مجانا، مثل آلاف القراء اليوم.",
      "ليس لصحيفة {site} مالك يملي علينا ما نكتب، والصحافة الجيدة تحتاج إلى المال.",
      "بثمن فنجان قهوة في الشهر يبقى عملنا متاحا للجميع.",
    ],
    about: [
      "{site} صحيفة مستقلة لها مراسلون في إحدى عشرة مدينة.",
      "نصحح أخطاءنا علنا، فاكتبوا إلى هيئة التحرير إذا وجدتم خطأ.",
    ],
  },
  he: {
    rules: [
      "נא להישאר בנושא ולכבד את שאר הקוראים.",
      "עלבונות, פרסומות וקישורים לחנויות יוסרו ללא הודעה.",
      "המערכת קוראת כל תגובה לפני פרסומה, והדיונים נסגרים לאחר שלושה ימים.",
    ],
    consent: [
      "בנקודה זו היינו רוצים להציג לכם פוסט מרשת חברתית.",
      "הוא עלול להעביר מידע לגורמים אחרים, ולכן נטען אותו רק לאחר הסכמתכם.",
    ],
    plea: [
      "קראתם את הכתבה הזאת בלי לשלם, כמו אלפי קוראים אחרים היום.",
      "לעיתון {site} אין בעלים שמכתיב לנו מה לכתוב, ועיתונות טובה עולה כסף.",
      "במחיר של כוס קפה בחודש העבודה שלנו תישאר פתוחה לכולם.",
    ],
    about: [
      "{site} הוא עיתון עצמאי עם כתבים באחת עשרה ערים.",
      "אנו מתקנים טעויות בגלוי; כתבו למערכת אם מצאתם אחת.",
    ],
  },
  zh: {
    rules: [
      "请围绕主题发言，并尊重其他读者。",
      "辱骂、广告以及商店链接将被直接删除，恕不另行通知。",
      "每条评论在发布前都由编辑审阅，讨论在三天后关闭。",
    ],
    consent: [
      "我们想在这里为您显示一条社交网络上的帖子。",
      "它可能会向第三方传送数据，因此只有在您同意之后才会加载。",
    ],
    plea: [
      "您和今天的成千上万名读者一样，免费读完了这篇报道。",
      "《{site}》没有老板规定我们写什么，而好的报道需要资金。",
      "每月一杯咖啡的价钱，就能让我们的内容继续向所有人开放。",
    ],
    about: [
      "《{site}》是一家独立报纸，在十一座城市派有记者。",
      "我们公开更正错误；如果您发现差错，请写信给编辑部。",
    ],
  },
  ja: {
    rules: [
      "話題に沿って、ほかの読者を尊重してご投稿ください。",
      "中傷や広告、店舗へのリンクは予告なく削除します。",
      "投稿は編集部が確認してから掲載し、議論は三日後に締め切ります。",
    ],
    consent: [
      "ここではソーシャルネットワークの投稿を表示する予定です。",
      "第三者にデータが送られることがあるため、同意をいただいた後に読み込みます。",
    ],
    plea: [
      "今日も何千人もの読者が、この記事を無料で読みました。",
      "{site}には書く内容を決める所有者はおらず、良い取材には費用がかかります。",
      "毎月コーヒー一杯分のご支援で、記事を誰でも読めるまま保つことができます。",
    ],
    about: [
      "{site}は十一の都市に記者を置く独立した新聞です。",
      "間違いは公開の場で訂正します。お気づきの点は編集部までお知らせください。",
    ],
  },
  ko: {
    rules: [
      "주제에서 벗어나지 말고 다른 독자를 존중해 주십시오.",
      "욕설과 광고, 상점으로 가는 링크는 예고 없이 삭제됩니다.",
      "편집부가 모든 댓글을 확인한 뒤에 게시하며, 토론은 사흘 뒤에 닫힙니다.",
    ],
    consent: [
      "이 자리에는 소셜 네트워크의 게시물이 표시됩니다.",
      "다른 회사에 정보가 전달될 수 있으므로 동의하신 뒤에만 불러옵니다.",
    ],
    plea: [
      "오늘도 수천 명의 독자가 이 기사를 무료로 읽었습니다.",
      "{site}에는 무엇을 쓸지 정하는 소유주가 없으며, 좋은 취재에는 비용이 듭니다.",
      "한 달에 커피 한 잔 값이면 저희 기사를 누구나 계속 읽을 수 있습니다.",
    ],
    about: [
      "{site}는 열한 개 도시에 기자를 둔 독립 신문입니다.",
      "잘못은 공개적으로 바로잡습니다. 오류를 발견하시면 편집부로 알려 주십시오.",
    ],
  },
  hi: {
    rules: [
      "कृपया विषय पर ही लिखें और दूसरे पाठकों का सम्मान करें।",
      "अपशब्द, विज्ञापन और दुकानों के लिंक बिना सूचना के हटा दिए जाएँगे।",
      "संपादक हर टिप्पणी छपने से पहले पढ़ते हैं, और चर्चा तीन दिन बाद बंद हो जाती है।",
    ],
    consent: [
      "यहाँ हम आपको सोशल नेटवर्क की एक पोस्ट दिखाना चाहते हैं।",
      "इससे आपकी जानकारी दूसरों तक जा सकती है, इसलिए हम इसे आपकी सहमति के बाद ही खोलेंगे।",
    ],
    plea: [
      "आज हज़ारों पाठकों की तरह आपने भी यह ख़बर बिना पैसे दिए पढ़ी है।",
      "{site} का कोई मालिक हमें नहीं बताता कि क्या लिखना है, और अच्छी पत्रकारिता में ख़र्च होता है।",
      "महीने में एक कप कॉफ़ी के दाम पर आप हमारा काम सबके लिए खुला रख सकते हैं।",
    ],
    about: [
      "{site} एक स्वतंत्र अख़बार है, जिसके संवाददाता ग्यारह शहरों में हैं।",
      "हम अपनी भूलें खुलकर सुधारते हैं; कोई भूल मिले तो संपादकीय विभाग को लिखें।",
    ],
  },
  th: {
    rules: [
      "โปรดแสดงความเห็นให้ตรงประเด็นและเคารพผู้อ่านคนอื่น",
      "คำหยาบ โฆษณา และลิงก์ไปยังร้านค้าจะถูกลบโดยไม่แจ้งล่วงหน้า",
      "กองบรรณาธิการอ่านทุกความเห็นก่อนเผยแพร่ และการสนทนาจะปิดหลังสามวัน",
    ],
    consent: ["ตรงนี้เราอยากแสดงโพสต์จากเครือข่ายสังคม", "โพสต์อาจส่งข้อมูลของคุณไปยังผู้อื่น เราจึงจะแสดงเมื่อคุณยินยอมแล้วเท่านั้น"],
    plea: [
      "วันนี้คุณอ่านข่าวนี้โดยไม่เสียเงินเหมือนผู้อ่านอีกหลายพันคน",
      "{site} ไม่มีเจ้าของที่สั่งว่าเราต้องเขียนอะไร และการทำข่าวที่ดีมีค่าใช้จ่าย",
      "เพียงเดือนละเท่าราคากาแฟหนึ่งแก้ว งานของเราจะเปิดให้ทุกคนอ่านต่อไป",
    ],
    about: [
      "{site} เป็นหนังสือพิมพ์อิสระที่มีผู้สื่อข่าวในสิบเอ็ดเมือง",
      "เราแก้ไขข้อผิดพลาดอย่างเปิดเผย โปรดเขียนถึงกองบรรณาธิการหากคุณพบข้อผิดพลาด",
    ],
  },
};

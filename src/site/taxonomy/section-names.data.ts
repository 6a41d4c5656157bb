/**
 * Names of the sections that news sites have in common, written for this project and in the public domain, in English, German, French,
 * Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Finnish, Polish, Czech, Slovak, Hungarian, Romanian, Bulgarian, Greek,
 * Russian, Ukrainian, Serbian, Croatian, Turkish, Arabic, Persian, Hebrew, Hindi, Thai, Vietnamese, Indonesian, Chinese, Japanese and Korean.
 */
export const SECTION_NAMES: Readonly<Record<string, string>> = {
  latest:
    "Latest|Latest news|The latest|Newsticker|Ticker|News-Ticker|Liveticker|Schlagzeilen|Headlines|Top headlines|En continu|Actualités en direct|Toute l’actualité en continu|En direct|Noticias recientes|Últimas noticias|Últimas|Lo último|Último|Última hora|Ultime notizie|Ultim'ora|Ultima ora|Laatste nieuws|Senaste nytt|Seneste nyt|Siste nytt|Tuoreimmat|Najnowsze|Poslední zprávy|Najnovšie|Legfrissebb|Ultimele știri|Последни новини|Последние новости|Останні новини|Τελευταία νέα|Ροή ειδήσεων|Najnovije|Najnovije vijesti|Son dakika|آخر الأخبار|آخرین اخبار|מבזקים|ताज़ा खबर|ข่าวล่าสุด|Mới nhất|Tin mới|Terbaru|Terkini|最新|最新消息|快讯|速報|新着|최신기사|속보",
  news: "News|Nachrichten|Aktuelles|Actualité|Actualités|Actu|Noticias|Actualidad|Notizie|Attualità|Notícias|Nieuws|Nyheter|Nyheder|Uutiset|Wiadomości|Aktualności|Zprávy|Zpravodajství|Správy|Hírek|Știri|Stiri|Новини|Ειδήσεις|Νέα|Новости|Вести|Vijesti|Haberler|Haber|أخبار|الأخبار|اخبار|חדשות|समाचार|ข่าว|Tin tức|Berita|新闻|新聞|ニュース|뉴스",
  world:
    "World|World news|International|International news|Ausland|Internationales|Welt|Weltgeschehen|Monde|Le monde|Mundo|El mundo|Internacional|Mondo|Esteri|Dal mondo|Buitenland|Wereld|Internationaal|Världen|Världen idag|Utrikes|Verden|Udland|Utenriks|Ulkomaat|Maailma|Świat|Zagranica|Svět|Zahraničí|Ze světa|Svet|Zahraničie|Zo sveta|Világ|Külföld|Externe|Internațional|Свят|Κόσμος|Διεθνή|Мир|В мире|Світ|Свет|Svijet|Dünya|العالم|دولي|عالم|جهان|بین الملل|العالم اليوم|עולם|בעולם|दुनिया|विदेश|विश्व|ต่างประเทศ|Thế giới|Dunia|Internasional|国际|國際|世界|国際|세계|국제",
  national:
    "National|Nation|National news|Inland|Inneres|Nacional|Nationaal|Binnenland|Inrikes|Indland|Innenriks|Kotimaa|Kraj|Polska|Domácí|Z domova|Domáce|Slovensko|Belföld|Intern|България|Ελλάδα|В стране|Україна|Србија|Hrvatska|Yurt|محلي|محليات|הארץ|देश|ในประเทศ|Thời sự|Nasional|国内|國內|社会・国内|국내",
  local:
    "Local|Local news|Regional|Regionales|Regional news|Lokales|Lokal|Région|Régions|Locales|Local y regional|Cronaca locale|Regionaal|Regio|Lokalt|Lokale|Paikalliset|Region|Regiony|Regióny|Helyi|Regionális|Locale|Регион|Регионы|Регіони|Местные новости|Lokalno|Yerel|محلیات|מקומי|राज्य|ท้องถิ่น|ภูมิภาค|Địa phương|Daerah|地方|地域|지역",
  politics:
    "Politics|Politik|Politique|Política|Politica|Politiek|Politikk|Politiikka|Polityka|Politika|Politik und Gesellschaft|Politická scéna|Politică|Политика|Πολιτική|Політика|Siyaset|سياسة|سیاست|سیاسی|פוליטיקה|राजनीति|การเมือง|Chính trị|政治|정치",
  business:
    "Business|Business news|Economy|Wirtschaft|Économie|Economie|Eco|Éco|Economía|Economia|Ekonomi|Näringsliv|Økonomi|Erhverv|Næringsliv|Talous|Gospodarka|Biznes|Ekonomika|Gazdaság|Economic|Икономика|Бизнес|Οικονομία|Экономика|Економіка|Бізнес|Економија|Ekonomija|Gospodarstvo|Ekonomi haberleri|اقتصاد|الاقتصاد|כלכלה|व्यापार|बिजनेस|कारोबार|अर्थव्यवस्था|เศรษฐกิจ|ธุรกิจ|Kinh doanh|Kinh tế|Bisnis|财经|財經|经济|經濟|経済|ビジネス|경제|비즈니스",
  finance:
    "Finance|Finances|Finanzen|Finanza|Finanzas|Finanças|Financiën|Finans|Finanse|Pénzügy|Finanțe|Финанси|Финансы|Фінанси|Finansije|Financije|مال|การเงิน|Tài chính|Keuangan|金融|금융",
  markets:
    "Markets|Stock market|Stocks|Börse|Märkte|Bourse|Marchés|Mercados|Bolsa|Mercati|Borsa|Beurs|Markten|Börsen|Børs|Børsen|Pörssi|Giełda|Rynki|Burza|Burzy|Trhy|Tőzsde|Bursa|Piețe|Пазари|Αγορές|Рынки|Биржа|Ринки|Berza|Piyasalar|أسواق|בורסה|बाज़ार|शेयर बाजार|หุ้น|ตลาดหุ้น|Chứng khoán|Pasar modal|股市|股票|株式|マーケット|증권",
  money:
    "Money|Personal finance|Geld|Argent|Dinero|Soldi|Dinheiro|Geld & Recht|Pengar|Penge|Raha|Pieniądze|Peníze|Peniaze|Pénz|Bani|Деньги|Гроші|Novac|Para|Uang|マネー|理财|理財",
  technology:
    "Technology|Tech|Technik|Technologie|Technologies|High-tech|Tecnología|Tecnologia|Teknik|Teknologi|Teknologia|Tekniikka|Technika|Technologia|Technológia|Technológie|Tehnologie|Технологии|Τεχνολογία|Технології|Tehnologija|Технологија|Teknoloji|تكنولوجيا|تقنية|فناوری|טכנולוגיה|तकनीक|टेक्नोलॉजी|टेक|เทคโนโลยี|Công nghệ|Tekno|科技|テクノロジー|テック|테크|기술",
  digital: "Digital|Digitales|Numérique|Digitaal|Digitalt|Digitálně|Digi|数码|デジタル|디지털",
  "science and technology":
    "Science & Tech|Science and Tech|Science and Technology|Science & Technology|Sci-Tech|Sci & Tech|Wissen & Technik|Wissenschaft & Technik|Sciences et technologies|Ciencia y tecnología|Scienza e tecnologia|Ciência e tecnologia|Nauka i technika|Наука и техника|Наука и технологии|علوم وتكنولوجيا|Bilim ve teknoloji|IT・科学|科学・技術|IT/과학|과학기술",
  science:
    "Science|Sciences|Wissenschaft|Wissen|Ciencia|Ciencias|Scienza|Scienze|Ciência|Wetenschap|Vetenskap|Videnskab|Vitenskap|Tiede|Nauka|Věda|Veda|Tudomány|Știință|Stiinta|Наука|Επιστήμη|Znanost|Bilim|علوم|علم|دانش|מדע|विज्ञान|วิทยาศาสตร์|Khoa học|Sains|科学|科學|サイエンス|과학",
  health:
    "Health|Health news|Gesundheit|Santé|Salud|Salute|Saúde|Gezondheid|Hälsa|Sundhed|Helse|Terveys|Zdrowie|Zdraví|Zdravie|Egészség|Sănătate|Sanatate|Здраве|Υγεία|Здоровье|Здоров'я|Zdravlje|Здравље|Sağlık|صحة|الصحة|سلامت|בריאות|स्वास्थ्य|हेल्थ|สุขภาพ|Sức khỏe|Kesehatan|健康|ヘルス|건강",
  medicine:
    "Medicine|Medizin|Médecine|Medicina|Geneeskunde|Medicin|Lääketiede|Medycyna|Medicína|医疗|醫療|医療|의료",
  education:
    "Education|Bildung|Éducation|Educación|Istruzione|Educação|Onderwijs|Utbildning|Uddannelse|Utdanning|Koulutus|Edukacja|Vzdělávání|Vzdelávanie|Oktatás|Educație|Образование|Παιδεία|Εκπαίδευση|Освіта|Obrazovanje|Eğitim|تعليم|آموزش|חינוך|शिक्षा|การศึกษา|Giáo dục|Pendidikan|教育|교육",
  environment:
    "Environment|Umwelt|Environnement|Planète|Medio ambiente|Medioambiente|Ambiente|Meio ambiente|Milieu|Miljö|Miljø|Ympäristö|Środowisko|Životní prostředí|Životné prostredie|Környezet|Mediu|Околна среда|Περιβάλλον|Экология|Екологія|Okoliš|Životna sredina|Çevre|بيئة|محیط زیست|סביבה|पर्यावरण|สิ่งแวดล้อม|Môi trường|Lingkungan|环境|環境|환경",
  climate:
    "Climate|Climate change|Klima|Klimawandel|Climat|Klimaat|Klimat|Ilmasto|Éghajlat|Климат|Κλίμα|Клімат|İklim|مناخ|Khí hậu|Iklim|气候|氣候|気候|기후",
  sport:
    "Sport|Sports|Sports news|Deportes|Deporte|Desporto|Esportes|Esporte|Idrott|Urheilu|Športy|Šport|Sportovní zprávy|Спорт|Αθλητικά|Αθλητισμός|Σπορ|Spor|رياضة|الرياضة|ورزش|ورزشی|ספורט|खेल|स्पोर्ट्स|กีฬา|Thể thao|Olahraga|体育|體育|運動|スポーツ|스포츠",
  football:
    "Football|Soccer|Fußball|Fussball|Foot|Fútbol|Calcio|Futebol|Voetbal|Fotboll|Fodbold|Fotball|Jalkapallo|Piłka nożna|Fotbal|Futbal|Futball|Labdarúgás|Футбол|Ποδόσφαιρο|Futbol|Fudbal|Nogomet|Фудбал|كرة القدم|فوتبال|כדורגל|फ़ुटबॉल|ฟุตบอล|Bóng đá|Sepak bola|Bola|足球|サッカー|축구",
  tennis:
    "Tennis|Tenis|Ténis|Tenisz|Тенис|Теннис|Теніс|Τένις|تنس|טניס|टेनिस|เทนนิส|Quần vợt|网球|網球|テニス|테니스",
  basketball:
    "Basketball|Basket|Baloncesto|Pallacanestro|Basquete|Basquetebol|Basketbal|Koripallo|Koszykówka|Kosárlabda|Баскетбол|Μπάσκετ|Košarka|Basketbol|كرة السلة|כדורסל|बास्केटबॉल|บาสเกตบอล|Bóng rổ|Bola basket|篮球|籃球|バスケットボール|농구",
  "formula one": "Formula 1|Formula One|Formel 1|Formule 1|Fórmula 1|F1|Формула 1|Formula-1|Φόρμουλα 1",
  motorsport: "Motorsport|Motorsports|Sport automobile|Automovilismo|Motori sport|Motorsporten|Automobilismo",
  cycling:
    "Cycling|Radsport|Cyclisme|Ciclismo|Wielrennen|Cykling|Sykkel|Pyöräily|Kolarstwo|Cyklistika|Kerékpár|Ciclism|Колоездене|Велоспорт|Ποδηλασία",
  golf: "Golf|Гольф|ゴルフ|高尔夫|高爾夫|골프",
  handball:
    "Handball|Handbal|Balonmano|Pallamano|Håndball|Håndbold|Handboll|Piłka ręczna|Házená|Hádzaná|Kézilabda|Гандбол",
  boxing: "Boxing|Boxen|Boxe|Boxeo|Boks|Бокс|ボクシング|拳击|拳擊|복싱",
  athletics:
    "Athletics|Leichtathletik|Athlétisme|Atletismo|Atletica|Atletiek|Friidrott|Lekkoatletyka|Atletika|陸上|田径",
  culture:
    "Culture|Kultur|Feuilleton|Cultures|Cultura|Cultuur|Kulttuuri|Kultura|Kultúra|Cultură|Култура|Πολιτισμός|Культура|Kültür|Kültür Sanat|ثقافة|فرهنگ|فرهنگی|תרבות|संस्कृति|วัฒนธรรม|Văn hóa|Budaya|文化|カルチャー|문화|Arts & Culture|Arts and Culture|Kunst & Kultur|Kunst und Kultur|Arts et culture|Arte y cultura|ثقافة وفن|فرهنگ و هنر|Культура и искусство|Kultura i sztuka|Arts|Art|The arts|Kunst|Arts et spectacles|Konst|Taide|Sztuka|Umění|Umenie|Művészet|Artă|Изкуство|Τέχνες|Τέχνη|Искусство|Мистецтво|Umetnost|Umjetnost|Sanat|فن|هنر|אמנות|कला|ศิลปะ|Nghệ thuật|Seni|艺术|藝術|アート|예술",
  entertainment:
    "Entertainment|Unterhaltung|Divertissement|Entretenimiento|Intrattenimento|Entretenimento|Nöje|Underholdning|Viihde|Rozrywka|Zábava|Szórakozás|Divertisment|Развлечения|Ψυχαγωγία|Шоу-бизнес|Zabava|Eğlence|ترفيه|سرگرمی|בידור|मनोरंजन|บันเทิง|Giải trí|Hiburan|娱乐|娛樂|エンタメ|エンターテインメント|연예",
  celebrities:
    "Celebrities|Celebrity|Celebrity news|Showbiz|Stars|Promis|Célébrités|Famosos|VIP|Celebridades|Kändisar|Kendte|Kjendis|Julkkikset|Gwiazdy|Sztárok|Vedete|Звезди|Звёзды|Зірки|مشاهير|Selebriti|Seleb|名人|芸能|스타",
  film: "Film|Films|Movies|Cinema|Kino|Cinéma|Ciné|Cine|Elokuvat|Filmy|Mozi|Filme|Кино|Κινηματογράφος|Σινεμά|Кіно|Sinema|سينما|سینما|קולנוע|फिल्म|सिनेमा|ภาพยนตร์|Phim|电影|電影|映画|영화",
  music:
    "Music|Musik|Musique|Música|Musica|Muziek|Musikk|Musiikki|Muzyka|Hudba|Zene|Muzică|Музика|Μουσική|Музыка|Muzika|Glazba|Müzik|موسيقى|موسیقی|מוזיקה|संगीत|เพลง|ดนตรี|Âm nhạc|音乐|音樂|音楽|음악",
  books:
    "Books|Literature|Bücher|Literatur|Livres|Littérature|Libros|Literatura|Libri|Letteratura|Livros|Boeken|Literatuur|Böcker|Bøger|Bøker|Litteratur|Kirjat|Kirjallisuus|Książki|Knihy|Könyv|Könyvek|Cărți|Carte|Книги|Βιβλίο|Βιβλία|Knjige|Kitap|كتب|کتاب|ספרים|किताबें|หนังสือ|Sách|Buku|图书|读书|書籍|本|책",
  theatre:
    "Theater|Theatre|Théâtre|Teatro|Bühne|Teater|Teatteri|Teatr|Divadlo|Színház|Teatru|Театър|Театр|Θέατρο|Pozorište|Kazalište|Tiyatro|مسرح|תיאטרון|戏剧|舞台",
  tv: "TV|Television|Fernsehen|Télé|Télévision|Televisión|Televisione|Televisão|Televisie|Televisio|Telewizja|Televize|Televízia|Televízió|Televiziune|Телевизия|Τηλεόραση|Телевидение|Televizija|Televizyon|تلفزيون|تلویزیون|טלוויזיה|टीवी|ทีวี|Truyền hình|Televisi|电视|電視|テレビ",
  media:
    "Media|Medien|Médias|Medios|Medier|Mediat|Média|Медии|Медиа|СМИ|ΜΜΕ|Mediji|Medya|إعلام|رسانه|תקשורת|मीडिया|สื่อ|Truyền thông|媒体|メディア|미디어",
  games:
    "Gaming|Video games|Jeux vidéo|Videojuegos|Videogiochi|Jogos|Spiele|Spel|Gry|Hry|Játék|Игры|Игри|Ігри|Oyun|ألعاب|เกม|ゲーム|游戏|遊戲|게임",
  travel:
    "Travel|Reise|Reisen|Voyage|Voyages|Viajes|Viaggi|Viagens|Viagem|Reizen|Resor|Rejser|Matkailu|Podróże|Cestování|Cestovanie|Utazás|Călătorii|Пътувания|Ταξίδια|Ταξίδι|Путешествия|Подорожі|Putovanja|Seyahat|سفر|سياحة|گردشگری|תיירות|यात्रा|ท่องเที่ยว|Du lịch|Wisata|Travel & Leisure|旅游|旅遊|旅行|トラベル|여행",
  food: "Food|Food & Drink|Essen & Trinken|Genuss|Kulinarik|Cuisine|Gastronomie|Gastronomía|Cucina|Gastronomia|Eten|Eten en drinken|Mat|Mat & dryck|Mad|Ruoka|Kuchnia|Kulinaria|Jídlo|Jedlo|Gasztro|Gastronómia|Bucătărie|Храна|Γεύση|Еда|Їжа|Hrana|Yemek|طعام|مطبخ|آشپزی|אוכל|खाना|อาหาร|Ẩm thực|Kuliner|美食|グルメ|음식|푸드",
  fashion:
    "Fashion|Mode|Moda|Muoti|Móda|Divat|Modă|Мода|Μόδα|موضة|أزياء|مد|אופנה|फैशन|แฟชั่น|Thời trang|时尚|時尚|ファッション|패션",
  style: "Style|Stil|Styles|Estilo|Stile|Stijl|Tyyli|Styl|Štýl|Stílus|Стил|Стиль|スタイル|스타일",
  lifestyle:
    "Lifestyle|Life & Style|Life|Leben|Estilo de vida|Stile di vita|Leven|Livsstil|Elämäntyyli|Elämä|Styl życia|Życie|Život|Životní styl|Életmód|Stil de viață|Viață|Лайфстайл|Живот|Ζωή|Стиль жизни|Жизнь|Життя|Yaşam|لايف ستايل|نمط حياة|سبک زندگی|לייף סטייל|सेहत|लाइफस्टाइल|ไลฟ์สไตล์|Đời sống|Gaya hidup|生活|ライフスタイル|라이프|라이프스타일|생활",
  family:
    "Family|Familie|Famille|Familia|Famiglia|Família|Gezin|Familj|Perhe|Rodzina|Rodina|Család|Семейство|Семья|Οικογένεια|Сім'я|Porodica|Obitelj|Aile|أسرة|خانواده|משפחה|परिवार|ครอบครัว|Gia đình|Keluarga|家庭|家族|가족",
  "home and garden":
    "Home & Garden|Home and Garden|Haus & Garten|Haus und Garten|Wohnen|Maison|Maison et jardin|Hogar|Casa|Wonen|Hem|Bolig|Koti|Dom|Dom i ogród|Bydlení|Bývanie|Otthon|Дом|Σπίτι|Ev|Rumah|住宅|リビング",
  cars: "Cars|Auto|Autos|Automotive|Motoring|Motors|Mobilität|Automobile|Motor|Coches|Motori|Carros|Automóveis|Auto's|Bilar|Bil|Biler|Autot|Motoryzacja|Moto|Autó|Автомобили|Авто|Αυτοκίνητο|Automobili|Otomobil|سيارات|خودرو|רכב|ऑटो|รถยนต์|Xe|Otomotif|汽车|汽車|クルマ|自動車|자동차",
  "real estate":
    "Real estate|Property|Immobilien|Immobilier|Inmobiliaria|Vivienda|Immobiliare|Imóveis|Vastgoed|Bostad|Bolig til salg|Asuminen|Nieruchomości|Reality|Ingatlan|Imobiliare|Имоти|Недвижимость|Нерухомість|Nekretnine|Emlak|عقارات|נדלן|रियल एस्टेट|อสังหาริมทรัพย์|Bất động sản|Properti|房产|房產|地产|地產|不動産|부동산",
  opinion:
    "Opinion|Opinions|Meinung|Meinungen|Kommentare|Kommentar|Débats|Idées|Opinión|Opinioni|Opinione|Commenti|Opinião|Mening|Opinie|Åsikter|Debatt|Debat|Meninger|Mielipide|Mielipiteet|Opinia|Komentarze|Názory|Komentáře|Vélemény|Opinii|Мнения|Мнение|Απόψεις|Γνώμες|Думки|Komentari|Mišljenja|Görüş|Yorum|آراء|رأي|دیدگاه|דעות|विचार|राय|ความคิดเห็น|ทัศนะ|Ý kiến|Góc nhìn|Opini|评论|評論|观点|觀點|オピニオン|오피니언|Commentary|Comment|Views|Voices|Debate",
  editorials:
    "Editorials|Editorial|Leitartikel|Éditoriaux|Éditorial|Editoriales|Editoriali|Editoriais|Hoofdredactioneel|Ledare|Leder|Pääkirjoitus|Redakční komentář|Vezércikk|Передовица|社论|社論|社説|사설",
  columns:
    "Columns|Columnists|Kolumnen|Kolumne|Chroniques|Columnas|Columnistas|Rubriche|Colunas|Colunistas|Krönikor|Kolumnit|Felietony|Sloupky|Колонки|Köşe yazıları|Yazarlar|مقالات|专栏|專欄|コラム|칼럼",
  letters:
    "Letters|Letters to the editor|Leserbriefe|Courrier des lecteurs|Cartas|Cartas al director|Lettere|Insändare|Læserbreve|Listy|读者来信|投書",
  video:
    "Video|Videos|Vidéo|Vidéos|Vídeo|Vídeos|Filmpjes|Wideo|Videó|Videa|Видео|Βίντεο|Відео|فيديو|ویدیو|וידאו|वीडियो|วิดีโอ|คลิป|影像|视频|視頻|影音|動画|동영상|영상",
  photos:
    "Photos|Photo|Pictures|In pictures|Fotos|Bilder|Photos & Videos|Fotografía|Fotografie|Foto|Fotogalería|Fotogalerías|Galerías|Immagini|Imagens|Beeld|Kuvat|Zdjęcia|Fotky|Képek|Fotografii|Снимки|Φωτογραφίες|Фото|Fotoğraf|صور|عکس|תמונות|तस्वीरें|फोटो|ภาพ|รูปภาพ|Ảnh|图片|圖片|写真|사진|포토",
  podcasts:
    "Podcasts|Podcast|Pódcast|Podcasty|Podcastek|Подкасты|Подкаст|Подкасти|بودكاست|پادکست|הסכתים|पॉडकास्ट|พอดแคสต์|Siniar|播客|ポッドキャスト|팟캐스트",
  weather:
    "Weather|Wetter|Météo|El tiempo|Tiempo|Meteo|Tempo|Weer|Väder|Vejr|Vejret|Vær|Været|Sää|Pogoda|Počasí|Počasie|Időjárás|Vremea|Времето|Καιρός|Погода|Vreme|Hava durumu|طقس|هواشناسی|מזג אוויר|मौसम|สภาพอากาศ|Thời tiết|Cuaca|天气|天氣|天気|날씨",
  society:
    "Society|Gesellschaft|Panorama|Société|Sociedad|Società|Sociedade|Maatschappij|Samhälle|Samfund|Samfunn|Yhteiskunta|Społeczeństwo|Společnost|Spoločnosť|Társadalom|Societate|Общество|Κοινωνία|Суспільство|Društvo|Друштво|Toplum|مجتمع|المجتمع|اجتماعی|جامعه|חברה|समाज|สังคม|Xã hội|社会|社會|사회",
  crime:
    "Crime|Kriminalität|Faits divers|Sucesos|Cronaca nera|Polícia|Misdaad|Brott|Krimi|Rikos|Rikokset|Kryminalne|Kriminalita|Krimi zprávy|Bűnügy|Криминал|Кримінал|Происшествия|Crna hronika|Crna kronika|حوادث|जुर्म|अपराध|อาชญากรรม|Pháp luật|Kriminal|犯罪|事件|사건",
  justice:
    "Justice|Law|Recht|Justiz|Police-justice|Justicia|Giustizia|Justiça|Legal|Courts|Juridik|Prawo|Právo|Igazságszolgáltatás|Justiție|Правосъдие|Право|Закон|Pravo|Hukuk|قانون|משפט|कानून|กฎหมาย|Hukum|法律|법률",
  history:
    "History|Geschichte|Histoire|Historia|Storia|História|Geschiedenis|Historie|Történelem|Istorie|История|Ιστορία|Історія|Povijest|Istorija|Tarih|تاريخ|تاریخ|היסטוריה|इतिहास|ประวัติศาสตร์|Lịch sử|Sejarah|历史|歷史|歴史|역사",
  religion:
    "Religion|Faith|Religions|Religión|Religione|Religião|Glaube|Uskonto|Religia|Náboženství|Vallás|Religie|Религия|Θρησκεία|Релігія|Religija|Vjera|Din|دين|דת|धर्म|ศาสนา|Tôn giáo|Agama|宗教|종교",
  military:
    "Defense|Defence|Military|Verteidigung|Défense|Defensa|Difesa|Defesa|Försvar|Forsvar|Wojsko|Obrana|Honvédelem|Apărare|Отбрана|Оборона|Άμυνα|Odbrana|Savunma|دفاع|रक्षा|กองทัพ|Quân sự|Militer|军事|軍事|防衛|국방",
  energy:
    "Energy|Energie|Énergie|Energía|Energia|Energi|Энергетика|Енергетика|Ενέργεια|Enerji|طاقة|انرژی|אנרגיה|ऊर्जा|พลังงาน|Năng lượng|Energi terbarukan|能源|エネルギー|에너지",
  internet:
    "Internet|Web|Réseaux|Internett|Ίντερνετ|Интернет|Інтернет|إنترنت|互联网|互聯網|インターネット|인터넷",
  jobs: "Careers|Karriere|Beruf|Beruf & Karriere|Carrière|Carrière & emploi|Empleo|Lavoro|Emprego|Werk|Arbete|Arbejde|Arbeid|Työelämä|Praca|Práce|Práca|Munka|Кариера|Карьера|Kariyer|职场|職場|就職|취업",
  "middle east":
    "Middle East|Mideast|Nahost|Naher Osten|Moyen-Orient|Proche-Orient|Oriente Medio|Oriente Próximo|Medio Oriente|Oriente Médio|Midden-Oosten|Mellanöstern|Mellemøsten|Midtøsten|Lähi-itä|Bliski Wschód|Blízký východ|Blízky východ|Közel-Kelet|Orientul Mijlociu|Близкият изток|Ближний Восток|Близький Схід|Μέση Ανατολή|Bliski istok|Orta Doğu|الشرق الأوسط|خاورمیانه|המזרח התיכון|मध्य पूर्व|ตะวันออกกลาง|Trung Đông|Timur Tengah|中东|中東|중동",
  europe:
    "Europe|Europa|Eurooppa|Evropa|Európa|Европа|Ευρώπη|Європа|Avrupa|أوروبا|اروپا|אירופה|यूरोप|ยุโรป|Châu Âu|Eropa|欧洲|歐洲|ヨーロッパ|欧州|유럽",
  asia: "Asia|Asien|Asie|Ásia|Azië|Aasia|Azja|Ázsia|Азия|Ασία|Азія|Azija|Asya|آسيا|آسیا|אסיה|एशिया|เอเชีย|Châu Á|亚洲|亞洲|アジア|아시아",
  africa:
    "Africa|Afrika|Afrique|África|Afrikka|Afryka|Африка|Αφρική|أفريقيا|آفریقا|אפריקה|अफ्रीका|แอฟริกา|Châu Phi|非洲|アフリカ|아프리카",
  americas:
    "Americas|Amerika|Amériques|Amérique|América|América Latina|Amerika kontinent|Америка|Αμερική|أمريكا|آمریکا|美洲|アメリカ大陸",
  coronavirus:
    "Coronavirus|Corona|Covid-19|Covid|Coronavirus news|Corona-Krise|Coronakrise|Koronawirus|Koronavirus|Коронавирус|Коронавірус|Κορονοϊός|كورونا|کرونا|קורונה|कोरोना|โควิด|新冠疫情|新冠肺炎|新型コロナ|코로나19|코로나",
};

/**
 * Lines that sites of about 1999 to 2012 put into the column of an article, directly before its text and after it: who sent
 * it and when, tools, copyright notices, sign-ups. Written by us after the formulas of the time, with made-up names. Words
 * in brackets are links, words in braces are drawn.
 */
export const OLD_LINES = {
  en: {
    before: [
      "{agency} - {month} {day}, {year} {hour}:{minute} PM ET",
      "{month} {day}, {year} -- Updated {hour}{minute} GMT",
      "Posted: {month} {day}, {year} {hour}:{minute} AM",
      "Last Updated: {day} {month} {year}, {hour}:{minute} GMT",
      "Published: {day} {month} {year}",
      "By {agency} | {month} {day}, {year}",
      "By {name}, {agency} Writer",
      "By {name}, Staff Writer",
      "[E-mail this story] | [Print this page] | [Text size]",
      "[Printable version] [E-mail this to a friend]",
      "[Email] [Print] [Discuss] [Share]",
      "Font size: [A] [A] [A]",
    ],
    after: [
      "Copyright {year} {agency}. All rights reserved. This material may not be published, broadcast, rewritten or redistributed.",
      "© {year} {agency}. All rights reserved. This material may not be published, broadcast, rewritten, or redistributed without permission.",
      "(Copyright {year} by {agency}. All Rights Reserved.)",
      "Copyright © {year} {agency}. All rights reserved. The information contained in this report may not be republished or redistributed without the prior written authority of {agency}.",
      "© {year} {agency} Ltd. Republication or redistribution of this content, including by framing or similar means, is prohibited without the prior written consent of {agency}.",
      "Disclaimer: This article is copyrighted by {agency}. If you have any questions about the information in this article please contact the publisher. We cannot assist you with this.",
      "This story comes directly from the newswire and may contain occasional typographical errors.",
      "Sign up to receive our free news headlines by e-mail. [Click here to sign up]",
      "Start your subscription today and get the latest news delivered to your door. [Subscribe now]",
      "For more information on this story, [click here] or visit our home page.",
      "Do you have a comment on this story? [Send us your comments]",
      "Have your say: [Post a comment] [Read all comments] [Join the discussion in our forum]",
      "Contact {name} at newsdesk@example.org or call 555-0{day}{hour}.",
      "Comments are the opinion of the reader and not of this newspaper. We reserve the right to remove any that we find offensive. [Report abuse]",
      "[Back to top] | [Home] | [More news]",
      "[E-mail this story] | [Print this page] | [Save this article] | [Most popular]",
      "Related stories: [{agency} news] [More from this section] [Archive]",
      "Click on the links below for more stories from this section.",
    ],
  },
  de: {
    before: [
      "{day}.{day}.{year}, {hour}:{minute} Uhr",
      "Von {name}, {agency}",
      "[Drucken] [Versenden] [Leserbrief]",
    ],
    after: [
      "© {agency} {year}. Alle Rechte vorbehalten. Vervielfältigung nur mit Genehmigung der {agency}.",
      "[Artikel drucken] | [Artikel versenden] | [Zurück zur Startseite]",
      "Haben Sie Fragen zu diesem Artikel? [Schreiben Sie uns]",
    ],
  },
  fr: {
    before: [
      "Publié le {day}/{day}/{year} à {hour}h{minute}",
      "Par {name} ({agency})",
      "[Imprimer] [Envoyer à un ami] [Réagir]",
    ],
    after: [
      "© {agency} {year}. Tous droits réservés. Toute reproduction, même partielle, est interdite sans autorisation.",
      "[Imprimer cet article] | [Envoyer à un ami] | [Retour à l'accueil]",
      "Pour recevoir nos titres par courriel, [abonnez-vous à notre lettre].",
    ],
  },
  zh: {
    before: [
      "{year}年{day}月{day}日 {hour}:{minute} 来源：{agency}",
      "作者：{name} [打印] [收藏] [大] [中] [小]",
    ],
    after: [
      "版权所有，未经书面授权禁止转载、摘编、复制及建立镜像，违者依法追究法律责任。",
      "免责声明：本文仅代表作者个人观点，与本网无关。请读者仅作参考，并请自行核实相关内容。",
      "（责任编辑：{name}） [打印本页] [关闭窗口] [我要评论]",
    ],
  },
} as const satisfies Record<string, OldLines>;

/** The lines of a language, by the side of the article's text. */
export interface OldLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What the words in braces are replaced by; the others are numbers. */
export const OLD_NAMES: Readonly<Record<string, readonly string[]>> = {
  agency: [
    "Northern Press",
    "The Northern Press",
    "Harbour Wire",
    "Wire Services",
    "Central News",
    "The Daily Courier",
    "Meridian Press Agency",
    "Courier News Service",
    "Evening Ledger Media Group",
  ],
  name: ["ANN MOOR", "Tom Hale", "Rosa Field", "JOHN REED", "Mary Stone"],
  month: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
};

/** The numbers that words in braces are replaced by, both ends included. */
export const OLD_NUMBERS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  year: [1999, 2012],
  day: [1, 28],
  hour: [1, 12],
  minute: [10, 59],
};

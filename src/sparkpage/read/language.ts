// The language of a text: its script, and for scripts of many languages their common words and letters.
export interface Language {
  /** BCP 47. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/** Each script with the most widely read language that uses it. */
const scripts: readonly (readonly [lang: string, letters: RegExp])[] = [
  ['en', /\p{Script=Latin}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['am', /\p{Script=Ethiopic}/gu],
  ['dv', /\p{Script=Thaana}/gu],
  ['syr', /\p{Script=Syriac}/gu],
]

/** Only Japanese uses kana, whose texts otherwise consist largely of Han characters. */
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Letters that other languages of the same script do not use. */
const ownLetters: readonly (readonly [script: string, lang: string, letters: RegExp])[] = [
  ['ru', 'uk', /[іїєґ]/iu],
  ['ar', 'ur', /[ٹڈڑےں]/u],
  ['ar', 'fa', /[پچژگ]/u],
]

const rightToLeft = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'iw', 'ks', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']

/** Words that are among the most frequent ones of a language, and of a page. */
const commonWords: Readonly<Record<string, string>> = {
  en: 'the and of to for with your you our we is are it in on at from by that this be have all more can will not an or as us about how what their who every without monday tuesday wednesday thursday friday saturday sunday closed hours prices years night can do yes no very questions contact open day per if when so make get our each other like they them',
  de: 'der die das und ist sind wir sie mit für von zu im den dem ein eine einen einer nicht auf bei ihr ihre ihren unser unsere uns auch aus nach wie jede jeden jeder alle kein keine zum zur vom bis oder wenn ohne über seit mehr hier jetzt ich täglich uhr am des als guten gute gut sehr über unter zwischen kostenlos preise kontakt anfrage termin öffnungszeiten montag dienstag mittwoch donnerstag freitag samstag sonntag geschlossen jahre jahren nacht fragen ab können kann haben wird werden noch so wer was muss gibt',
  fr: 'rue bis téléphone le la les et des est sont nous vous avec pour une un dans sur votre vos notre nos du au aux chaque tous toute sans plus qui que ce cette pas par ou où ne en sommes depuis chez ici leur leurs à être lundi mardi mercredi jeudi vendredi samedi dimanche fermé horaires tarifs ans nuit sur très bien peut faut oui non comment questions entre contact jour mais',
  es: 'el la los las y es son nosotros con para una un en tu su sus nuestro nuestra nuestros nuestras del al por que cada todo todos todas sin más como está desde donde no lo se te quiénes somos sobre nuestros hasta también esta lunes martes miércoles jueves viernes sábado sábados domingo domingos cerrado horario precios años año mes noche qué cómo sí puedo hay muy entre contacto preguntas abierto y',
  pt: 'o a os as e é são nós com para uma um em seu sua seus nosso nossa nossos nossas do da dos das ao no na nos nas por que cada todo todos todas sem mais como está desde onde não você sobre até também pelo pela segunda terça quarta quinta sexta sábado domingo fechado horário preços anos mês noite posso sim não há muito entre contacto contato perguntas desde à às pão',
  it: 'il lo la gli le e è sono noi con per una un in tuo tua vostro nostro nostra nostri nostre del della dei delle degli al alla nel nella di da che ogni tutti tutte tutto senza più come dove non si ci chi siamo dal dalla sul anche lunedì martedì mercoledì giovedì venerdì sabato domenica chiuso orari prezzi anni notte posso sì molto tra contatti domande aperto giorno ore stessi ogni',
  nl: 'de het en van een is zijn wij met voor in op uw jouw onze ons bij uit naar dat die elke alle geen niet ook of te aan om door meer hoe wat wie onder zonder vanaf jij je u we kunt tot maandag dinsdag woensdag donderdag vrijdag zaterdag zondag gesloten openingstijden prijzen jaar nacht kan ja nee heel tussen vragen uur t wordt heeft dag ham kaas waar vorig vrijwilligers ik hier leren halve kost bellen',
  pl: 'i w z na do się jest są nie dla nasz nasza nasze naszych twój twoja każdy każda od jak oraz co po przez bez więcej to lub już pod tylko który która które wszystkie tym ze o czy poniedziałek wtorek środa czwartek piątek sobota niedziela nieczynne godziny otwarcia cennik lat noc można tak bardzo pytania kontakt zł trzeba',
  sv: 'och är att det en ett som för på med vi dig din ditt våra vår vårt av till från inte om alla varje utan mer hur vad den de du kan ditt eller så hos måndag tisdag onsdag torsdag fredag lördag söndag stängt öppettider priser år natt kan ja mycket frågor kontakt vårt mån fre lör sön jag ni han hon går gör får finns bara också där här gården gård besök timme vecka helg ingår kostnad mellan',
  da: 'og er at det en et som for på med vi dig din dit vores af til fra ikke om alle hver uden mere hvordan hvad den de du kan eller hos jer nyt også blev af velkommen morgen morgenmad gården hjælpe uge noget nogle året åbent mad brød fem minutter over tredive har kun ingen din ned øen ud mandag tirsdag onsdag torsdag fredag lørdag søndag lukket åbningstider priser år nat kan ja meget spørgsmål kontakt kr pr frokost aften hele sommer familien jeg gør går får findes også her uge butikken bøger',
  no: 'og er at det en et som for på med vi deg din ditt vår våre vårt av til fra ikke om alle hver uten mer hvordan hva den de du kan eller hos oss også ble etter av velkommen morgen frokost gården hjelpe uke noe noen året åpent mat brød fem minutter over tretti har bare ingen lørdag ut mandag tirsdag onsdag torsdag fredag lørdag søndag stengt åpningstider priser år natt kan ja mye spørsmål kontakt kr',
  fi: 'ja on ei se että me te kanssa sinun meidän teidän kaikki joka jokainen ilman enemmän miten mitä tai sekä ovat voit myös kun joka tämä ole oma meille sinulle maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai suljettu aukioloajat hinnat vuotta yö voi kyllä hyvin kysymykset yhteystiedot',
  cs: 'a je v na se z do jsme s pro náš naše našich vaše každý každá jak co bez více nebo jsou po od který která které také u i o si není všechny to ve ze k pondělí úterý středa čtvrtek pátek sobota neděle zavřeno otevírací doba ceny let noc lze ano velmi dotazy kontakt kč můžu',
  tr: 've bir bu için ile biz siz her bizim sizin daha çok olan olarak en da de ne nasıl tüm yeni gibi kadar sonra var yok veya değil pazartesi salı çarşamba perşembe cuma cumartesi pazar kapalı saatleri fiyatlar yıl gece evet hayır mı mi çok sorular iletişim hafta içi çalışma',
  ro: 'și si de la cu pentru un o este sunt noi în din pe care nu mai al ale nostru noastră noastre tău fiecare toate fără cum ce sau prin până către luni marți miercuri joi vineri sâmbătă duminică închis program prețuri ani noapte pot da foarte întrebări contact lei',
  hu: 'a az és egy is van nem hogy mi ön önnek minden nélkül több hogyan vagy ez meg csak már még amely ahol vagyunk mellett vár várjuk legyen után hétfő kedd szerda csütörtök péntek szombat vasárnap zárva nyitvatartás árak év éjszaka lehet igen nagyon kérdések kapcsolat ft',
}

/** Letters that a few languages use: words with one count half. */
const letterHints: Readonly<Record<string, RegExp>> = {
  de: /[äöüß]/u,
  fr: /[çèêœàùîôé]/u,
  es: /[ñ¿¡áóí]/u,
  pt: /[ãõçâê]/u,
  it: /[èòàùì]/u,
  pl: /[łżźśćńąę]/u,
  sv: /[åäö]/u,
  da: /[æøå]/u,
  no: /[æøå]/u,
  fi: /[äö]/u,
  cs: /[ěřůščžý]/u,
  tr: /[ğşıçöü]/u,
  ro: /[ăâîșțşţ]/u,
  hu: /[őűáéö]/u,
}

/** A language with fewer points may be a name or a loan. */
const minPoints = 1.5
/** Words or letters that say so. */
const minHints = 3
/** Languages that share most of their common words. */
const siblings: Readonly<Record<string, string>> = { da: 'no', no: 'da' }

const languagesOfWords: ReadonlyMap<string, readonly string[]> = indexWords()

function indexWords(): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>()
  for (const [lang, words] of Object.entries(commonWords))
    for (const word of new Set(words.split(' '))) index.set(word, [...(index.get(word) ?? []), lang])
  return index
}

/** @returns the language and direction of a text; English for Latin letters that are certain to be of no other language. */
export function detectLanguage(text: string): Language {
  if (kana.test(text)) return languageOf('ja')
  const counts = scripts.map(([lang, letters]) => ({ lang, count: text.match(letters)?.length ?? 0 }))
  const { lang } = counts.reduce((most, one) => (one.count > most.count ? one : most))
  const own = ownLetters.find(([script, , letters]) => script === lang && letters.test(text))
  return languageOf(own?.[1] ?? (lang === 'en' ? latinLanguage(text) : lang))
}

/** Of words that several languages share each gets a part. */
function latinLanguage(text: string): string {
  const points = new Map<string, number>(Object.keys(commonWords).map(lang => [lang, 0]))
  const pointsOf = (lang: string) => points.get(lang) ?? 0
  const hints = new Map<string, number>()
  const add = (lang: string, value: number) => {
    points.set(lang, (points.get(lang) ?? 0) + value)
    hints.set(lang, (hints.get(lang) ?? 0) + 1)
  }
  // A word counts once, and "8am" is none.
  const words = new Set(text.toLowerCase().match(/(?<![\p{L}\p{N}])\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu))
  for (const word of words) {
    const languages = languagesOfWords.get(word) ?? []
    for (const lang of languages) add(lang, 1 / languages.length)
    const hinted = /[^a-z]/.test(word) ? Object.entries(letterHints).filter(([, letters]) => letters.test(word)) : []
    for (const [lang] of hinted) add(lang, 0.5 / hinted.length)
  }
  const [best = 'en', ...others] = [...points.keys()].sort((a, b) => pointsOf(b) - pointsOf(a))
  const [second = 'en'] = others.filter(lang => lang !== siblings[best])
  const isCertain = pointsOf(best) >= minPoints && (hints.get(best) ?? 0) >= minHints
  const isFirst = pointsOf(best) > 1.1 * pointsOf(second) && pointsOf(best) > 1.5 * pointsOf('en')
  return isCertain && isFirst ? best : 'en'
}

/** @param tag BCP 47, in any case. */
export function languageOf(tag: string): Language {
  const [language = ''] = tag.toLowerCase().split('-')
  const isArabicScript = /-(?:arab|hebr|thaa|syrc|nkoo)\b/i.test(tag)
  const isOther = /-(?:latn|cyrl)\b/i.test(tag)
  return { lang: tag, dir: isArabicScript || (rightToLeft.includes(language) && !isOther) ? 'rtl' : 'ltr' }
}

// Words that a text needs to be read: days, closed, currencies, periods, steps, telephones and others, by language.

const languages = 'en de fr es it pt nl pl sv da nb fi cs sk tr ro hu ru uk el ar he hi ja zh ko'.split(' ')

/** @returns the names that the languages have for a part of a date, as alternatives of a regular expression, the longest first. The third days of the months of 2024 are of all weekdays. */
function namesOf(part: 'month' | 'weekday', forms: readonly Intl.DateTimeFormatOptions[]): string {
  const names = new Set<string>()
  for (const language of languages)
    for (const form of forms) {
      const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { ...form, timeZone: 'UTC' })
      for (let index = 0; index < 12; index++) {
        const parts = format.formatToParts(Date.UTC(2024, index, 3))
        const name =
          parts
            .find(({ type }) => type === part)
            ?.value.toLowerCase()
            .replace(/[.׳॰]$/u, '') ?? ''
        if (/^[^\p{N}]{2,}$/u.test(name)) names.add(name)
      }
    }
  return [...names].sort((a, b) => b.length - a.length).join('|')
}

/** With a day as well: many languages decline the name of the month then. */
export const months = namesOf('month', [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }])

/** Days, their abbreviations, groups of days and meals, as alternatives of a regular expression. */
export const dayWords = [
  `(?:${namesOf('weekday', [{ weekday: 'long' }, { weekday: 'short' }])})(?:'?s|er)?`,
  // Other abbreviations
  `tues|weds?|thu?|thurs?|mié|sab|segunda|terça|quarta|quinta|sexta|śr|cz|pn|ndz?|mer|p['’]ятниця|الإثنين|(?:周|星期)天|[月火水木金土日]曜|[月火水木金土日](?![\\p{L}])|[אבגדהו]['׳]|ראשון|שני|שלישי|רביעי|חמישי|שישי|יום|l ?[-–] ?[vsd]|[lmxjvsd](?=:? (?:\\p{Nd}{1,2}[:.h]|cerr|chius|ferm))`,
  // Groups of days
  `daily|every ?day|weekdays?|weekends?|(?:public |bank )?holidays?|täglich|werktags|wochenende|feiertage?n?s?|sonnabends?|tous les jours|jours fériés|todos los días|todos os dias|tutti i giorni|festiv[oi]s?|feriados?|diario|fin(?:es)? de semana|feiras?|diariamente|codziennie|denně|hverdage?r?|helligdage?r?|vardagar|alla dagar|alle dager?|helger|arkisin|päivittäin|dagelijks|hafta içi|hafta sonu|her gün|zilnic|naponta|ежедневно|щодня|будни|выходные|καθημερινά|يوميًا|يوميا|रोज़?|प्रतिदिन|平日|毎日|土日祝?日?|祝日|每天|평일|매일|주말`,
  // Parts of the day
  `mornings?|afternoons?|evenings?|vormittags?|nachmittags?|abends?|mittags?|matin|midi|après-midi|soir|mañanas?|tardes?|noches?|manhã|mattina|pomeriggio|sera|middag|avond`,
].join('|')

export const closedWords =
  'closed|geschlossen|ruhetag|fermée?|cerrado|chiuso|fechado|encerrado|gesloten|lukket|stengt|stängt|suljettu|zamknięte|nieczynne|zavřeno|zatvorené|kapalı|închis|zárva|выходной|закрыто|вихідний|зачинено|κλειστά|مغلق|סגור|बंद|定休日?|休館日?|休診日?|休み|休業|休息|휴무|휴일'
export const openWords =
  'open(?:ing)?|we are open|geöffnet|wir haben geöffnet|ouvert|abierto|aberto|aperto|geopend|åbent?|åpent|öppet|avoinna|otwarte|otevřeno|açık|deschis|nyitva|открыто|відчинено|مفتوح|営業'

/** Words between days and times: from, to, and, except. Each once: a regular expression would try both in all combinations. */
export const joiningWords =
  '(?:to|till|until|before|after|through|thru|from|and|at|except|on|bis|und|von|ab|vor|avant|antes|um|außer|am|an|à|au|aux|et|du|le|les|y|e|o|al?|del?|das?|dal|dalle|alle|às|as|excepto|sauf|tot|en|t/m|van|til|och|og|do|od|i|w|v|klo|ja|la|și|с|до|по|и|з|та|в|έως|και)'
export const unspacedJoiningWords = 'من|إلى|حتى|עד|से|तक|から|まで|至|부터|까지'

/** Signs and words of a currency in front of an amount; ISO 4217 codes of the most traded ones and of those whose sign is rare. */
export const currencyCodes =
  'AED|ARS|AUD|BGN|BHD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|GEL|HKD|HUF|IDR|ILS|INR|ISK|JOD|JPY|KES|KRW|KWD|KZT|LKR|MAD|MXN|MYR|NGN|NOK|NZD|OMR|PEN|PHP|PKR|PLN|QAR|RMB|RON|RSD|RUB|SAR|SEK|SGD|THB|TND|TRY|TWD|UAH|USD|UYU|VND|ZAR'
export const currenciesBefore = String.raw`Rs\.?|[Kk]r\.?|S?Fr\.?|RM|Rp\.?|रु\.?|रू\.?|S/\.?|Bs\.?`
/** One TL is a teaspoon in German recipes. */
export const currenciesBehind = String.raw`[Kk]r|K[čc]|z[łl]|Ft|lei|лв|руб(?:лей|ля|ль)?|р|(?<=\p{Nd})[pc]|грн|тенге|ден|(?<=\p{Nd}\p{Nd} ?)TL|Fr|[Ee]uros?|EUROS?|ευρώ|[Dd]ollars?|рупий|ريال|درهم|دينار|جنيه|ليرة|شيكل|ر\.س|د\.إ|ש["״]ח|שקל(?:ים)?|रुपये|रुपए|रु|টাকা|บาท|đ|đồng`
export const unspacedCurrencies = '円|元|圆|圓|원'
/** In front of a price: "from 5 €". */
export const fromWords =
  '[Ff]rom|[Ss]tarting at|[Aa]b|[ÀàAa] partir de|[Dd]ès|[Dd]esde|[Aa] partire da|[Dd]a|[Vv]anaf|[Ff]rån|[Ff]ra|[Oo]d|[Оо]т|[Вв]ід|[Αα]πό|[Aa]lkaen|החל מ-?|מ-?|ابتداءً? من|من'
/** In front of a period: "per month". */
export const perWords = String.raw`per|pro|je|par|por|pr\.?|ogni|za|за|в|на|na|ανά|τον|την|το|לכל|ל|لكل|في|प्रति|mỗi|a|an|al|à la|la|le|au|im|om|i|σε|ao|à|all['’]?|o`
/** Periods without such a word. */
export const periodWords = String.raw`each|monthly|yearly|annually|monatlich|jährlich|täglich|mensuel|mensuels|mensual|mensuales|mensile|mensili|mensal|mensais|ежемесячно|ежегодно|miesięcznie|rocznie|měsíčně|aylık|yıllık|שנתי|חודשי|לחודש|לשנה|ללילה|לאדם|شهريًا|شهرياً|شهريا|سنويًا|सालाना|मासिक|p\. ?[PpamM]\.|p/[mj]|/?p\.p\.|pp`
/** What is sold by weight or by piece is no tier. */
export const measureWords =
  'kg|lbs?|oz|pounds?|kilos?|kilogramm?|\\d+ ?g|g|l|lit(?:er|re|ro|r)s?|pcs?|pieces?|each|stück|stk|pièce|pieza|unidad|unidade|pezzo|stuk|szt(?:uka|\\.)?|st|bottle|flasche|bouteille|botella|garrafa|bottiglia|fles|m²|metres?|meter|bag|box'
/** In writing without spaces the period comes first. */
export const periodsBefore = '月額|年額|日額|[1１一]泊|[1１一]名|毎月|毎年|每月|每年|每晚|每人|월|연|매월'
/** Prices without a number: free, or on request. */
export const priceWords =
  'on request|price on request|poa|auf anfrage|nach aufwand|sur devis|a consultar|sob consulta|su richiesta|op aanvraag|по запросу|free|for free|gratis|frei|kostenlos|kostenfrei|gratuit|gratuite|gratuito|gratuita|grátis|бесплатно|безкоштовно|безплатно|δωρεάν|darmo|bezpłatnie|zdarma|zadarmo|ingyenes|ilmainen|ücretsiz|miễn phí|ฟรี|免费|免費|無料|무료|مجانًا|مجانا|مجاني|חינם|मुफ़्त|मुफ्त|निःशुल्क'
/** Last words of a sentence about a price, not of a title. */
export const wordsBeforePriceInProse =
  'costs?|is|are|was|for|only|just|at|about|over|under|than|of|to|pay|kostet|kosten|ist|sind|für|nur|um|über|unter|von|bis|coûtent?|est|sont|pour|seulement|cuestan?|es|son|por|hasta|solo|sólo|custam?|são|apenas|costano|costa|è|sono|per|kosztuj[eą]|za|стоит|стоят|за|до|только|κοστίζει|για|koster|kostar|kost|voor|slechts|bara|kun|तक|में|केवल'

export const stepWords =
  'step|day|week|month|phase|stage|part|lesson|les|module|tag|woche|monat|teil|jour|semaine|mois|día|semana|mes|mês|fase|dia|giorno|settimana|mese|dag|maand|vecka|uge|uke|viikko|päivä|den|týden|dzień|tydzień|день|неделя|день|schritt|étape|etape|paso|passo|pasul|krok|steg|trinn?|stap|trin|lektion|leçon|lección|lição|lezione|lekcja|etap|vaihe|шаг|крок|βήμα|الخطوة|خطوة|שלב|चरण|ステップ|步骤|步驟|단계|bước|adım'
/** In front of a number: "over 900". */
export const aboutWords =
  '\\+ de|\\+ di|over|about|more than|up to|über|rund|mehr als|bis zu|plus de|environ|más de|mais de|cerca de|oltre|più di|circa|meer dan|ponad|około|över|mer än|over|mere end|yli|přes|peste|több mint|более|около|понад'
/** In front of the highest score: "4.9 out of 5". */
export const ofWords = 'out of|of|von|sur|de|di|su|van|av|z|из'
export const todayWords =
  "today|now|heute|aujourd['’]hui|hoy|hoje|oggi|vandaag|dziś|idag|i dag|tänään|dnes|bugün|astăzi|ma|сегодня|сьогодні"
export const sinceWords = 'since|seit|depuis|desde|dal|sinds|sedan|siden|od|с'

export const noonWords = 'noon|midday|mittags?|midi|mediod[ií]a|meio-dia|mezzogiorno|полдень'
export const midnightWords = 'midnight|mitternacht|minuit|medianoche|meia-noite|mezzanotte|middernacht|полночь'

/** Units and words of magnitude behind a number; those of East Asian languages follow without a space. */
export const units = String.raw`(?:[%％](?:削減|向上|増加?|減|以上)|\s?(?:[%％‰٪×+★]|(?<=\p{Nd}{3}\s?)kg|[kKmMxX]|bn?|Mio\.?|Mrd\.?|million|millions|billion|Millionen|Milliarden|millones|milhões|milioni|тыс\.?|млн\.?|млрд\.?|mln\.?|mil|m[²³]|m2|km²|km|ha|GB|TB|MW|kWh|°C|h|min|mi|लाख|करोड़|ألف|مليون)(?![\p{Lu}\p{Ll}\p{N}])|[万億亿千만억천]?(?:社|人|名様?|件|店舗?|[かヶカ]?国|年|室|台|本|回|軒|席|家|位|座|间|個|个|명|개국|개|곳|년|건)?)`
/** What numbers count in timetables, recipes and price lists, and what follows them in addresses. */
export const otherLabels = String.raw`^(?:[ap]\.?m\b|uhr|o['’]clock|時|时|点|시|分|g|kg|ml|cl|dl|tbsp|tsp|cups?|EL|TL|kr|zł|Kč|Ft|руб|р|EUR|USD|GBP|CHF|euros?|dollars?|rue|calle|via|viale|piazza|avenue|boulevard|ul|ulica|улица|ул)(?![\p{L}])|^\p{Sc}|(?<![\p{L}]|the )(?:st|str|street|road|rd|avenue|ave|lane|boulevard|platz|weg|allee)\.?$|(?:straße|strasse|gasse|gade|vej|gatan|straat)$`

/** Words for a telephone that need no colon, and those of other languages before one. */
export const phoneWords =
  "t[eé]l(?:[eé](?:ph|f)one?)?|telefon|teléfono|phone|call(?: us)?(?: on)?|rufen sie uns an|anrufen|appelez(?:-nous)?(?: au)?|ll[aá]m[ae](?:nos)?(?: al)?|ligue(?:-nos)?|chiama(?:ci)?(?: al| lo)?|bel(?: ons)?|ring(?: oss)?|zadzwoń|fon|(?:tele)?m[oó]vel|m[oó]vil|celular|cell(?:ulare)?|portable|gsm|text us|sms|mob(?:ile|il)?|handy|puh(?:elin)?|t|m|тел(?:ефон)?|τηλ(?:έφωνο)?|هاتف|طلفون|تلفون|טל['׳]?|טלפון|お?電話|电话|전화|फ़ोन|फोन|โทร|☎️?|📞|whatsapp"
/** Labels in front of a number that has the form of a telephone's. */
export const phoneLabels =
  'notdienst|notfall|notruf|bereitschaft|emergency|emergencies|out of hours|urgences?|urgencias|emergencias|emergências?|emergenz[ae]|urgenze|spoed|nødtelefon|jour|dyżur|reservations?|reservierung(?:en)?|réservations?|reservas?|prenotazioni|bookings?|boka|office|büro|bureau|oficina|escritório|ufficio|kontor|biuro|shop|hotline|helpline|praxis|empfang|reception|rezeption|réception|recepción|receção|centralino|secretariado'
/** A fax number is no link. */
export const faxWords = 'fax|факс|فاكس|פקס|ファ'

/** Words in the heading of a section that tell its kind. */
export const headingWords = {
  quote:
    'kund(?:en|innen)|clients?|customers?|guests?|clientes|clienti|klanten|klienci|testimonials?|reviews?|\\p{L}+ say|kind words|libro de visitas|stimmen|sagen|bewertungen|meinungen|avis|témoignages|disent|opiniones|testimonios|dicen|dicono|recensioni|testimonianze|opiniões|testemunhos|dizem|opinie|mówią|ervaringen|zeggen|recensies|omdömen|säger|siger|sier|sanovat|recenze|yorumlar|отзывы|говорят|відгуки|κριτικές|آراء|המלצות|お客様の声|评价|후기|समीक्षा',
  menu: 'menus?|menù|lunch|brunch|dinner|drinks|food|wines?|mittag\\p{L}*|getränke|weine?|déjeuner|vins|boissons|vinos|bebidas|postres|vini|bevande|vinhos|wijn\\p{L}*|dranken|frokost|prices?|pricing|rates|fees|cost|costs|\\p{L}*preise|speisekarte|kosten|kostet|honorar|tarifs|prix|la carte|precios|tarifas|carta|preços|prezzi|listino|tariffe|prijzen|tarieven|cennik|priser|hinnat|hinnasto|ceník|fiyat\\p{L}*|prețuri|árak|цены|прайс|ціни|τιμές|أسعار|قائمة|מחירים|תפריט|メニュー|料金|菜单|价格|메뉴|가격',
  /** Tiers to choose from: beside these words prices are no menu. */
  prices:
    '(?:\\p{L}*-)?pass(?:es)?|packages?|plans?|pläne|planos|planes|memberships?|bundles?|subscriptions?|formules?|forfaits?|abonnements?|abonament\\p{L}*|abbonament[io]|abos?|mitgliedschaft(?:en)?|\\p{L}*pakete?|(?:\\p{L}*er|tages|monats|jahres)-?karten?|(?:strippen|dag|maand|jaar)kaart(?:en)?|(?:klippe|dags|måneds|års)kort|paquetes?|pacotes?|pacchett[io]|pakket(?:ten)?|pakiet\\p{L}*|paket|karnet\\p{L}*|bonos?|packs?|тариф\\p{L}*|пакет\\p{L}*|プラン|套餐|요금제',
  steps:
    'journey|your day|vorgehen|parcours|percorso|recorrido|percurso|werkwijze|jak pracuj\\p{L}+|przebieg|postup|süreç|what happens next|next steps|steps|how (?:it|we|this) works?|process|timeline|schedule|itinerary|ablauf|so (?:geht|funktioniert|läuft|arbeiten)|schritten?|veranstaltungen|étapes|comment (?:ça|se)|programme|pasos|cómo (?:funciona|trabajamos)|programa|come (?:funziona|lavoriamo)|fasi|passos|como (?:funciona|trabalhamos)|zo (?:gaat|werkt)|hoe (?:het )?werkt|stappen|jak (?:to )?działa\\p{L}*|kroki|så (?:funkar|går)|sådan|slik fungerer|näin|jak to funguje|nasıl|как (?:это )?(?:работа\\p{L}+|записаться)|шаги|як (?:це )?працю\\p{L}+|πώς|خطوات|流れ|ステップ|流程|步骤|과정',
  contact:
    'finden|erreichen|contact\\p{L}*|find (?:us|me)|get in touch|visit us|where|address|kontakt|adresse|anfahrt|nous trouver|accès|dónde|cómo llegar|contatti|dove siamo|contat\\p{L}+|onde|localização|adres|waar|gdzie|hitta|yhteystiedot|kde|iletişim|контакты|адрес|контакти|επικοινωνία|تواصل|العنوان|צור קשר|アクセス|联系|오시는|문의|संपर्क',
  team: 'tutors?|guides?|trainer(?:innen)?|moniteurs|formateurs|monitores|guías|instrutores|formadores|trenerzy|instruktor\\p{L}*|guider|soci|sócios|kollegium|behind|detrás|hosts|gastgeber(?:innen)?|\\p{L}*team|staff|people|personen|personas|persone|personnes|pessoas|instructors?|teachers?|trainers?|coaches|crew|docentes|profesor\\p{L}*|professeurs|insegnanti|lehrkräfte|\\p{L}*lehrer(?:innen)?|(?<!\\S\\s*)(?:meet|who(?!.* for)|wer|qui|quiénes|quem|chi|kto|vem|hvem)|das sind wir|équipe|mitarbeiter(?:innen)?|associé(?:e?s)|avocat(?:e?s)|abogad[oa]s|advogad[oa]s|anwält(?:e|innen)|médecins|ärzt(?:e|innen)|intervenant(?:e?s)|ponentes|oradores|referent(?:en|innen)|speakers|sprecher(?:innen)?|mannschaft|equipo|equipa|equipe|squadra|staff|zespół|medarbetare|medarbejdere|ansatte|ekipa?|ekibimiz|tiimi|henkilökunta|tým|csapat|echipa|команда|ομάδα|فريق|צוות|टीम|artist\\p{L}*|wij zijn|barbers?|barbeir[oa]s|doctors|dentists|dentist[ae]s|praticiens|lawyers|solicitors|attorneys|lekarze|prowadząc[ya]|nauczyciele|(?<!\\S )nosotr[oa]s|quem ensina|istruttori|docenti|docenten|lärare|therapeut(?:en|innen)|スタッフ|講師|職人|チーム|团队|團隊|팀',
  logos:
    'auftraggeber|soutien\\p{L}+|sost[ei]\\p{L}+|apoyan|steun\\p{L}*|accredit\\p{L}+|certified|certifi\\p{L}+|zertifi\\p{L}+|members? of|mitglied|stockists|stocked|trusted by|trust us|confiance|confían en|zaufali nam|vertrauen uns|work(?:ed)? with|trabalh[aá]mos com|trabajamos con|col+abor\\p{L}+|dealers?|opdrachtgevers|unterstütz\\p{L}*|supported by|soutien|apoyo|apoio|sostegno|referenzen|(?:as )?featured in|in the press|published|publi[cé]\\p{L}*|choisi[se]?|chosen by|scelto|elegid[oa]s?|as seen in|in good company|clients?|customers|partners?|sponsors?|partner:?innen|kunden|bekannt aus|sponsoren|clientes|partenaires|parceiros|patrocin\\p{L}+|socios|clienti|klanten|partnerzy|klienci|kunder|партнёры|партнеры|клиенты|شركاؤنا|取引先|合作伙伴|파트너',
} as const

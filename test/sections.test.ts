// Sections: the kind that a text or its items tell, what becomes of each word, limits and ids.
import fc from 'fast-check'
import t from 'tap'
import { pickKnown } from '../plugins/shared/input/inspection.ts'
import { shapeOf } from '../plugins/shared/input/shape.ts'
import { type ItemInput, type SectionInput, sectionTypeEnum, sectionTypes } from '../schemas/page-content.ts'
import { directions, SparkpageRequest } from '../schemas/sparkpage.ts'
import { canonicalRequest } from '../src/sparkpage/canonical-request.ts'
import { findIgnored, sanitizeText } from '../src/sparkpage/content.ts'
import { findFacts } from '../src/sparkpage/page-facts.ts'
import type { PageSection, SectionItem } from '../src/sparkpage/page-parts.ts'
import { readContent, textsOf } from '../src/sparkpage/read-content.ts'
import { resolveAlias } from '../src/values/aliased-enum.ts'
import { contentId } from '../src/values/hash.ts'
import { completePage, texts } from './helpers/samples.ts'
import { startService } from './helpers/service.ts'

function sectionOf(section: SectionInput): PageSection | undefined {
  return readContent({ ...texts.plain, sections: [section] }).sections[0]
}

/** What is not empty of an item, with its link as label → address. */
function shownOf(item: SectionItem | undefined) {
  if (!item) return undefined
  const { link, ...others } = item
  const given = Object.entries(others).filter(
    ([, value]) => value !== undefined && value !== false && String(value) !== '',
  )
  return { ...Object.fromEntries(given), ...(link && { link: `${link.text} → ${link.href}` }) }
}

interface Case {
  readonly kind: PageSection['kind']
  readonly text: string
  /** The first item. */
  readonly first?: object
  readonly count?: number
}

const certain: Readonly<Record<string, readonly Case[]>> = {
  features: [
    // One line with a colon among others.
    {
      kind: 'features',
      text: 'Phones: allowed, forbidden, boring\nReading aloud at fifteen\nMathematics on the market\nThe yard as a classroom',
      first: { title: 'Phones: allowed, forbidden, boring' },
      count: 4,
    },
    {
      kind: 'features',
      text: 'Made by hand: In a workshop of four people.\n\nRepaired for life: Send it back, we mend it.\n\nSent in a week: In a box without plastic.',
      first: { title: 'Made by hand', paragraphs: ['In a workshop of four people.'] },
      count: 3,
    },
    {
      kind: 'features',
      text: '- Schnell – Die Seite lädt in einer Sekunde.\n- Leise – Kein Skript und kein Cookie.\n- Barrierefrei – Für alle lesbar, auch für Bildschirmleser.',
      first: { title: 'Schnell' },
      count: 3,
    },
    // A list without signs.
    {
      kind: 'features',
      text: 'Dough: flour, water, salt\nSauce: tomatoes, basil\nTopping: mozzarella',
      first: { title: 'Dough', paragraphs: ['flour, water, salt'] },
      count: 3,
    },
    {
      kind: 'features',
      text: 'Five-piece kit, tuned on Mondays\nTwo tube amps and a bass rig\nA chair that nobody knows the origin of',
      first: { title: 'Five-piece kit, tuned on Mondays' },
      count: 3,
    },
    {
      kind: 'features',
      text: 'Todas las cenas y una sopa al día\nGuía en español, de Tórshavn y de Burgos, que conoce cada piedra\nBarcos y permisos',
      first: { paragraphs: ['Todas las cenas y una sopa al día'] },
      count: 3,
    },
  ],
  quote: [
    {
      kind: 'quote',
      text: '"It worked." – Ida Holm, Aarhus',
      first: { paragraphs: ['"It worked."'], cite: 'Ida Holm', role: 'Aarhus' },
      count: 1,
    },
    {
      kind: 'quote',
      text: '“We came for a night and stayed a week.”\n— Tom Reed, photographer',
      first: { paragraphs: ['“We came for a night and stayed a week.”'], cite: 'Tom Reed', role: 'photographer' },
    },
    {
      kind: 'quote',
      text: '„Besser geht es nicht.“ – Familie Brandt, Kiel',
      first: { paragraphs: ['„Besser geht es nicht.“'], cite: 'Familie Brandt', role: 'Kiel' },
    },
    {
      kind: 'quote',
      text: '»Ein Haus, in das man zurückkehrt«\n\n– Die Zeit',
      first: { paragraphs: ['»Ein Haus, in das man zurückkehrt«'], cite: 'Die Zeit' },
    },
    {
      kind: 'quote',
      text: '« Un séjour parfait du début à la fin. » — Claire Dubois, Lyon',
      first: { paragraphs: ['« Un séjour parfait du début à la fin. »'], cite: 'Claire Dubois', role: 'Lyon' },
    },
    {
      kind: 'quote',
      text: '«La mejor paella de la costa.»\nMarta Ruiz, Valencia',
      first: { cite: 'Marta Ruiz', role: 'Valencia' },
    },
    {
      kind: 'quote',
      text: '«Лучший отель на побережье». — Анна Орлова',
      first: { paragraphs: ['«Лучший отель на побережье».'], cite: 'Анна Орлова' },
    },
    {
      kind: 'quote',
      text: '「また来たい」― 田中様、東京',
      first: { paragraphs: ['「また来たい」'], cite: '田中様', role: '東京' },
    },
    {
      kind: 'quote',
      text: '“老板很热情，下次还来。”——王女士',
      first: { paragraphs: ['“老板很热情，下次还来。”'], cite: '王女士' },
    },
    { kind: 'quote', text: '"다시 오고 싶어요!" – 김민지, 서울', first: { cite: '김민지', role: '서울' } },
    {
      kind: 'quote',
      text: '«مكان رائع للعائلات.» – ليلى، القاهرة',
      first: { paragraphs: ['«مكان رائع للعائلات.»'], cite: 'ليلى', role: 'القاهرة' },
    },
    { kind: 'quote', text: '"שירות מעולה, נחזור שוב." – דנה כהן', first: { cite: 'דנה כהן' } },
    {
      kind: 'quote',
      text: '“यहाँ का खाना बहुत अच्छा है।” – अनिता शर्मा, जयपुर',
      first: { cite: 'अनिता शर्मा', role: 'जयपुर' },
    },
    { kind: 'quote', text: '«Το καλύτερο πρωινό στο νησί.» – Ελένη', first: { cite: 'Ελένη' } },
    {
      kind: 'quote',
      text: '”Paras aamiainen koko kaupungissa.” – Aino',
      first: { paragraphs: ['”Paras aamiainen koko kaupungissa.”'], cite: 'Aino' },
    },
    { kind: 'quote', text: '„Wrócimy tu na pewno!” – Kasia, Kraków', first: { cite: 'Kasia', role: 'Kraków' } },
    {
      kind: 'quote',
      text: '"Warm."\n– Ann\n\n"Bright and calm."\n– Bo, Oslo',
      first: { paragraphs: ['"Warm."'], cite: 'Ann' },
      count: 2,
    },
    {
      kind: 'quote',
      text: '“We had a plan.\n\n“Then we saw the sea.” – Ida',
      first: { paragraphs: ['“We had a plan.', '“Then we saw the sea.”'], cite: 'Ida' },
    },
    {
      kind: 'quote',
      text: '“It worked.” – Ida Holm\n\nIda runs a shop in Aarhus.',
      first: { cite: 'Ida Holm' },
      count: 1,
    },
    {
      kind: 'quote',
      text: "'It's the best bread in town.' – Bo",
      first: { paragraphs: ["'It's the best bread in town.'"], cite: 'Bo' },
    },
    {
      kind: 'quote',
      text: '‘The best bread in town’ – Bo',
      first: { paragraphs: ['‘The best bread in town’'], cite: 'Bo' },
    },
    {
      kind: 'quote',
      text: '"It worked."\n– Ida Holm\nBaker, Aarhus',
      first: { paragraphs: ['"It worked."'], cite: 'Ida Holm', role: 'Baker, Aarhus' },
      count: 1,
    },
    {
      kind: 'quote',
      text: '“Warm.”\n– Ann\n“Bright and calm.”\n– Bo, Oslo',
      first: { paragraphs: ['“Warm.”'], cite: 'Ann' },
      count: 2,
    },
    {
      kind: 'quote',
      text: '«Ils disent «à demain» et ils restent.» – Luc, Nice',
      first: { paragraphs: ['«Ils disent «à demain» et ils restent.»'], cite: 'Luc', role: 'Nice' },
      count: 1,
    },
  ],
  prices: [
    {
      kind: 'menu',
      text: 'Children up to 12 – 10 €\nAdults – 14 €\nFamilies – 30–40 €',
      first: { title: 'Children up to 12', price: '10 €' },
      count: 3,
    },
    {
      kind: 'menu',
      text: 'Via je werkgever – € 950 excl. btw\nTraject – € 620\nLos gesprek – € 115',
      first: { title: 'Via je werkgever', price: '€ 950 excl. btw' },
      count: 3,
    },
    {
      kind: 'menu',
      text: 'Portrait: €900–1,200\nWedding – 1.900–2.400 €\nAlbum – $800 – $1,500\nPrint – 12,90–30 €',
      first: { title: 'Portrait', price: '€900–1,200' },
      count: 4,
    },
    {
      kind: 'menu',
      text: 'Haddock £14/kg\nScallops £3 each\nDressed crab £9',
      first: { title: 'Haddock', price: '£14', period: '/kg' },
      count: 3,
    },
    {
      kind: 'menu',
      text: 'Comté 24 mois, 32 €/kg\nCrottin sec, 3,20 €',
      first: { title: 'Comté 24 mois', price: '32 €' },
      count: 2,
    },
    {
      kind: 'prices',
      text: 'Singola: 25 € all’ora\nIn due: 18 € all’ora',
      first: { title: 'Singola', price: '25 €', period: 'all’ora' },
      count: 2,
    },
    {
      kind: 'menu',
      text: 'Juvenil – $60.000\nAmateur – $110.000\nPúblico – entrada libre',
      first: { title: 'Juvenil', price: '$60.000' },
      count: 3,
    },
    {
      kind: 'menu',
      text: 'Compraventa de 150.000 € – 620 €\nPoder – 45 €\nTestamento – 50 €',
      first: { title: 'Compraventa de 150.000 €', price: '620 €' },
      count: 3,
    },
    {
      kind: 'menu',
      text: 'Merlot 6 € – 24 €\nChardonnay 7 € – 28 €',
      first: { title: 'Merlot', price: '6 €' },
      count: 2,
    },
    {
      kind: 'menu',
      text: 'Tasting menu 72 €\nWine pairing 38 €',
      first: { title: 'Tasting menu', price: '72 €' },
      count: 2,
    },
    { kind: 'prices', text: 'Basic: $9/mo\nPro: $29/mo', first: { title: 'Basic', price: '$9', period: '/mo' } },
    {
      kind: 'prices',
      text: 'Basic – $9 per month\nOne user\n- Mail support\n\nTeam – $29 per month\nTen users',
      first: { title: 'Basic', price: '$9', period: 'per month', paragraphs: ['One user', 'Mail support'] },
      count: 2,
    },
    {
      kind: 'prices',
      text: 'Starter\n9,90 € pro Monat\nEin Konto\n\nProfi\n29,90 € pro Monat\nZehn Konten',
      first: { title: 'Starter', price: '9,90 €', period: 'pro Monat', paragraphs: ['Ein Konto'] },
    },
    {
      kind: 'prices',
      text: 'Chambre simple : 80 € la nuit\nChambre double : 110 € la nuit',
      first: { title: 'Chambre simple', price: '80 €', period: 'la nuit' },
    },
    {
      kind: 'menu',
      text: 'Menú del día ...... 14,50 €\nPaella ...... 18 €',
      first: { title: 'Menú del día', price: '14,50 €' },
    },
    { kind: 'menu', text: 'Corte de cabelo R$ 60\nBarba R$ 40', first: { title: 'Corte de cabelo', price: 'R$ 60' } },
    { kind: 'menu', text: 'Strzyżenie 80 zł\nBroda 50 zł', first: { title: 'Strzyżenie', price: '80 zł' } },
    { kind: 'menu', text: 'Dagsbillet 250 kr.\nÅrskort 1.200 kr.', first: { title: 'Dagsbillet', price: '250 kr.' } },
    {
      kind: 'menu',
      text: 'Стрижка — 1 500 ₽\nОкрашивание — от 4 000 руб.',
      first: { title: 'Стрижка', price: '1 500 ₽' },
    },
    {
      kind: 'menu',
      text: 'ランチコース 3,500円\nディナーコース 8,800円',
      first: { title: 'ランチコース', price: '3,500円' },
    },
    {
      kind: 'prices',
      text: 'ライト 月額980円\nプロ 月額2,980円',
      first: { title: 'ライト', period: '月額', price: '980円' },
    },
    { kind: 'menu', text: '커트 25,000원\n펌 80,000원부터', first: { title: '커트', price: '25,000원' } },
    {
      kind: 'prices',
      text: '单人间 ¥380/晚\n双人间 ¥520/晚',
      first: { title: '单人间', price: '¥380', period: '/晚' },
    },
    { kind: 'menu', text: 'Villa ₹1,20,000\nCottage ₹45,000', first: { title: 'Villa', price: '₹1,20,000' } },
    {
      kind: 'prices',
      text: 'Pro $29/user/month, billed yearly\nTeam $99/user/month, billed yearly',
      first: { title: 'Pro', price: '$29', period: '/user/month', paragraphs: ['billed yearly'] },
    },
    { kind: 'menu', text: 'थाली ₹250\nमिठाई ₹90', first: { title: 'थाली', price: '₹250' } },
    { kind: 'menu', text: 'حلاقة 50 ريال\nصبغة 120 ريال', first: { title: 'حلاقة', price: '50 ريال' } },
    { kind: 'menu', text: 'תספורת ₪80\nצבע ₪220', first: { title: 'תספורת', price: '₪80' } },
    {
      kind: 'prices',
      text: 'Μονόκλινο: 60 € ανά νύχτα\nΔίκλινο: 85 € ανά νύχτα',
      first: { title: 'Μονόκλινο', price: '60 €', period: 'ανά νύχτα' },
    },
    {
      kind: 'menu',
      text: 'Jednolůžkový pokoj 1 200 Kč\nApartmán 2 900 Kč',
      first: { title: 'Jednolůžkový pokoj', price: '1 200 Kč' },
    },
    { kind: 'menu', text: 'Adults CHF 24.–\nChildren free', first: { title: 'Adults', price: 'CHF 24.–' }, count: 2 },
    { kind: 'menu', text: 'Erwachsene: 12 Euro\nKinder: gratis', first: { title: 'Erwachsene', price: '12 Euro' } },
    { kind: 'menu', text: '€72 – Tasting menu\n€38 – Wine pairing', first: { title: 'Tasting menu', price: '€72' } },
    {
      kind: 'menu',
      text: '€72\nTasting menu\nSix courses\n\n€38\nWine pairing',
      first: { title: 'Tasting menu', price: '€72', paragraphs: ['Six courses'] },
      count: 2,
    },
    {
      kind: 'prices',
      text: 'Double room: from €120 per night, breakfast included\n\nSuite: from €190 per night, breakfast included',
      first: { title: 'Double room', price: 'from €120', period: 'per night', paragraphs: ['breakfast included'] },
    },
  ],
  questions: [
    {
      kind: 'questions',
      text: 'I eat no fish. Is that a problem?\nNo, tell us a day before.\n\nChildren?\nFrom eight years on.\n\nMy dog is old and calm.\nHe may sleep by the fire.',
      first: { title: 'I eat no fish. Is that a problem?', paragraphs: ['No, tell us a day before.'] },
      count: 3,
    },
    {
      kind: 'questions',
      text: 'Can I bring my dog? Yes, in all rooms.\n\nIs there parking? Behind the house.',
      first: { title: 'Can I bring my dog?', paragraphs: ['Yes, in all rooms.'] },
      count: 2,
    },
    {
      kind: 'questions',
      text: 'Wann ist Check-in?\nAb 15 Uhr.\n\nGibt es WLAN?\nIm ganzen Haus.',
      first: { title: 'Wann ist Check-in?', paragraphs: ['Ab 15 Uhr.'] },
    },
    {
      kind: 'questions',
      text: 'Do you ship abroad?\n\nTo all of Europe.\n\nCan I return it?\n\nWithin 30 days.',
      first: { title: 'Do you ship abroad?', paragraphs: ['To all of Europe.'] },
      count: 2,
    },
    {
      kind: 'questions',
      text: 'Acceptez-vous les chèques ? Non, uniquement les cartes.\n\nY a-t-il un parking ? Oui.',
      first: { title: 'Acceptez-vous les chèques ?', paragraphs: ['Non, uniquement les cartes.'] },
    },
    {
      kind: 'questions',
      text: '¿Hay wifi? Sí, gratis.\n\n¿Aceptan mascotas? Sí.',
      first: { title: '¿Hay wifi?', paragraphs: ['Sí, gratis.'] },
    },
    {
      kind: 'questions',
      text: '予約は必要ですか？はい、お電話ください。\n\n駐車場はありますか？ございます。',
      first: { title: '予約は必要ですか？', paragraphs: ['はい、お電話ください。'] },
    },
    {
      kind: 'questions',
      text: 'هل يوجد موقف سيارات؟ نعم، مجانًا.\n\nهل الإفطار مشمول؟ نعم.',
      first: { title: 'هل يوجد موقف سيارات؟' },
    },
    {
      kind: 'questions',
      text: 'Υπάρχει πάρκινγκ; Ναι, δωρεάν.\n\nΔέχεστε κάρτες; Ναι.',
      first: { title: 'Υπάρχει πάρκινγκ;', paragraphs: ['Ναι, δωρεάν.'] },
    },
    {
      kind: 'questions',
      text: 'Есть ли парковка? Да, бесплатная.\n\nМожно ли с собакой? Да.',
      first: { title: 'Есть ли парковка?' },
    },
    {
      kind: 'questions',
      text: '주차가 가능한가요? 네, 가능합니다.\n\n예약이 필요한가요? 네.',
      first: { title: '주차가 가능한가요?' },
    },
    { kind: 'questions', text: 'क्या पार्किंग है? हाँ, मुफ़्त।\n\nक्या वाई-फ़ाई है? हाँ।', first: { title: 'क्या पार्किंग है?' } },
    { kind: 'questions', text: 'יש חניה? כן, חינם.\n\nאפשר עם כלב? כן.', first: { title: 'יש חניה?' } },
    {
      kind: 'questions',
      text: '1. Can I cancel? Until noon.\n2. Can I pay by card? Yes.',
      first: { title: '1. Can I cancel?', paragraphs: ['Until noon.'] },
    },
  ],
  figures: [
    {
      kind: 'figures',
      text: '40 m³ – Holz im Trockenlager\n9 – Gesellinnen und Gesellen\n100 % – Strom vom Dach',
      first: { title: 'Holz im Trockenlager', value: '40 m³' },
      count: 3,
    },
    {
      kind: 'figures',
      text: '14 Völker\n620 kg Honig\n2 Stiche pro Tag',
      first: { value: '14', title: 'Völker' },
      count: 3,
    },
    {
      kind: 'figures',
      text: '365 jours – de garantie, même si c’est votre faute\n2:41 – le record\n0 – plastique dans le colis',
      first: { value: '365 jours', title: 'de garantie, même si c’est votre faute' },
      count: 3,
    },
    {
      kind: 'figures',
      text: '98 % happy guests\n12,000 members\n24/7 support',
      first: { value: '98 %', title: 'happy guests' },
      count: 3,
    },
    {
      kind: 'figures',
      text: '1.200 m² Fläche\n35 Mitarbeiter\n12 Länder',
      first: { value: '1.200 m²', title: 'Fläche' },
    },
    {
      kind: 'figures',
      text: '15 ans d’expérience\n300+ clients\n4.9/5 de satisfaction',
      first: { value: '15', title: 'ans d’expérience' },
    },
    {
      kind: 'figures',
      text: '48 Hz – lowest note\n2 × 20 W – per pair\n5 years – of warranty',
      first: { value: '48 Hz', title: 'lowest note' },
      count: 3,
    },
    { kind: 'figures', text: '500社 導入企業\n98% 継続率', first: { value: '500社', title: '導入企業' } },
    { kind: 'figures', text: '회원 12,000명\n만족도 98%', first: { value: '12,000명', title: '회원' } },
    {
      kind: 'figures',
      text: '$5M\nraised\n\n40\nemployees\n\n7\noffices',
      first: { value: '$5M', title: 'raised' },
      count: 3,
    },
    {
      kind: 'figures',
      text: '12 млн пользователей\n40 стран\n7 офисов',
      first: { value: '12 млн', title: 'пользователей' },
    },
  ],
  steps: [
    {
      kind: 'steps',
      text: 'Jour 1 – Diagnostic\nJour 15 – Remontage\nJour 21 – Vous la portez',
      first: { value: 'Jour 1', title: 'Diagnostic' },
      count: 3,
    },
    {
      kind: 'steps',
      text: 'Freitag, 5. März, 20 Uhr – Das Boot\nSamstag, 6. März, 16 Uhr – Ronja',
      first: { value: 'Freitag, 5. März, 20 Uhr', title: 'Das Boot' },
      count: 2,
    },
    {
      kind: 'steps',
      text: '12. Mai – Trio Alba\nJune 14: Reading\n2 de julio – Final',
      first: { value: '12. Mai', title: 'Trio Alba' },
      count: 3,
    },
    {
      kind: 'steps',
      text: '10 am\nArrival and coffee.\n\nNoon\nSoup in the yard.\n\n4 pm\nThe last boat.',
      first: { value: '10 am', paragraphs: ['Arrival and coffee.'] },
      count: 3,
    },
    {
      kind: 'steps',
      text: '21 h – Le lever de la Lune\n22 h – Saturne\nMinuit – Une tisane',
      first: { value: '21 h', title: 'Le lever de la Lune' },
      count: 3,
    },
    {
      kind: 'steps',
      text: '1. Pick a date\n2. Pay online\n3. Pack your bag',
      first: { value: '1', title: 'Pick a date' },
      count: 3,
    },
    {
      kind: 'steps',
      text: 'Step 1: Send a picture.\n\nStep 2: Choose a page.',
      first: { value: 'Step 1', paragraphs: ['Send a picture.'] },
    },
    {
      kind: 'steps',
      text: '2019 founded\n2021 second shop\n2024 first export',
      first: { value: '2019', title: 'founded' },
      count: 3,
    },
    {
      kind: 'steps',
      text: '1987\nGrandpa buys an oven.\n\n1999–2004\nTwo more shops open.',
      first: { value: '1987', paragraphs: ['Grandpa buys an oven.'] },
      count: 2,
    },
    {
      kind: 'steps',
      text: '9:00 Breakfast\n10:00 Hike\n12:30 Lunch',
      first: { value: '9:00', title: 'Breakfast' },
      count: 3,
    },
    { kind: 'steps', text: 'Doors open: 19:30\nConcert: 20:15', first: { value: '19:30', title: 'Doors open' } },
    {
      kind: 'steps',
      text: 'Mayo – Abre el camping\nJulio – Noches de estrellas con telescopio\nOctubre – Última hoguera',
      first: { value: 'Mayo', title: 'Abre el camping' },
      count: 3,
    },
    {
      kind: 'steps',
      text: 'March: First ranunculus\nMay–July: Peonies for three weeks\nOctober: Dahlias',
      first: { value: 'March', title: 'First ranunculus' },
      count: 3,
    },
    {
      kind: 'steps',
      text: 'März: Die ersten Ranunkeln\nMai – Juni: Pfingstrosen, drei Wochen lang',
      first: { value: 'März', title: 'Die ersten Ranunkeln' },
      count: 2,
    },
    { kind: 'steps', text: '第一步：预约\n第二步：到店', first: { value: '第一步', title: '预约' }, count: 2 },
    { kind: 'steps', text: '① 予約する\n② 来店する', first: { value: '①', title: '予約する' } },
    {
      kind: 'steps',
      text: '1) Book – online or by phone\n2) Come – any time',
      first: { value: '1', title: 'Book', paragraphs: ['online or by phone'] },
    },
    {
      kind: 'steps',
      text: 'Schritt 1: Anfrage senden\nSchritt 2: Angebot erhalten',
      first: { value: 'Schritt 1', title: 'Anfrage senden' },
    },
    {
      kind: 'steps',
      text: 'Friday\n18:00 – Doors\n19:00 – Hanna Kolb\n\nSaturday\n15:00 – A picnic',
      first: { title: 'Friday' },
      count: 5,
    },
    { kind: 'steps', text: '١. احجز موعدًا\n٢. ادفع', first: { value: '١', title: 'احجز موعدًا' } },
    { kind: 'steps', text: 'Шаг 1. Заявка\nШаг 2. Договор', first: { value: 'Шаг 1', title: 'Заявка' } },
  ],
  hours: [
    {
      kind: 'hours',
      text: 'Monday: closed\nTuesday: from eight to five\nSunday: from ten to two',
      first: { title: 'Monday', value: 'closed' },
      count: 3,
    },
    {
      kind: 'hours',
      text: 'Mo–Fr: 9–12 Uhr\nSa: geschlossen\nNotdienst: 0431 555 0199',
      first: { title: 'Mo–Fr', value: '9–12 Uhr' },
      count: 3,
    },
    {
      kind: 'hours',
      text: 'Mon–Fri 9–17\nSat 10:00–14:00\nSun closed',
      first: { title: 'Mon–Fri', value: '9–17' },
      count: 3,
    },
    { kind: 'hours', text: 'Friday: 17:00\nSaturday: 12:00', first: { title: 'Friday', value: '17:00' }, count: 2 },
    {
      kind: 'hours',
      text: 'Lun–Ven : 9h à 18h\nSam : 10h–13h',
      first: { title: 'Lun–Ven', value: '9h à 18h' },
    },
    { kind: 'hours', text: 'Ежедневно с 9:00 до 21:00', first: { title: 'Ежедневно', value: 'с 9:00 до 21:00' } },
    {
      kind: 'hours',
      text: 'Öffnungszeiten:\nMo–Fr: 8–18 Uhr\nSa: 9–13 Uhr',
      first: { title: 'Öffnungszeiten' },
      count: 3,
    },
    {
      kind: 'hours',
      text: 'Mon 9:00–12:00, 13:00–17:00\nTue closed',
      first: { title: 'Mon', value: '9:00–12:00, 13:00–17:00' },
      count: 2,
    },
    { kind: 'hours', text: 'Mon 9–17, Sat 10–14\nSun closed', first: { title: 'Mon', value: '9–17' }, count: 3 },
    {
      kind: 'hours',
      text: 'Mandag - Torsdag\n15:00 - 22:00\n\nFredag\n13:00 - 22:00',
      first: { title: 'Mandag - Torsdag', value: '15:00 - 22:00' },
      count: 2,
    },
    {
      kind: 'hours',
      text: 'Freitag 18 Uhr – Hanna Kolb, Okta\nSamstag 15 Uhr – Mira Sand\nSamstag 22 Uhr – Grosse Freiheit Ost',
      first: { title: 'Freitag', value: '18 Uhr', paragraphs: ['Hanna Kolb, Okta'] },
      count: 3,
    },
    {
      kind: 'hours',
      text: 'Lunch: 12–2.30pm\nDinner: 6–10pm (kitchen until 9)',
      first: { title: 'Lunch', value: '12–2.30pm' },
      count: 2,
    },
    { kind: 'hours', text: '月〜金 9:00〜18:00\n土：10:00〜15:00', first: { title: '月〜金', value: '9:00〜18:00' } },
  ],
  team: [
    {
      kind: 'team',
      text: 'Fenna Bos, koorddanser\nMilan Kok, clown',
      first: { title: 'Fenna Bos', role: 'koorddanser' },
      count: 2,
    },
  ],
  contact: [
    {
      kind: 'contact',
      text: 'Dachgarten, Lindenstr. 12, 10969 Berlin\nTel. 030 5550134',
      first: { paragraphs: ['Dachgarten, Lindenstr. 12, 10969 Berlin'] },
      count: 2,
    },
    {
      kind: 'contact',
      text: 'Urgencias: 91 555 01 77\nOficina: 91 555 01 70',
      first: { title: 'Urgencias', link: '91 555 01 77 → tel:915550177' },
      count: 2,
    },
    {
      kind: 'contact',
      text: '222 555 018\nola@example.pt',
      first: { link: '222 555 018 → tel:222555018' },
      count: 2,
    },
    {
      kind: 'contact',
      text: 'Harbour Street 1\n8000 Aarhus\nTel. +45 12 34 56 78\nhello@seahotel.dk',
      first: { paragraphs: ['Harbour Street 1\n8000 Aarhus'] },
      count: 3,
    },
    {
      kind: 'contact',
      text: 'E-mail: hello@example.com',
      first: { title: 'E-mail', link: 'hello@example.com → mailto:hello@example.com' },
    },
    {
      kind: 'contact',
      text: 'Telefon: 030 123456\nwww.example.de/kontakt',
      first: { title: 'Telefon', link: '030 123456 → tel:030123456' },
      count: 2,
    },
    {
      kind: 'contact',
      text: 'Call us: 555-123-4567',
      first: { title: 'Call us', link: '555-123-4567 → tel:5551234567' },
    },
    {
      kind: 'contact',
      text: 'Пн–Пт 10:00–19:00\n+7 495 123-45-67',
      first: { paragraphs: ['Пн–Пт 10:00–19:00'] },
      count: 2,
    },
    {
      kind: 'contact',
      text: '東京都港区1-2-3\n電話：03-1234-5678\n月〜金 9:00〜18:00',
      first: { paragraphs: ['東京都港区1-2-3'] },
      count: 3,
    },
    { kind: 'contact', text: 'هاتف: ٠١٢٣٤٥٦٧٨٩', first: { title: 'هاتف', link: '٠١٢٣٤٥٦٧٨٩ → tel:0123456789' } },
    {
      kind: 'contact',
      text: 'We are glad to hear from you.\n\n(555) 123-4567 · hi@example.com',
      first: { link: '(555) 123-4567 → tel:5551234567' },
      count: 2,
    },
    {
      kind: 'contact',
      text: 'Harbour Street 1, 8000 Aarhus · hello@seahotel.dk',
      first: { paragraphs: ['Harbour Street 1, 8000 Aarhus'] },
      count: 2,
    },
    {
      kind: 'contact',
      text: 'Reservations:\n+45 12 34 56 78\nhttps://seahotel.dk/book',
      first: { title: 'Reservations', link: '+45 12 34 56 78 → tel:+4512345678' },
      count: 2,
    },
  ],
}

/** Prose that looks a little like another kind. */
const plain: readonly string[] = [
  'martedì 4 marzo, 19.00\ngiovedì 20 marzo, 19.30\nmartedì 8 aprile, 19.00',
  'Twelve suites, all with a balcony.',
  '’Twas the night before Christmas, and all was quiet.',
  "'n' roll is here to stay",
  "'Tis the season for bakin' and for sleepin'",
  '"Hygge" is a Danish word for a kind of comfort.',
  '"Best bakery in town" is what the paper wrote about us in 2024.',
  '"Hi," she said. "Come in."',
  '"Nighthawks" – oil on canvas',
  '‘The best bread in town’',
  '“We will be back!”, – said Ida Holm',
  '“We will be back.”\nsaid Ida Holm',
  '“Where to?”\n\nHe looked up.\n\n“Home.”',
  '«Сработало», — сказала Ида и улыбнулась.',
  '“Sea” and “sky” are the names of our two rooms.',
  'A night costs 90 €, and breakfast is included.',
  'The tasting menu costs 72 € and takes three hours.\n\nThe wine pairing is 38 € more.',
  'A single room costs 80 €\nA double room costs 120 €',
  'We raised $5 million in 2023.\n\nWe spent $2 million on the sea wall.',
  'Save up to 50 € when you book early.\nSave 20 € with a friend.',
  'Parking is free\nWi-Fi is free',
  'Entry free\nCoffee free',
  'Das Menü kostet 45 €.\nDer Wein kostet 7 €.',
  'Le menu est à 25 € le midi.\n\nLe soir, comptez 40 €.',
  'コースは3,500円からご用意しております。\n\n飲み放題は2,000円追加です。',
  'Why does bread taste better here? We bake it twice.',
  'Tired? Hungry? We have a table for you.\n\nThirsty? Come in.',
  'We ask every guest one question: what would you change? Most say nothing.\n\nSome do.',
  'Look at https://example.com/?a=b and tell us.\n\nOr https://example.com/?c=d instead.',
  '1. Mai ist ein Feiertag.',
  '3. Stock, Hafenstraße 1\n20457 Hamburg',
  'Zucker 2 TL\nSalz 1 TL',
  '100 g flour\n200 ml milk\n2 eggs',
  '12 Harbour Street\n10115 Berlin',
  '12 rue de la Paix\n3 rue Monge\n9 rue Daru',
  '12 May concert\n14 May reading\n16 May dance',
  'We have 98 % happy guests and 12,000 members.',
  '1 Book\n2 Pack\n3 Go',
  '1.5 km to the sea\n2.5 km to the station is far for some of our older guests.',
  'Write to hello@example.com and we will answer within a day or two.',
  'On Monday we bake, on Tuesday we rest.',
  'Mon amour, viens à 9 h ce soir.',
  'Call it a day.\nCall it a night.',
  'The order number is 0306406152 for all who ask.',
  'A line\nof verse,\nand no more.',
  '海の見える部屋が12室あります。',
  'غرف تطل على البحر، ولكل غرفة شرفة.',
  'Номера с видом на море — от причала две минуты.',
  'Note: we are closed in May.\n\nTip: book early in summer.',
  'O quarto custa R$ 200.\n\nO café custa R$ 20.',
]

t.test('the kind of a section is read from its text, with its items', async t => {
  for (const readings of Object.values(certain)) {
    for (const { kind, text, first, count } of readings) {
      const section = sectionOf({ heading: 'x', text })
      t.equal(section?.kind, kind, text)
      const item: Readonly<Record<string, unknown>> = { ...shownOf(section?.items[0]) }
      const members = Object.keys(first ?? {})
      t.same(Object.fromEntries(members.map(name => [name, item[name]])), first ?? {}, text)
      if (count !== undefined) t.equal(section?.items.length, count, text)
    }
  }
  const written = [
    ...Object.values(certain)
      .flat()
      .map(({ text }) => text),
    ...plain,
  ]
  const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Hangul', 'Hiragana', 'Han']
  for (const script of scripts)
    t.ok(
      written.some(text => new RegExp(`\\p{Script=${script}}`, 'u').test(text)),
      script,
    )
  t.ok(written.length >= 60 && plain.length >= 20, `${written.length} texts, ${plain.length} of them plain`)
})

t.test('prose that merely looks like another kind stays plain, with its paragraphs unchanged', async t => {
  for (const text of plain) {
    const section = sectionOf({ heading: 'x', text })
    t.equal(section?.kind, 'plain', text)
    t.same(section?.paragraphs.join('\n\n'), text, text)
  }
})

t.test('a kind that the request names decides how a text is read', async t => {
  const readAs = (type: string, text: string) => {
    const { items = [], paragraphs = [], kind } = sectionOf({ type, heading: '', text }) ?? {}
    return { kind, paragraphs, items: items.map(shownOf) }
  }
  for (const text of [
    'It worked.\n– Ida Holm, Aarhus',
    'It worked. – Ida Holm, Aarhus',
    'It worked.\n\n– Ida Holm, Aarhus',
  ])
    t.same(readAs('quote', text).items, [{ paragraphs: ['It worked.'], cite: 'Ida Holm', role: 'Aarhus' }], text)
  t.same(readAs('quote', '“It worked.” – Ida Holm\n\nWe built it in a week.'), {
    kind: 'quote',
    paragraphs: ['We built it in a week.'],
    items: [{ paragraphs: ['“It worked.”'], cite: 'Ida Holm' }],
  })
  t.same(readAs('prices', 'All prices include VAT.\n\nSingle 80 €\nwith breakfast\nDouble 120 €'), {
    kind: 'prices',
    paragraphs: ['All prices include VAT.'],
    items: [
      { title: 'Single', price: '80 €', paragraphs: ['with breakfast'] },
      { title: 'Double', price: '120 €' },
    ],
  })
  t.same(readAs('prices', 'All prices include VAT.\n\nSingle\n80 €\nwith breakfast'), {
    kind: 'prices',
    paragraphs: ['All prices include VAT.'],
    items: [{ title: 'Single', price: '80 €', paragraphs: ['with breakfast'] }],
  })
  t.same(readAs('faq', 'Parking for guests?\n\nYes.\n\nIt is free.').items, [
    { title: 'Parking for guests?', paragraphs: ['Yes.', 'It is free.'] },
  ])
  t.same(readAs('stats', 'Members: 12,000\nRooms: 12').items, [
    { title: 'Members', value: '12,000' },
    { title: 'Rooms', value: '12' },
  ])
  t.same(readAs('how it works', 'Book\n\nPay').items, [{ title: 'Book' }, { title: 'Pay' }])
  t.same(readAs('steps', 'It is quick.\n\n1. Book\n2. Pay'), {
    kind: 'steps',
    paragraphs: ['It is quick.'],
    items: [
      { title: 'Book', value: '1' },
      { title: 'Pay', value: '2' },
    ],
  })
  t.same(readAs('features', 'Fast: it loads at once\nSmall: one file').items, [
    { title: 'Fast', paragraphs: ['it loads at once'] },
    { title: 'Small', paragraphs: ['one file'] },
  ])
  t.same(readAs('partners', 'Acme, Globex').items, [{ title: 'Acme' }, { title: 'Globex' }])
  t.same(readAs('address', 'Harbour Street 1\n8000 Aarhus').items, [{ paragraphs: ['Harbour Street 1\n8000 Aarhus'] }])
  t.same(readAs('clients', 'They trust us:\nAcme\nGlobex').paragraphs, ['They trust us:'])
  for (const type of ['text', 'gallery', 'logos', 'features', 'figures', 'prices', 'steps'])
    t.same(readAs(type, 'One sentence.'), { kind: type, paragraphs: ['One sentence.'], items: [] }, type)
})

t.test('contacts are links where they lead somewhere', async t => {
  const read = (text: string) => sectionOf({ type: 'contact', heading: 'x', text })?.items.map(shownOf)
  t.same(read('example.com\nHTTPS://example.com/a\nhttp://example.org'), [
    { link: 'example.com → https://example.com' },
    { link: 'HTTPS://example.com/a → HTTPS://example.com/a' },
    { link: 'http://example.org → http://example.org' },
  ])
  const call = { title: 'Tel', link: '+45 12 34 56 78 → tel:+4512345678' }
  const faxed = { title: 'Fax', paragraphs: ['+45 12 34 56 79'] }
  t.same(read('Tel. +45 12 34 56 78\nFax: +45 12 34 56 79'), [call, faxed], 'a fax number is no link')
  t.same(read('Tel:\n+45 12 34 56 78\n\nFax:\n+45 12 34 56 79'), [call, faxed], 'below their labels')
  t.same(read('Reception: +45 12 34 56 78'), [{ ...call, title: 'Reception' }], 'an international number has any label')
  t.same(read('Customer number: 030 1234567'), [{ title: 'Customer number', paragraphs: ['030 1234567'] }])
  for (const text of ['https://x:99999/', 'www.example.com/%zz'])
    t.same(read(text), [{ paragraphs: [text] }], `${text} is no address`)
  for (const text of ['123456789', '4006381333931'])
    t.same(read(text), [{ paragraphs: [text] }], `${text} may be the number of anything`)
})

t.test('the text of a section is that of its only quote, and a contact is the text of its link', t => {
  const quoted = sectionOf({ type: 'quote', heading: '', text: 'It worked.', items: [{ cite: 'Ida', role: 'Guest' }] })
  t.match(quoted, { paragraphs: [], items: [{ paragraphs: ['It worked.'], cite: 'Ida', role: 'Guest' }] })
  const two = sectionOf({
    type: 'quote',
    heading: '',
    text: 'What guests say',
    items: [{ cite: 'Ida' }, { cite: 'Bo' }],
  })
  t.match(two, { paragraphs: ['What guests say'], items: [{ paragraphs: [] }, { paragraphs: [] }] })
  const url = 'mailto:hello@example.com'
  const contactOf = (item: ItemInput) => sectionOf({ type: 'contact', heading: '', items: [item] })?.items.map(shownOf)
  t.same(contactOf({ title: 'Write', text: 'hello@example.com', url }), [
    { title: 'Write', link: `hello@example.com → ${url}` },
  ])
  t.match(contactOf({ title: 'Write', text: 'To Ida', url, cta_text: 'Mail' }), [{ paragraphs: ['To Ida'] }])
  t.same(contactOf({ title: 'Write', value: 'hello@example.com' }), [
    { title: 'Write', link: `hello@example.com → ${url}` },
  ])
  t.match(contactOf({ title: 'Write', url }), [{ title: 'Write', link: ` → ${url}` }])
  t.end()
})

t.test('the kind of given items follows their members', async t => {
  const image = { src: 'https://example.com/a.jpg', alt: 'A' }
  const expected: readonly (readonly [PageSection['kind'], readonly ItemInput[]])[] = [
    ['menu', [{ title: 'Soup', price: '9 €' }, { title: 'Bread' }]],
    ['prices', [{ title: 'Basic', price: '9 €', period: 'per month' }, { title: 'Custom' }]],
    ['team', [{ title: 'Ida', role: 'Baker' }]],
    [
      'hours',
      [
        { title: 'Monday', value: '9–17' },
        { title: 'Sunday', value: 'closed' },
      ],
    ],
    [
      'steps',
      [
        { title: 'Founded', value: '1987' },
        { title: 'Second shop', value: '1999' },
      ],
    ],
    ['figures', [{ title: 'members', value: '12' }]],
    [
      'contact',
      [
        { title: 'Phone', value: '+45 12 34 56 78' },
        { title: 'E-mail', value: 'hello@example.com' },
      ],
    ],
    ['quote', [{ text: 'It worked.', cite: 'Ida' }]],
    ['gallery', [{ image }, { image, url: 'https://example.com/' }]],
    ['questions', [{ title: 'Why?', text: 'So.' }]],
    ['features', [{ title: 'One;', text: 'Two.' }]],
    ['features', [{ title: 'Why?' }, { title: 'Fast', text: 'Yes.' }]],
    ['features', [{ image, title: 'A' }]],
  ]
  for (const [kind, items] of expected) {
    t.equal(sectionOf({ items: [...items] })?.kind, kind)
    t.equal(sectionOf({ type: 'text', items: [...items] })?.kind, kind, 'a text has no items')
    t.equal(sectionOf({ type: 'Logos', items: [...items] })?.kind, 'logos')
  }
  const full: ItemInput = {
    title: 'Suite',
    text: 'Large.\n\nQuiet.',
    price: '€140',
    period: 'per night',
    value: '1',
    cite: 'Ida',
    role: 'Guest',
    image,
    url: 'https://example.com/',
    cta_text: 'Book',
    highlighted: true,
  }
  const section = sectionOf({ heading: 'Rooms', text: 'Per room.', items: [full, { title: ' ' }, { url: '#a' }] })
  t.same(section?.paragraphs, ['Per room.'], 'the text stays the text of the section')
  t.same(section?.items, [
    {
      title: 'Suite',
      paragraphs: ['Large.', 'Quiet.'],
      price: '€140',
      period: 'per night',
      value: '1',
      ...{ cite: 'Ida', role: 'Guest', image, link: { text: 'Book', href: 'https://example.com/' } },
      isHighlighted: true,
    },
  ])
  t.equal(sectionOf({ heading: ' ', text: '', items: [{ title: '' }] }), undefined, 'nothing visible')
})

/** Fragments of texts of all kinds; joined they are neither prose nor certain. */
const fragments = [
  ...Object.values(certain).flatMap(readings => readings.flatMap(({ text }) => text.split('\n'))),
  ...plain.flatMap(text => text.split('\n')),
  '"',
  '“',
  '”',
  "'",
  '–',
  '- ',
  '•',
  ':',
  '1.',
  '(',
  ')',
  '€',
  '9',
  '?',
  '@',
  '+45',
  '#',
  '\u00A0',
  '😀',
  '①',
]
const textOf = fc
  .array(fc.tuple(fc.constantFrom(...fragments), fc.constantFrom('\n', '\n\n', ' ', '')), { maxLength: 8 })
  .map(parts => parts.flat().join(''))

/** Signs that may separate parts of a text, and vanish. */
function lettersOf(text: string): string {
  return [...text.replace(/[\s\p{P}\p{Cf}|~～]/gu, '')].sort().join('')
}

t.test('every word of a section is shown once, and none is added', async t => {
  fc.assert(
    fc.property(textOf, fc.constantFrom(undefined, ...sectionTypes), (text, type) => {
      const content = { ...texts.plain, sections: [{ ...(type && { type }), heading: '', text }] }
      const { sections } = readContent(content)
      const shown = sections.flatMap(({ paragraphs, items }) => [
        ...paragraphs,
        ...items.flatMap(item => {
          const { title, price, period, value, cite, role, link } = item
          return [title, price, period, value, cite, role, link?.text ?? '', ...item.paragraphs]
        }),
      ])
      const whole = sanitizeText(text).replace(/\s+/g, ' ')
      const added = shown
        .flatMap(part => part.split('\n'))
        .filter(line => !whole.includes(line.replace(/\s+/g, ' ').trim()))
      return lettersOf(shown.join('')) === lettersOf(text) && added.length === 0
    }),
    { numRuns: 3000, seed: 20261125 },
  )
  const { sections } = readContent({
    ...texts.plain,
    sections: [{ heading: 'x', text: 'Tasting menu 72 €\nWine 8 €' }],
  })
  const every = textsOf(
    readContent({ ...texts.plain, sections: [{ heading: 'x', text: 'Tasting menu 72 €\nWine 8 €' }] }),
  )
  for (const word of ['x', 'Tasting menu', '72 €', 'Wine', '8 €']) t.ok(every.includes(word), `${word} is embedded`)
  t.equal(sections.length, 1)
})

t.test('a long text of any kind is read in little time, however long its lines are', async t => {
  const pieces = [
    '"',
    "'",
    '9 ',
    '9',
    '9,999 ',
    '9 € ',
    'a: ',
    '1. ',
    'so ',
    'A ',
    '? ',
    '– ',
    'a@b.',
    '+4',
    ', a',
    '1\n',
    '\n– a',
  ]
  const around = [
    ['', ''],
    ['Mo ', 'x'],
    ['“', '”x'],
  ] as const
  const cases = pieces.flatMap(piece =>
    around.flatMap(([start, end]) => [50, 190, 4990].map(width => ({ piece, start, end, width }))),
  )
  for (const [index, { piece, start, end, width }] of cases.entries()) {
    const line = start + piece.repeat(width).slice(0, width - 9) + end
    const text = Array.from({ length: Math.floor(4990 / width) }, () => line).join('\n')
    const started = process.cpuUsage()
    for (const type of ['auto', ...sectionTypes.slice(index % 5, (index % 5) + 2)])
      sectionOf({ type, heading: '', text })
    const { user } = process.cpuUsage(started)
    t.ok(user < 300_000, `${JSON.stringify(line.slice(0, 12))} × ${width}: ${user} µs`)
  }
})

t.test('links and pictures that a page cannot have are left out, each with its pointer', async t => {
  const image = { src: 'http://example.com/a.png', alt: '' }
  const content = {
    ...texts.plain,
    brand: { name: '', logo: image },
    sections: [
      { heading: 'x', text: 'x' },
      { items: [{ title: 'A' }, { title: 'B', url: 'javascript:1', cta_text: 'Go', image }] },
    ],
    footer_columns: [
      {
        links: [
          { text: 'A', url: '#a' },
          { text: 'B', url: 'x' },
        ],
      },
    ],
  }
  t.same(
    findIgnored(content).map(({ code, pointer }) => `${code} ${pointer}`),
    [
      'link_ignored /content/sections/1/items/1/url',
      'link_ignored /content/footer_columns/0/links/1/url',
      'image_ignored /content/brand/logo/src',
      'image_ignored /content/sections/1/items/1/image/src',
    ],
  )
  const { brand, sections, footerColumns } = readContent(content)
  t.equal(brand, undefined)
  t.same(shownOf(sections[1]?.items[1]), { title: 'B', link: 'Go → undefined' })
  t.same(footerColumns, [{ heading: '', links: [{ text: 'A', href: '#a' }] }])
  t.match(readContent({ ...content, brand: { name: '', logo: { ...image, src: 'https://a.example/l.png' } } }).brand, {
    text: '',
    logo: { src: 'https://a.example/l.png' },
  })
  t.equal(readContent(texts.plain).hasNavigation, true)
  t.equal(readContent({ ...texts.plain, nav: false }).hasNavigation, false)
})

const style_metadata = { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] }

function idOf(request: Partial<SparkpageRequest>): string {
  return contentId('prj', canonicalRequest({ style_metadata, content: texts.plain, ...request }))
}

t.test('requests keep their ids', async t => {
  t.equal(idOf({}), 'prj_a8caf62ccf9e91439bee30e74ee1652a')
  t.equal(idOf({ content: completePage }), 'prj_0c958680e0aa73bfad8ff42f0cc2c429')
  const export_settings = { framework: 'Bootstrap 5', layout: 'two columns', scheme: 'dark', fonts: 'system' }
  t.equal(idOf({ content: completePage, export_settings }), 'prj_1b70070dd21cfb3209608e262655d32f')
})

t.test('defaults and other spellings give the same id, everything else another', async t => {
  const section = { heading: 'x', text: 'x' }
  const withSection = (added: object) => idOf({ content: { ...texts.plain, sections: [{ ...section, ...added }] } })
  const bare = withSection({})
  t.equal(withSection({ type: 'Auto', items: [], other: 1 }), bare)
  t.equal(idOf({ content: { ...texts.plain, nav: true, footer_columns: [] } }), idOf({}))
  t.equal(idOf({ export_settings: { direction: 'automatic', motion: 'None', framework_css: 'cdn' } }), idOf({}))
  t.equal(idOf({ export_settings: { layout: 'seam' } }), idOf({ export_settings: { direction: 'stage' } }))
  t.equal(withSection({ type: 'Testimonials' }), withSection({ type: 'quote' }))
  t.equal(
    withSection({ items: [{ title: 'a', highlighted: false, other: 1 }] }),
    withSection({ items: [{ title: 'a' }] }),
  )
  t.equal(idOf({ export_settings: { direction: 'Journal' } }), idOf({ export_settings: { direction: 'magazine' } }))
  const image = { src: 'https://example.com/a.png', alt: '' }
  const members = { text: 'a', price: 'a', period: 'a', value: 'a', cite: 'a', role: 'a', url: '#a', cta_text: 'a' }
  const items: readonly object[] = Object.entries({ ...members, title: 'b', highlighted: true, image }).map(
    ([name, value]) => ({ title: 'a', [name]: value }),
  )
  const ids = [
    ...items.map(item => withSection({ items: [item] })),
    ...sectionTypes.map(type => withSection({ type })),
    ...directions.map(direction => idOf({ export_settings: { direction } })),
    ...[{ motion: 'entrance' }, { scheme: 'dark' }].map(export_settings => idOf({ export_settings })),
    idOf({ content: { ...texts.plain, nav: false } }),
    idOf({ content: { ...texts.plain, footer_columns: [{ links: [] }] } }),
    idOf({ content: { ...texts.plain, brand: { name: 'x' } } }),
    idOf({ content: { ...texts.plain, brand: { name: 'x', logo: image } } }),
    bare,
    idOf({}),
  ]
  t.equal(new Set(ids).size, ids.length)
})

t.test('the type of a section is read as people write it', async t => {
  const words: Readonly<Record<string, string>> = {
    Testimonial: 'quote',
    testimonials: 'quote',
    Pricing: 'prices',
    plans: 'prices',
    FAQ: 'questions',
    ...{
      Stats: 'figures',
      numbers: 'figures',
      clients: 'logos',
      Partners: 'logos',
      images: 'gallery',
      Photos: 'gallery',
    },
    ...{
      'How it works': 'steps',
      how_it_works: 'steps',
      process: 'steps',
      about: 'text',
      Address: 'contact',
      quotes: 'quote',
    },
  }
  for (const [word, type] of Object.entries(words))
    t.same(resolveAlias(sectionTypeEnum, word), { value: type, known: true }, word)
  for (const type of sectionTypes)
    t.same(resolveAlias(sectionTypeEnum, type.toUpperCase()), { value: type, known: true })
})

t.test('the service', async t => {
  const service = await startService(t)
  const build = (content: object, headers = {}) =>
    service.post('/api/v1/build-sparkpage', { style_metadata, content: { ...texts.plain, ...content } }, headers)
  const pointersOf = async (content: object) => {
    const answer = await build(content)
    const errors: readonly { readonly pointer: string }[] = answer.json().errors ?? []
    return answer.statusCode === 200 ? [] : errors.map(({ pointer }) => pointer).sort()
  }
  const item = { title: 'a' }
  const long = 'x'.repeat(201)

  await t.test('limits of every member', async t => {
    const column = { heading: 'x', links: Array.from({ length: 8 }, () => ({ text: 'x', url: '#x' })) }
    const refused: readonly (readonly [content: object, ...pointers: readonly string[]])[] = [
      [{ sections: [{ items: Array.from({ length: 24 }, () => item) }] }],
      [{ sections: [{ items: Array.from({ length: 25 }, () => item) }] }, '/content/sections/0/items'],
      [{ sections: [{ items: [] }] }],
      [{ sections: [{}] }, '/content/sections/0/text'],
      [{ sections: [{ text: 'x' }] }],
      [{ sections: [{ heading: 'x' }] }, '/content/sections/0/text'],
      [{ sections: [{ heading: '', text: '' }] }],
      [{ sections: [{ type: 7, items: [item] }] }, '/content/sections/0/type'],
      [
        { sections: [{ items: [{ title: long, text: 'x'.repeat(5001), url: 'x', image: {} }] }] },
        ...['image/alt', 'image/src', 'text', 'title', 'url'].map(name => `/content/sections/0/items/0/${name}`),
      ],
      [
        { sections: [{ items: [{ highlighted: 'yes', price: 9 }, 7] }] },
        ...['0/highlighted', '0/price', '1'].map(name => `/content/sections/0/items/${name}`),
      ],
      [{ footer_columns: Array.from({ length: 4 }, () => column) }],
      [{ footer_columns: Array.from({ length: 5 }, () => column) }, '/content/footer_columns'],
      [{ footer_columns: [{ links: [...column.links, ...column.links] }] }, '/content/footer_columns/0/links'],
      [
        { footer_columns: [{ heading: long, links: [{ text: 'x' }] }] },
        '/content/footer_columns/0/heading',
        '/content/footer_columns/0/links/0/url',
      ],
      [{ footer_columns: [{}] }, '/content/footer_columns/0/links'],
      [{ nav: 'no' }, '/content/nav'],
      [{ brand: { name: 'x', logo: { src: 'x', alt: '' } } }, '/content/brand/logo/src'],
    ]
    for (const [content, ...pointers] of refused)
      t.same(await pointersOf(content), pointers, JSON.stringify(content).slice(0, 99))
  })

  await t.test('an unknown type is read from the text with a warning, or is a 400', async t => {
    const sections = [
      { heading: 'x', text: 'x' },
      { type: 'zebra', heading: 'x', text: 'x' },
    ]
    const lenient = await build({ sections })
    t.equal(lenient.statusCode, 200)
    t.match(lenient.headers['x-warnings'], 'unknown_value;pointer="/content/sections/1/type"')
    const { errors } = (await build({ sections }, { prefer: 'handling=strict' })).json()
    t.match(errors, [
      { pointer: '/content/sections/1/type', code: 'unknown_value', allowed: ['auto', ...sectionTypes] },
    ])
    t.equal((await build({ sections: [{ ...sections[0], type: 'FAQ' }] })).headers['x-warnings'], undefined)
  })

  await t.test('a text under an unknown name becomes that of its item, and is named', async t => {
    const { headers } = await build({ sections: [{ items: [{ tittle: 'x', title: 'x' }] }] })
    t.match(headers['x-warnings'], /unknown_member;pointer="\/content\/sections\/0\/items\/0\/tittle".*Send \\"text\\"/)
  })
})

t.test('hours, dates and numbers of companies are no address among the facts of the first screen', async t => {
  for (const hours of [
    'Samedi : 10 h–18 h',
    'Mo–Fr 9–12 Uhr',
    'Weekdays 8 am to noon',
    'Del 16 al 18 de abril de 2027',
    'KvK 12345678',
  ]) {
    const text = `${hours}\n\nChemin des Dames 5, 44300 Nantes\n\nhello@example.fr`
    const { sections } = readContent({ ...texts.plain, sections: [{ type: 'contact', text }] })
    const [place] = findFacts(sections).filter(({ kind }) => kind === 'place')
    t.equal(place?.text, 'Chemin des Dames 5, 44300 Nantes', hours)
  }
})

t.test('a timetable is no opening hours among the facts of the first screen', async t => {
  const factsOf = (text: string) => findFacts(readContent({ ...texts.plain, sections: [{ text }] }).sections)
  t.same(factsOf('Mon 18:00 Salsa\nWed 19:15 Tango'), [])
  t.equal(factsOf('Mon 9:00–18:00\nWed 9:00–17:00').length, 1)
})

t.test('an e-mail address is a fact of the first screen where there is no telephone number', async t => {
  const kindsOf = (text: string) => findFacts(readContent({ ...texts.plain, sections: [{ text }] }).sections)
  const text = 'Harbour Street 5, Leeds\n\nhello@example.org'
  t.same(
    kindsOf(text).map(({ kind }) => kind),
    ['place', 'mail'],
  )
  t.same(
    kindsOf(`${text}\n\n+44 113 555 0162`).map(({ kind }) => kind),
    ['place', 'telephone'],
  )
})

t.test('validation sees one item more than a list within a list may have', async t => {
  const sections = [{ items: Array.from({ length: 10_000 }, () => 7) }]
  const items = Array.from({ length: 25 }, () => 7)
  t.same(pickKnown({ content: { sections } }, shapeOf(SparkpageRequest)), { content: { sections: [{ items }] } })
})

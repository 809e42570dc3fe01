// Pages of plain texts and measured pictures, for the tests that read their HTML.
import { type PageContent, sectionTypes } from '../../schemas/page-content.ts'
import { buildPage, type PageInput } from '../../src/sparkpage/build.ts'
import { texts } from './samples.ts'

export const colors = ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC']

export const input: PageInput = {
  style: { colors },
  content: texts.plain,
  framework: 'none',
  responsiveType: 'mobile-first',
}

export const build = (changes: Partial<PageInput> = {}) => buildPage({ ...input, ...changes })

const src = `data:image/webp;base64,UklGR${'A'.repeat(60)}`

/** A picture of 3:2 whose sides are busy, but for the given ones, and have a colour. */
export function measured(
  quiet: Readonly<Record<string, number>>,
  subject = { x: 0.4, y: 0.3, width: 0.2, height: 0.3 },
  color = '#F2F0EC',
) {
  const sides = ['left', 'right', 'top', 'bottom'].map(side => [side, { extent: quiet[side] ?? 0.02, color }])
  return {
    preview: { src, width: 900, height: 600 },
    media: { width: 3000, height: 2000 },
    composition: { quiet: Object.fromEntries(sides), subject },
  }
}

const item = {
  title: 'Title',
  text: 'A text.',
  price: '€9',
  period: 'per month',
  value: '42',
  cite: 'Cite',
  role: 'Role',
}
/** A form with each kind of field. */
export const everyField = {
  action: 'https://forms.example/f/abc',
  heading: 'Reserve a table',
  text: 'We answer within a day.',
  fields: [
    { label: 'Your name', required: true },
    { label: 'E-mail', type: 'email', required: true, placeholder: 'ida@example.com' },
    { label: 'Telephone', type: 'tel' },
    { label: 'Day', type: 'date' },
    { label: 'People', type: 'select', required: true, options: ['Two', 'Four'], placeholder: 'Choose' },
    { label: 'Wishes', type: 'textarea', placeholder: 'A table at the window' },
  ],
  button: 'Ask for a table',
}
/** A section of each kind, with three items. */
export const everyKind: PageContent = {
  headline: 'Everything that a page may say',
  sub_headline: 'One section of each kind.',
  cta_button_text: 'Begin here',
  secondary_cta: { text: 'Or there', url: '#section-2' },
  brand: { name: 'Everything' },
  sections: sectionTypes.map(type => ({
    type,
    heading: `Section of ${type}`,
    text: 'An introduction.',
    items: [{ ...item, url: 'https://example.com/', cta_text: 'More', highlighted: true }, item, item],
  })),
  form: everyField,
  footer: 'Small print',
  footer_columns: [{ heading: 'Column', links: [{ text: 'A link', url: 'https://example.com/' }] }],
}

// Kinds of sections that this page shows as others, until the next structure of pages has a form for each of them.
import type { PageTexts, SectionKind } from './page-parts.ts'

const oldKinds: Readonly<Partial<Record<SectionKind, SectionKind>>> = { menu: 'prices', team: 'features' }

export function withOldKinds(texts: PageTexts): PageTexts {
  return {
    ...texts,
    sections: texts.sections.map(section => ({ ...section, kind: oldKinds[section.kind] ?? section.kind })),
  }
}

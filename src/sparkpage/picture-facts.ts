// What the service knows of the pictures that a page embeds.
import type { Size } from '../../schemas/types.ts'
import type { PageTexts, Picture } from './page-parts.ts'

export interface PictureFacts extends Size {
  /** Where everybody can read it; undefined without PUBLIC_URL. */
  readonly url?: string | undefined
}

/** Adds the sizes of embedded pictures, so that a page keeps their places while they are decoded. */
export function withSizes(texts: PageTexts, pictures: ReadonlyMap<string, PictureFacts>): PageTexts {
  const sized = (picture: Picture | undefined): Picture | undefined => {
    const facts = picture && pictures.get(picture.src)
    return picture && facts ? { ...picture, width: facts.width, height: facts.height } : picture
  }
  return {
    ...texts,
    image: sized(texts.image),
    brand: texts.brand && { ...texts.brand, logo: sized(texts.brand.logo) },
    sections: texts.sections.map(section => ({
      ...section,
      image: sized(section.image),
      items: section.items.map(item => ({ ...item, image: sized(item.image) })),
    })),
  }
}

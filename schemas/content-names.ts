// The table of meanings: the names under which people and language models send the texts of a page, by the member that each means.

/** Aliases of the properties of an object. */
export interface OtherNames {
  /** Other names, separated by spaces and without their own, by the member that they mean. */
  readonly members: Readonly<Record<string, string>>
  /** The member that takes texts under names that are not in the table; absent: they are reported, and not read. */
  readonly rest?: 'text' | 'sections'
}

/** Compared in lower case, without spaces, dashes and underscores. */
export const contentNames = {
  content: {
    members: {
      headline: 'title heading h1 header',
      sub_headline: 'subtitle subheading subheader tagline lead description intro',
      cta_button_text: 'cta ctatext button buttontext ctalabel buttonlabel calltoaction',
      cta_url: 'url link href ctalink ctahref buttonurl buttonlink',
      sections: 'blocks',
      footer: 'footertext copyright smallprint',
    },
    rest: 'sections',
  },
  section: {
    members: {
      heading: 'title name headline label h2',
      text: 'body content copy description desc subtitle subheading subheadline intro introduction lead summary message paragraph paragraphs',
      items:
        'cards entries list features questions faq faqs plans tiers prices pricing steps stats figures members people team quotes testimonials reviews dishes products services',
    },
    rest: 'text',
  },
  item: {
    members: {
      title:
        'name heading headline question q label feature plan tier dish product service day days event caption term',
      text: 'description desc answer a body content copy details quote testimonial review bio subtitle summary message features list points ingredients paragraph paragraphs definition',
      price: 'cost fee amount',
      period: 'per interval billing unit currency',
      value: 'number figure stat year date hours time times',
      cite: 'author by person customer reviewer attribution source',
      role: 'position job jobtitle occupation company organization',
      url: 'href link website',
      cta_text: 'button buttontext linktext linklabel action cta',
    },
    rest: 'text',
  },
  link: { members: { text: 'label title name', url: 'href link target' } },
  brand: { members: { name: 'title text label', url: 'href link website' } },
  form: {
    members: {
      action: 'url href endpoint target',
      fields: 'inputs questions',
      button: 'submit submittext submitlabel buttontext buttonlabel ctatext',
      heading: 'title headline label',
      text: 'body content description intro introduction message',
    },
    rest: 'text',
  },
  field: {
    members: {
      label: 'title question caption text',
      placeholder: 'hint example prompt',
      options: 'choices values',
    },
  },
} as const satisfies Readonly<Record<string, OtherNames>>

/** Names whose values are no texts for readers: they are reported, and not read. */
export const namesWithoutText =
  'id key slug anchor icon color colour background theme class classname style variant layout align order index position kind type category tags lang language locale width height size target rel src alt image images photo photos picture pictures img avatar logo video'

// Requests for pages that work unchanged, for the documentation.

export const pageExamples = {
  colors: {
    summary: 'Four colours and three texts',
    body: {
      project_id: 'spring-launch',
      style_metadata: { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] },
      content: {
        headline: 'Ship your story',
        sub_headline: 'From one picture to a page people remember.',
        cta_button_text: 'Start free',
      },
      export_settings: { responsive_type: 'mobile-first', framework: 'none' },
    },
  },
  style: {
    summary: 'A style from analyze-vibe, with Bootstrap',
    body: {
      style_metadata: {
        colors: ['#0B3C49', '#F4B942', '#E4572E', '#16697A', '#F7F3E3'],
        mood: { words: ['bold', 'warm'] },
        scheme: 'dark',
      },
      content: {
        headline: 'The mountains are calling',
        sub_headline: 'Small groups, good boots, no hurry.',
        cta_button_text: 'Find a tour',
        cta_url: 'https://example.com/tours',
      },
      export_settings: { responsive_type: 'mobile-first', framework: 'bootstrap' },
    },
  },
  complete: {
    summary: 'Every part of a page: brand, picture, second action, sections, form and footer',
    body: {
      project_id: 'sea-hotel',
      style_metadata: {
        colors: ['#0E7490', '#F97316', '#0C4A6E', '#FEF9EF'],
        mood: { words: ['calm', 'fresh'] },
        scheme: 'light',
        placeholder: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
        focal_point: { x: 0.7, y: 0.4 },
      },
      content: {
        brand: {
          name: 'Sea Hotel',
          url: 'https://example.com/',
          logo: { src: 'https://example.com/logo.svg', alt: '' },
        },
        language: 'en',
        nav: true,
        headline: 'Mornings by the sea',
        sub_headline: 'Twelve suites with a balcony, and breakfast until noon.',
        cta_button_text: 'Book a suite',
        cta_url: 'https://example.com/book',
        secondary_cta: { text: 'See the suites', url: '#sections' },
        image: { src: 'https://example.com/beach.jpg', alt: 'A beach at sunrise' },
        sections: [
          { heading: 'Suites', text: 'All suites face the water.\n\nThe quiet ones are on the second floor.' },
          {
            type: 'prices',
            heading: 'Rooms',
            items: [
              { title: 'Single room', price: '€80', period: 'per night' },
              { title: 'Suite', price: '€140', period: 'per night', text: 'With a balcony.', highlighted: true },
            ],
          },
          { heading: 'Guests', text: '“We came for a night and stayed a week.” – Ida Holm, Aarhus' },
          { heading: 'Breakfast', text: 'Bread from the village, eggs from next door.' },
          {
            heading: 'How to find us',
            text: 'Follow the coast road to its end.',
            image: { src: 'https://example.com/map.png', alt: 'Map of the coast road' },
          },
        ],
        form: {
          action: 'https://formspree.io/f/abcdwxyz',
          heading: 'Ask for a suite',
          text: 'We answer within a day.',
          fields: [
            { label: 'Your name', required: true },
            { label: 'E-mail address', type: 'email', required: true, placeholder: 'ida@example.com' },
            { label: 'Arrival', type: 'date' },
            { label: 'Guests', type: 'select', options: ['One', 'Two', 'Three or more'] },
            { label: 'Message', type: 'textarea' },
          ],
          button: 'Send',
        },
        footer_columns: [
          { heading: 'Hotel', links: [{ text: 'Imprint', url: 'https://example.com/imprint' }] },
          { heading: 'Contact', links: [{ text: 'hello@example.com', url: 'mailto:hello@example.com' }] },
        ],
        footer: '© Sea Hotel, Harbour Street 1',
      },
      export_settings: {
        responsive_type: 'mobile-first',
        framework: 'tailwind',
        direction: 'auto',
        scheme: 'auto',
        fonts: 'embedded',
        motion: 'entrance',
      },
    },
  },
}

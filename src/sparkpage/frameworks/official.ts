// The official style sheets of the frameworks on a content delivery network, pinned by version and hash.
import { html } from 'ghtml'
import type { Framework } from '../../../schemas/sparkpage.ts'

export interface OfficialSheet {
  readonly address: string
  /** Subresource Integrity (W3C) of the file in the package of that version. */
  readonly integrity: string
}

/** Where pages with `framework_css: cdn` may load style sheets from. */
export const origin = 'https://cdn.jsdelivr.net'

/** Frameworks that publish compiled files; Tailwind has none. */
export const officialSheets: Readonly<Partial<Record<Framework, readonly OfficialSheet[]>>> = {
  bootstrap: [
    {
      address: `${origin}/npm/bootstrap@5.3.9/dist/css/bootstrap.min.css`,
      integrity: 'sha384-yEPZ7jP9S0QKiUQ0m3jjsO4ProIW7wvR9gXkI7JOGa2XVsw53Yke2bsdkBbjmmiX',
    },
  ],
  bulma: [
    {
      address: `${origin}/npm/bulma@1.0.4/css/bulma.min.css`,
      integrity: 'sha384-DCY3M8xLkMu6c9IKcKbe+jHKMjelnwC0p+SBaxfHxoBYZWdJF2X400UdBCgATtAB',
    },
  ],
  pico: [
    {
      address: `${origin}/npm/@picocss/pico@2.1.1/css/pico.min.css`,
      integrity: 'sha384-L1dWfspMTHU/ApYnFiMz2QID/PlP1xCW9visvBdbEkOLkSSWsP6ZJWhPw6apiXxU',
    },
  ],
  'open-props': [
    {
      address: `${origin}/npm/open-props@1.7.23/open-props.min.css`,
      integrity: 'sha384-fsyUJwnN3qLArJUL5oaEYS3/WnhCmI4K5x+oB8wFigOMTJaIvys56ozH3+nE/qcf',
    },
    {
      address: `${origin}/npm/open-props@1.7.23/normalize.min.css`,
      integrity: 'sha384-sddBOogFG2pe9DuB3k3ekS4as3O4oEzrarCR1HkYLY5Z/7pFYJt54z8VD1yGM7JF',
    },
    {
      address: `${origin}/npm/open-props@1.7.23/buttons.min.css`,
      integrity: 'sha384-lcYzjXj751W4bLHOU+4aTCl5Ar2xVlz7u+S9aHf85HTPNSvmz9xWewQKObgGLrbl',
    },
  ],
}

export function linkTo({ address, integrity }: OfficialSheet): string {
  return html`<link rel="stylesheet" href="${address}" integrity="${integrity}" crossorigin="anonymous">`
}

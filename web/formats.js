// What leaves the playground: page and capture requests, the fragment of its address, CSS, Tailwind, design tokens and curl commands.
import { mediaTypeOf } from './service.js'

/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('../schemas/sparkpage.ts').SparkpageRequest} PageRequest */
/** @typedef {import('../schemas/capture.ts').CaptureRequest} CaptureRequest */
/** @typedef {import('../schemas/capture-steps.ts').CaptureStep} CaptureStep */
/** @typedef {import('./service.js').Variables} Variables */
/** @typedef {import('./service.js').Keys} Keys */
/** @typedef {ReturnType<typeof pageStyle>} PageStyle */
/** The fields of a form by name. @typedef {Readonly<Record<string, string>>} Fields */

/** The part of a style that a page depends on, small enough for a URL and a command line. @param {Style} style */
export function pageStyle({ colors, palette, mood, complexity, harmony, composition, media, ...others }) {
  const { scheme, roles, placeholder, focal_point, faces, transparency } = others
  const { width, height } = media
  return {
    ...{ colors, scheme, roles, placeholder, focal_point, faces, transparency, media: { width, height } },
    palette: palette.map(({ hex, share, name }) => ({ hex, share, name })),
    mood: mood?.words.join(' ') || undefined,
    complexity: complexity && { entropy: complexity.entropy },
    harmony: harmony?.name,
    composition: composition && spaceOf(composition),
  }
}

/** The style of a stored page, which has a palette even if its request had none. @param {PageStyle} style @returns {PageStyle} */
export function styleOfPage({ colors = [], palette = [], ...style }) {
  const shown = palette.length > 0 ? palette : colors.map(hex => ({ hex, share: 1 / colors.length, name: hex }))
  return { ...style, colors, palette: shown }
}

/** Where the picture has space for texts. @param {NonNullable<Style['composition']>} composition */
function spaceOf({ quiet, subject, detail }) {
  return { ...(quiet && { quiet }), ...(subject && { subject }), ...(detail && { detail }) }
}

/**
 * All pages share one project_id: otherwise every edit would create a project.
 * @param {PageStyle} style
 * @param {import('./content.js').Content} content
 * @param {Fields} fields of the controls, whose names are those of the request
 * @param {Style['preview']} [preview] the picture of the page
 * @returns {PageRequest}
 */
export function pageRequest(style, content, fields, preview) {
  return { ...pageOf(content, fields), style_metadata: { ...style, ...(preview && { preview }) } }
}

/** A page without its style. @param {import('./content.js').Content} content @param {Fields} fields @returns {Omit<PageRequest, 'style_metadata'>} */
export function pageOf({ sections, ...texts }, { cta_url, ...settings }) {
  const link = cta_url && { cta_url: withScheme(cta_url) }
  return {
    project_id: 'playground',
    content: { ...texts, ...link, sections: [...sections] },
    export_settings: settings,
  }
}

/** @param {string} address @returns the address; without a scheme with https, or with http on one's own machine */
export function withScheme(address) {
  const isHostAndPort = /^(?!tel:)[\w.-]+:\d+(?:[/?#]|$)/i.test(address)
  if (!isHostAndPort && /^(?:[a-z][a-z\d+.-]*:|#)/i.test(address)) return address
  return `${/^(?:localhost|127\.)/i.test(address) ? 'http' : 'https'}://${address}`
}

const rates = /** @type {const} */ ([50, 30, 25, 24])
const ofFilms = ['duration', 'fps', 'motion']
const ofImages = ['full-page', 'selector', 'max-height', 'quality', 'omit-background']
/** The ids of the fields that not every output has. */
export const outputFields = [...ofFilms, ...ofImages]

/** What a capture may give: the label of the choice, its members of the request, and the fields without an effect on it. */
export const outputs = /** @type {const} */ ([
  { name: 'png', label: 'A screenshot, PNG', format: { output_format: 'png' }, without: [...ofFilms, 'quality'] },
  {
    name: 'jpeg',
    label: 'A screenshot, JPEG',
    format: { output_format: 'png', image_type: 'jpeg' },
    without: [...ofFilms, 'omit-background'],
  },
  {
    name: 'webp',
    label: 'A screenshot, WebP',
    format: { output_format: 'png', image_type: 'webp' },
    without: ofFilms,
  },
  { name: 'mp4', label: 'A film, MP4', format: { output_format: 'mp4' }, without: ofImages },
])

/** @param {string} name one of the names above */
export function outputOf(name) {
  return outputs.find(output => output.name === name) ?? outputs[0]
}

/** Those whose window is a phone. */
export const uprightPlatforms = /** @type {const} */ (['instagram_reels', 'youtube_shorts'])

/** @param {Fields} fields of the form of the capture; those that are empty keep their defaults @param {string} address @returns {CaptureRequest} */
export function captureRequest(fields, address) {
  const { size = '', target_url, output_format, record_duration, hide_selectors, delay, steps, ...others } = fields
  const { full_page, hide_cookie_banners, hide_overlays, reduced_motion, omit_background, ...more } = others
  const { ignore_https_errors, strict, ...rest } = more
  const { fps, quality, max_height, accept_status, ...texts } = rest
  const { format } = outputOf(output_format ?? '')
  const rate = rates.find(one => String(one) === fps)
  const platform = uprightPlatforms.find(name => name === size)
  const [width = 1920, height = 1080, deviceScaleFactor = 2] = size.split(' ').map(Number)
  return {
    target_url: target_url ? withScheme(target_url) : address,
    ...(platform ? { platform } : { viewport: { width, height, deviceScaleFactor } }),
    ...format,
    ...(record_duration && { record_duration: `${record_duration}s` }),
    ...(rate && { fps: rate }),
    ...(quality && { quality: Number(quality) }),
    ...(max_height && { max_height: Number(max_height) }),
    ...(accept_status && { accept_status: accept_status.split(/[\s,]+/).map(Number) }),
    ...(steps && {
      steps: steps
        .split('\n')
        .filter(line => line.trim() !== '')
        .map(toStep),
    }),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(hide_selectors && { hide_selectors: [hide_selectors] }),
    ...(delay && { delay: `${delay}s` }),
    ...(full_page && { full_page: true }),
    ...(hide_cookie_banners && { hide_cookie_banners: true }),
    ...(hide_overlays && { hide_overlays: true }),
    ...(reduced_motion && { reduced_motion: true }),
    ...(omit_background && { omit_background: true }),
    ...(ignore_https_errors && { ignore_https_errors: true }),
    ...(strict && { strict: true }),
  }
}

/** A line with an action and what it needs; without an action it names what to click. @param {string} line @returns {CaptureStep} */
function toStep(line) {
  const [, action, rest = ''] = /^\s*(\w+)\s+(.*?)\s*$/.exec(line) ?? []
  const [, text = '', selector = ''] = /^(.*)\s+in\s+(.+)$/.exec(rest) ?? []
  if (action === 'type' || action === 'fill') return { action, selector, text: textOf(text) }
  if (action === 'press') return selector ? { action, selector, key: text } : { action, key: rest }
  if (action === 'wait') return { action, duration: `${rest.replace(/\s*s$/, '')}s` }
  if (action === 'css') return { action, css: rest }
  if (action === 'goto') return { action, url: withScheme(rest) }
  if (action === 'click' || action === 'hover' || action === 'scroll_to') return { action, selector: rest }
  return { action: 'click', selector: line.trim() }
}

/** A text to type, or the variable that the script reads it from. @param {string} text */
function textOf(text) {
  const [, env] = /^\{\s*"env"\s*:\s*"(\w+)"\s*\}$/.exec(text) ?? []
  return env === undefined ? text : { env }
}

/** Colours and texts as a URL fragment, which browsers never send to a server. @param {PageStyle} style @param {Fields} fields */
export function toFragment(style, fields) {
  return new URLSearchParams({ ...fields, style: JSON.stringify(style) }).toString()
}

/** @param {string} fragment which may have been edited @returns {{ style: PageStyle, fields: Fields } | undefined} undefined when it holds no colours */
export function parseFragment(fragment) {
  const { style: text = '', ...fields } = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, '')))
  try {
    const style = JSON.parse(text)
    const palette = [...style.palette].slice(0, 16).filter(({ hex, share }) => isHex(hex) && share >= 0)
    if (palette.length === 0) return undefined
    const colors = palette.slice(0, style.colors?.length || 6).map(({ hex }) => hex)
    return { style: { ...style, palette, colors }, fields }
  } catch {
    return undefined
  }
}

/** @param {unknown} value */
export function isHex(value) {
  return typeof value === 'string' && /^#[0-9A-F]{6}$/i.test(value)
}

/** @param {string | undefined} value of a variable, which may be a `light-dark()` @param {string} scheme */
export function valueIn(value = '', scheme) {
  const [, light = value, dark = value] = /^light-dark\((.+),(.+)\)$/.exec(value) ?? []
  return scheme === 'dark' ? dark : light
}

/** @param {readonly (readonly [string, string | undefined])[]} entries @param {string} indent */
function declarations(entries, indent) {
  return entries.map(([name, value]) => `${indent}${name}: ${value};\n`).join('')
}

/** The variables as a style sheet. @param {Variables} variables @param {readonly string[]} schemes of the page */
export function toCss(variables, schemes) {
  const entries = /** @type {const} */ ([['color-scheme', schemes.join(' ')], ...Object.entries(variables)])
  return `:root {\n${declarations(entries, '  ')}}\n`
}

/** The variables as a theme for Tailwind CSS 4. @param {Variables} variables @param {readonly string[]} schemes of the page */
export function toTailwind(variables, schemes) {
  const colors = Object.entries(variables).filter(([, value]) => isHex(valueIn(value, 'light')))
  const theme = /** @type {const} */ ([
    ...colors.map(([name, value]) => /** @type {const} */ ([name.replace('--sp-', '--color-'), value])),
    ['--font-title', variables['--sp-font-title']],
    ['--font-text', variables['--sp-font-text']],
  ])
  return `@import "tailwindcss";\n\n@theme {\n${declarations(theme, '  ')}}\n\n@layer base {\n  :root {\n    color-scheme: ${schemes.join(' ')};\n  }\n}\n`
}

/**
 * The requests of this page as shell commands. The picture of the page is taken from the file of the analysis.
 * @param {object} requests
 * @param {{ readonly picture: File | string, readonly platform: string } | undefined} requests.analysis
 * @param {PageRequest} requests.page
 * @param {boolean} requests.hasPicture whether the page shows the picture that is analysed
 * @param {CaptureRequest} requests.capture of `pageAddress`
 * @param {Keys} keys
 */
export function toCurl({ analysis, page: { style_metadata, ...page }, hasPicture, capture }, keys) {
  const own = JSON.stringify(analysis ? page : { style_metadata, ...page }, null, 1)
  const build = curl('build-sparkpage', keys, ['-H "content-type: application/json"', '-o page.json --data-binary @-'])
  const input = analysis ? 'jq -s add style.json /dev/stdin | ' : ''
  // Also behind a path prefix that the service does not know.
  const address = `${new URL('api/v1/pages/', document.baseURI).href}$(jq -r .page.id page.json)`
  const script = curl('capture-media', keys, [
    ...['-H "content-type: application/json"', '-H "accept: text/javascript"', '-o capture.mjs'],
    `--data-binary ${quote(JSON.stringify(capture)).replace(pageAddress, `'"$page"'`)}`,
  ])
  return [
    ...(analysis ? [`# Analyse the picture\n${analysisCommand(analysis, hasPicture, keys)}`] : []),
    `# Build the page\n{ ${input}${build}\n} <<'END'\n${own}\nEND\njq -j .generated_html page.json > page.html`,
    `# Create the script that captures it\npage="${address}"\n${script}`,
    '',
  ].join('\n\n')
}

/** The placeholder of the page's address in a capture request. */
export const pageAddress = 'https://page.invalid/'

/** @param {{ readonly picture: File | string, readonly platform: string }} analysis @param {boolean} hasPicture @param {Keys} keys */
function analysisCommand({ picture, platform }, hasPicture, keys) {
  const [type, data] =
    typeof picture === 'string'
      ? ['application/json', quote(JSON.stringify({ source_url: picture }))]
      : [mediaTypeOf(picture), `@${quote(picture.name)}`]
  return curl(`analyze-vibe?target_platform=${platform}&preview=${hasPicture}`, keys, [
    `-H "content-type: ${type}"`,
    ...(keys.vision ? ['-H "x-vision-key: $VISION_KEY"'] : []),
    ...(keys.provider ? [`-H "x-vision-provider: ${keys.provider}"`] : []),
    `-o style.json --data-binary ${data}`,
  ])
}

/** @param {string} operation @param {Keys} keys @param {readonly string[]} options */
function curl(operation, keys, options) {
  return [
    `curl -sS ${quote(new URL(`api/v1/${operation}`, document.baseURI).href)}`,
    ...(keys.access ? ['-H "authorization: Bearer $API_KEY"'] : []),
    ...options,
  ].join(' \\\n  ')
}

/** One shell argument. @param {string} text */
function quote(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

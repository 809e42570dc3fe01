// Export formats: page requests, shareable links, CSS, Tailwind, design tokens and curl commands.

/** @typedef {import('../schemas/analysis.ts').AnalysisRequest} AnalysisRequest */
/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('../schemas/sparkpage.ts').SparkpageRequest} PageRequest */
/** @typedef {import('../schemas/capture.ts').CaptureRequest} CaptureRequest */
/** @typedef {import('./service.js').Variables} Variables */
/** @typedef {import('./service.js').Keys} Keys */

/** The part of a style that a page depends on, small enough for a URL and a command line. @param {Style} style */
export function pageStyle(style) {
  const { colors, palette, mood, typography, scheme, corners, density, complexity, harmony } = style
  const { roles, placeholder, focal_point, composition, media } = style
  return {
    colors,
    palette: palette.slice(0, colors.length).map(({ hex, share }) => ({ hex, share })),
    ...(mood && { mood: mood.words.join(' ') }),
    ...(typography && { typography: typography.category }),
    ...(scheme && { scheme }),
    ...(corners && { corners }),
    ...(density && { density }),
    ...(complexity && { complexity: complexity.label }),
    ...(harmony && { harmony: harmony.name }),
    roles,
    ...(placeholder && { placeholder }),
    ...(focal_point && { focal_point }),
    ...(composition && { composition: composition.clear_side }),
    media: { width: media.width, height: media.height },
  }
}

/** @typedef {ReturnType<typeof pageStyle>} PageStyle */
/** @typedef {{ readonly style: PageStyle, readonly content: PageRequest['content'], readonly framework: string, readonly layout: string }} Design */

/** All pages share one project_id: otherwise every keystroke would create a project. @param {Design} design @returns {PageRequest} */
export function pageRequest({ style, content, framework, layout }) {
  return {
    project_id: 'playground',
    style_metadata: style,
    content,
    export_settings: { framework, responsive_type: layout },
  }
}

const traits = /** @type {const} */ (['mood', 'typography', 'scheme', 'corners', 'density', 'complexity', 'harmony'])
const textNames = /** @type {const} */ (['headline', 'sub_headline', 'cta_button_text'])

/** Colours and texts as a URL fragment, which browsers never send to a server. @param {Design} design */
export function toFragment({ style, content, framework, layout }) {
  return new URLSearchParams([
    ['colors', style.palette.map(({ hex, share }) => `${hex.slice(1)}-${share}`).join('_')],
    ...traits.flatMap(name => (style[name] ? [[name, style[name]]] : [])),
    ...textNames.map(name => [name, content[name]]),
    ['picture', JSON.stringify(pictureOf(style))],
    ['framework', framework],
    ['layout', layout],
  ]).toString()
}

/** What a page takes from the picture itself. @param {Partial<PageStyle>} style */
function pictureOf({ roles, placeholder, focal_point, composition, media }) {
  return { roles, placeholder, focal_point, composition, media }
}

/** @param {string | null} text of a link, which may have been edited */
function parsePicture(text) {
  try {
    return pictureOf(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

/** @param {string} fragment @returns {Design | undefined} undefined when it holds no colours */
export function parseFragment(fragment) {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  const palette = [...(params.get('colors') ?? '').matchAll(/([0-9A-F]{6})-([01](?:\.\d{1,8})?)(?=_|$)/gi)]
    .slice(0, 16)
    .map(([, hex = '', share]) => ({ hex: `#${hex.toUpperCase()}`, share: Number(share) }))
  if (palette.length === 0) return undefined
  const labels = traits.flatMap(name => (params.has(name) ? [[name, params.get(name)?.slice(0, 64)]] : []))
  const text = (/** @type {string} */ name) => params.get(name)?.slice(0, 5000) ?? ''
  return {
    style: {
      colors: palette.map(({ hex }) => hex),
      palette,
      ...parsePicture(params.get('picture')),
      ...Object.fromEntries(labels),
    },
    content: {
      headline: text('headline'),
      sub_headline: text('sub_headline'),
      cta_button_text: text('cta_button_text'),
    },
    framework: params.get('framework') ?? 'none',
    layout: params.get('layout') ?? 'mobile-first',
  }
}

const roles = ['bg', 'surface', 'text', 'muted', 'accent', 'on-accent', 'edge', 'border', 'focus', 'link', 'secondary']

/** @param {readonly (readonly [string, string | undefined])[]} entries @param {string} indent */
function declarations(entries, indent) {
  return entries.map(([name, value]) => `${indent}${name}: ${value};\n`).join('')
}

/** The variables as a style sheet. @param {Variables} variables */
export function toCss(variables) {
  const dark = roles.map(role => /** @type {const} */ ([`--sp-${role}`, `var(--sp-dark-${role})`]))
  return `:root {\n${declarations(Object.entries(variables), '  ')}}\n\n@media (prefers-color-scheme: dark) {\n  :root {\n${declarations(dark, '    ')}  }\n}\n`
}

/** The variables as a theme for Tailwind CSS 4. @param {Variables} variables */
export function toTailwind(variables) {
  const colors = (/** @type {string} */ prefix) =>
    roles.map(role => /** @type {const} */ ([`--color-${role}`, variables[`--sp-${prefix}${role}`]]))
  const palette = Object.entries(variables)
    .filter(([name]) => name.startsWith('--sp-palette-'))
    .map(([name, value]) => /** @type {const} */ ([name.replace('--sp-', '--color-'), value]))
  const shape = /** @type {const} */ ([
    ['--font-title', variables['--sp-font-title']],
    ['--font-text', variables['--sp-font-text']],
    ['--radius-button', variables['--sp-radius']],
    ['--radius-panel', variables['--sp-radius-large']],
  ])
  const theme = declarations([...colors(''), ...palette, ...shape], '  ')
  return `@import "tailwindcss";\n\n@theme {\n${theme}}\n\n@layer base {\n  @media (prefers-color-scheme: dark) {\n    :root {\n${declarations(colors('dark-'), '      ')}    }\n  }\n}\n`
}

/** The design tokens of the analysis; for shared colours, tokens made from the variables. @param {Style | undefined} style @param {Variables} variables */
export function toTokens(style, variables) {
  const colors = Object.entries(variables).filter(([, value]) => /^#[0-9A-F]{6}$/i.test(value))
  const tokens = colors.map(([name, hex]) => [name.slice('--sp-'.length), colorToken(hex)])
  return `${JSON.stringify(style?.tokens ?? { color: { $type: 'color', ...Object.fromEntries(tokens) } }, null, 2)}\n`
}

/** DTCG 2025.10. @param {string} hex */
function colorToken(hex) {
  const components = [1, 3, 5].map(
    at => Math.round((Number.parseInt(hex.slice(at, at + 2), 16) / 255) * 10_000) / 10_000,
  )
  return { $value: { colorSpace: 'srgb', components, hex: hex.toLowerCase() } }
}

/**
 * The requests of this page as shell commands. `fileName` is set when the picture came from a file.
 * @param {{ readonly analysis?: AnalysisRequest, readonly fileName?: string, readonly page: PageRequest, readonly capture: CaptureRequest, readonly keys: Keys }} all
 */
export function toCurl({ analysis, fileName, page, capture, keys }) {
  return [
    ...(analysis ? [`# Analyse the picture\n${analysisCommand(analysis, fileName, keys)}`] : []),
    `# Build the page\n${curl('build-sparkpage', quote(JSON.stringify(page)), keys)}`,
    `# Create the capture script\n${curl('capture-media', quote(JSON.stringify(capture)), keys)}`,
    '',
  ].join('\n\n')
}

/** A file is too long for an argument, so it is piped. @param {AnalysisRequest} analysis @param {string | undefined} fileName @param {Keys} keys */
function analysisCommand(analysis, fileName, keys) {
  const request = { ...analysis, ...(keys.vision && { api_key: '$VISION_KEY' }) }
  if (fileName === undefined) return curl('analyze-vibe', quote(JSON.stringify(request)), keys)
  const placeholder = 'data:;base64,'
  const [before = '', after = ''] = JSON.stringify({ ...request, source_url: placeholder }).split(placeholder)
  const bytes = `base64 < ${quote(fileName)} | tr -d '\\n'`
  return `{ printf %s ${quote(before + placeholder)}; ${bytes}; printf %s ${quote(after)}; } |\n  ${curl('analyze-vibe', '@-', keys)}`
}

/** @param {string} operation @param {string} data argument of --data-binary @param {Keys} keys */
function curl(operation, data, keys) {
  const headers = [
    'content-type: application/json',
    ...(keys.access ? ['authorization: Bearer $API_KEY'] : []),
    ...(operation === 'analyze-vibe' && keys.provider ? [`x-vision-provider: ${keys.provider}`] : []),
  ]
  const url = new URL(`api/v1/${operation}`, document.baseURI).href
  return [`curl -sS ${url}`, ...headers.map(text => `-H "${text}"`), `--data-binary ${data}`].join(' \\\n  ')
}

/** One shell argument, in which $VISION_KEY stays a variable. @param {string} text */
function quote(text) {
  return `'${text.replaceAll("'", `'\\''`).replace('$VISION_KEY', `'"$VISION_KEY"'`)}'`
}

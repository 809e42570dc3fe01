// What was found, in the forms in which people take it along.

/** @typedef {import('../schemas/analysis.ts').AnalysisRequest} AnalysisRequest */
/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('../schemas/sparkpage.ts').SparkpageRequest} PageRequest */
/** @typedef {import('../schemas/capture.ts').CaptureRequest} CaptureRequest */
/** @typedef {import('./service.js').Variables} Variables */
/** @typedef {import('./service.js').Keys} Keys */

/** What a page reads of a style, and no more: short enough for an address and for a command. @param {Style} style */
export const essenceOf = ({ colors, palette, mood, typography, scheme, corners, density, complexity, harmony }) => ({
  colors,
  palette: palette.slice(0, colors.length).map(({ hex, share }) => ({ hex, share })),
  ...(mood && { mood: mood.words.join(' ') }),
  ...(typography && { typography: typography.category }),
  ...(scheme && { scheme }),
  ...(corners && { corners }),
  ...(density && { density }),
  ...(complexity && { complexity: complexity.label }),
  ...(harmony && { harmony: harmony.name }),
})

/** @typedef {ReturnType<typeof essenceOf>} Essence */
/** @typedef {{ readonly essence: Essence, readonly content: PageRequest['content'], readonly framework: string, readonly layout: string }} Design */

/** All pages of this place are one project, so that every keystroke is a page of it and not a project. @param {Design} design @returns {PageRequest} */
export const pageRequest = ({ essence, content, framework, layout }) => ({
  project_id: 'playground',
  style_metadata: essence,
  content,
  export_settings: { framework, responsive_type: layout },
})

const words = /** @type {const} */ (['mood', 'typography', 'scheme', 'corners', 'density', 'complexity', 'harmony'])
const texts = /** @type {const} */ (['headline', 'sub_headline', 'cta_button_text'])

/** Colours and texts as the fragment of an address: it never leaves the browser. @param {Design} design */
export const fragmentOf = ({ essence, content, framework, layout }) => {
  const colors = essence.palette.map(({ hex, share }) => `${hex.slice(1)}-${share}`).join('_')
  const told = words.flatMap(word => (essence[word] ? [[word, essence[word]]] : []))
  return new URLSearchParams([
    ['colors', colors],
    ...told,
    ...texts.map(text => [text, content[text]]),
    ['framework', framework],
    ['layout', layout],
  ]).toString()
}

/** What a fragment says; undefined when it holds no colours. @param {string} fragment @returns {Design | undefined} */
export const readFragment = fragment => {
  const said = new URLSearchParams(fragment.replace(/^#/, ''))
  const palette = [...(said.get('colors') ?? '').matchAll(/([0-9A-F]{6})-([01](?:\.\d{1,8})?)(?=_|$)/gi)]
    .slice(0, 16)
    .map(([, hex = '', share]) => ({ hex: `#${hex.toUpperCase()}`, share: Number(share) }))
  if (palette.length === 0) return undefined
  const told = words.flatMap(word => (said.has(word) ? [[word, said.get(word)?.slice(0, 64)]] : []))
  const [headline = '', sub_headline = '', cta_button_text = ''] = texts.map(
    text => said.get(text)?.slice(0, 5000) ?? '',
  )
  return {
    essence: { colors: palette.map(({ hex }) => hex), palette, ...Object.fromEntries(told) },
    content: { headline, sub_headline, cta_button_text },
    framework: said.get('framework') ?? 'none',
    layout: said.get('layout') ?? 'mobile-first',
  }
}

const roles = ['bg', 'surface', 'text', 'muted', 'accent', 'on-accent', 'edge', 'border', 'focus', 'link', 'secondary']

/** @param {readonly (readonly [string, string | undefined])[]} entries @param {string} indent */
const declared = (entries, indent) => entries.map(([name, value]) => `${indent}${name}: ${value};\n`).join('')

/** The variables as a style sheet. @param {Variables} variables */
export const cssOf = variables => {
  const dark = roles.map(role => /** @type {const} */ ([`--sp-${role}`, `var(--sp-dark-${role})`]))
  return `:root {\n${declared(Object.entries(variables), '  ')}}\n\n@media (prefers-color-scheme: dark) {\n  :root {\n${declared(dark, '    ')}  }\n}\n`
}

/** The variables as a theme of Tailwind CSS 4. @param {Variables} variables */
export const tailwindOf = variables => {
  const of = (/** @type {string} */ prefix) =>
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
  return `@import "tailwindcss";\n\n@theme {\n${declared([...of(''), ...palette, ...shape], '  ')}}\n\n@layer base {\n  @media (prefers-color-scheme: dark) {\n    :root {\n${declared(of('dark-'), '      ')}    }\n  }\n}\n`
}

/** A colour as a design token (DTCG 2025.10). @param {string} hex */
const token = hex => ({
  $value: {
    colorSpace: 'srgb',
    components: [1, 3, 5].map(at => Math.round((Number.parseInt(hex.slice(at, at + 2), 16) / 255) * 1e4) / 1e4),
    hex: hex.toLowerCase(),
  },
})

/** Roles and palette as design tokens: those of the analysis, else what the variables tell. @param {Style | undefined} style @param {Variables} variables */
export const tokensOf = (style, variables) => {
  const told = Object.entries(variables).filter(([, value]) => /^#[0-9A-F]{6}$/i.test(value))
  const own = {
    color: { $type: 'color', ...Object.fromEntries(told.map(([name, hex]) => [name.slice(5), token(hex)])) },
  }
  return `${JSON.stringify(style?.tokens ?? own, null, 2)}\n`
}

/** One argument for a shell; a key in it becomes a variable of that shell. @param {string} text */
const quoted = text => `'${text.replaceAll("'", `'\\''`).replace('$VISION_KEY', `'"$VISION_KEY"'`)}'`

/**
 * @param {string} operation
 * @param {string} data where curl takes the body from
 * @param {Keys} keys
 */
const command = (operation, data, keys) => {
  const headers = [
    'content-type: application/json',
    ...(keys.access ? ['authorization: Bearer $API_KEY'] : []),
    ...(operation === 'analyze-vibe' && keys.provider ? [`x-vision-provider: ${keys.provider}`] : []),
  ]
  const address = new URL(`api/v1/${operation}`, document.baseURI).href
  return [`curl -sS ${address}`, ...headers.map(text => `-H "${text}"`), `--data-binary ${data}`].join(' \\\n  ')
}

/**
 * @param {AnalysisRequest} analysis
 * @param {string | undefined} file its name, when the picture came out of one: too long for an argument, it goes through a pipe
 * @param {Keys} keys
 */
const analysisCommand = (analysis, file, keys) => {
  const key = keys.vision && { api_key: '$VISION_KEY' }
  if (file === undefined) return command('analyze-vibe', quoted(JSON.stringify({ ...analysis, ...key })), keys)
  const cut = 'data:;base64,'
  const [before = '', after = ''] = JSON.stringify({ ...analysis, ...key, source_url: cut }).split(cut)
  const bytes = `base64 < ${quoted(file)} | tr -d '\\n'`
  return `{ printf %s ${quoted(before + cut)}; ${bytes}; printf %s ${quoted(after)}; } |\n  ${command('analyze-vibe', '@-', keys)}`
}

/**
 * The same as the page did, for a shell.
 * @param {object} all
 * @param {AnalysisRequest} [all.analysis]
 * @param {string} [all.file]
 * @param {PageRequest} all.page
 * @param {CaptureRequest} all.capture
 * @param {Keys} all.keys
 */
export const curlOf = ({ analysis, file, page, capture, keys }) =>
  [
    ...(analysis ? [`# What the picture is made of\n${analysisCommand(analysis, file, keys)}`] : []),
    `# The page\n${command('build-sparkpage', quoted(JSON.stringify(page)), keys)}`,
    `# The script\n${command('capture-media', quoted(JSON.stringify(capture)), keys)}`,
    '',
  ].join('\n\n')

// The scripts by name: one for each kind of capture and each set of features. The code of a feature is only in scripts whose request sets
// one of its options.

/** @typedef {keyof typeof kinds} ScriptKind a module of script/node */
/** @typedef {keyof typeof featureOptions} ScriptFeature script/features.mjs has a constant for it */

const featureOptions = {
  steps: ['steps'],
  overlays: ['hide_overlays', 'hide_cookie_banners'],
  motion: ['motion'],
}

/** @type {readonly ScriptFeature[]} */
const ofPictures = ['steps', 'overlays']
/** @type {readonly ScriptFeature[]} */
const ofVideos = ['steps', 'overlays', 'motion']

/** The features that scripts of a kind can have, and the options that they have no code for. */
const kinds = {
  picture: { features: ofPictures, lacks: ['full_page', 'max_height', 'selector', 'motion'] },
  page: { features: ofPictures, lacks: ['selector', 'motion'] },
  element: { features: ofPictures, lacks: ['full_page', 'max_height', 'motion'] },
  video: { features: ofVideos, lacks: ['full_page', 'max_height', 'selector', 'image_type', 'omit_background'] },
}

/** @param {ScriptKind} kind @param {object} options those that the request sets @returns {string} */
export function scriptNameOf(kind, options) {
  const used = kinds[kind].features.filter(feature => featureOptions[feature].some(option => option in options))
  return [kind, ...used].join('-')
}

/** @returns {readonly string[]} */
export function allScriptNames() {
  return Object.entries(kinds).flatMap(([kind, { features }]) =>
    features.reduce((names, feature) => names.flatMap(name => [name, `${name}-${feature}`]), [kind]),
  )
}

/** @param {string} name as `scriptNameOf` returns it */
export function parseScriptName(name) {
  const [kind = '', ...used] = name.split('-')
  const { features, lacks } = Object.entries(kinds).find(([known]) => known === kind)?.[1] ?? fail(name)
  const unused = features.filter(feature => !used.includes(feature))
  return { kind, features: used, missingOptions: [...lacks, ...unused.flatMap(feature => featureOptions[feature])] }
}

/** @param {string} name @returns {never} */
function fail(name) {
  throw new Error(`No such script: ${name}`)
}

// The playground: a picture goes in; what the service makes of it is shown, edited and taken along.
import { cssOf, curlOf, essenceOf, fragmentOf, pageRequest, readFragment, tailwindOf, tokensOf } from './formats.js'
import { analyse, build, capture, Fault, readFile, unreachable } from './service.js'
import {
  createPreview,
  find,
  showFault,
  showFit,
  showNotes,
  showRoles,
  showShared,
  showSource,
  showStyle,
  wear,
  windowOf,
} from './views.js'

/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('../schemas/platform.ts').Platform} Platform */
/** @typedef {import('./formats.js').Essence} Essence */

/**
 * Where a picture comes from.
 * @typedef {object} Source
 * @property {string} name
 * @property {string} [picture] Address at which this page can show it.
 * @property {string} [file] Name of the file that it is.
 * @property {(signal: AbortSignal) => Promise<string>} read Gives the source_url.
 */

/**
 * What is on the table; without a picture when it came out of a fragment.
 * @typedef {object} Work
 * @property {Essence} essence
 * @property {{ readonly source: Source, readonly url: string, readonly style: Style }} [seen]
 * @property {import('./service.js').Variables} [variables]
 * @property {string} [html]
 */

const main = find('main', HTMLElement)
const notice = find('notice', HTMLElement)
const look = find('look', HTMLElement)
const aside = find('aside', HTMLElement)
const controls = find('controls', HTMLFormElement)
const field = (/** @type {string} */ id) => find(id, HTMLInputElement)
const textArea = (/** @type {string} */ id) => find(id, HTMLTextAreaElement)

/** @type {Work | undefined} */
let work
/** End what is under way, for the next to begin: a picture, or a page of what is there. */
let under = new AbortController()
let building = new AbortController()
/** @type {{ readonly kind: string, readonly again: () => void } | undefined} */
let failed
/** @type {ReturnType<typeof createPreview> | undefined} */
let preview
/** @type {ReturnType<typeof setInterval> | undefined} */
let clock

/** @param {'empty' | 'reading' | 'analysing' | 'done' | 'partial' | 'error' | 'limited' | 'offline'} state */
const turn = state => {
  const held = document.activeElement
  main.dataset.state = state
  // What is hidden while it has the focus hands it on.
  if (held?.closest('.progress, .notice') && !held.checkVisibility())
    find(look.hidden ? 'file' : 'look-title', HTMLElement).focus({ preventScroll: true })
}

const isBusy = () => main.dataset.state === 'reading' || main.dataset.state === 'analysing'

/**
 * Calls once, when nothing more was called for some time.
 * @param {() => void} run
 * @param {number} time ms
 */
const calm = (run, time) => {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  return () => {
    clearTimeout(timer)
    timer = setTimeout(run, time)
  }
}

const silence = calm(() => find('said', HTMLElement).replaceChildren(), 4000)

/** @param {string} text */
const say = text => {
  find('said', HTMLElement).textContent = text
  silence()
}

/** @param {string} name */
const chosen = name => document.querySelector(`input[name="${name}"]:checked`)?.getAttribute('value') ?? ''

const choosePlatform = () =>
  /** @type {const} */ (['web_16_9', 'instagram_reels', 'youtube_shorts']).find(name => name === chosen('platform'))
const chooseWidth = () =>
  /** @type {const} */ ([390, 768, 1440]).find(width => String(width) === chosen('width')) ?? 1440
const seenWindow = () => ({ width: chooseWidth(), scheme: chosen('scheme') })

/** Keys live in their fields and nowhere else. */
const keys = () => ({
  access: field('access').value.trim(),
  vision: field('vision').value.trim(),
  provider: find('provider', HTMLSelectElement).value,
})

const content = () => ({
  headline: textArea('headline').value,
  sub_headline: textArea('sub').value,
  cta_button_text: field('cta').value,
})

/** @param {Essence} essence */
const designOf = essence => ({ essence, content: content(), framework: chosen('framework'), layout: chosen('layout') })

const captureRequest = () => {
  const shot = find('shot', HTMLSelectElement).value
  const viewport =
    shot === 'seen'
      ? { ...windowOf(seenWindow()), deviceScaleFactor: devicePixelRatio }
      : { width: 1920, height: 1080, deviceScaleFactor: 2 }
  return {
    target_url: field('target').value,
    viewport,
    ...(shot === 'mp4'
      ? { output_format: /** @type {const} */ ('mp4'), record_duration: '10s' }
      : { output_format: /** @type {const} */ ('png') }),
  }
}

/** @param {string} text @param {string} type @param {string} name */
const download = (text, type, name) => {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** @param {string} text @param {string} what */
const copy = async (text, what) => {
  await navigator.clipboard.writeText(text).then(
    () => say(`${what} copied`),
    () => say('The browser does not let this page copy: select the text instead'),
  )
}

/** @param {string} hex */
const pick = hex => copy(hex, hex)

const codeNames = /** @type {const} */ ({
  css: 'CSS variables',
  tokens: 'Design tokens',
  tailwind: 'Tailwind theme',
  curl: 'The same as curl',
})

const showCode = () => {
  if (!work?.variables) return
  const { essence, seen, variables } = work
  const platform = choosePlatform()
  const analysis = seen && { source_url: seen.url, ...(platform && { target_platform: platform }) }
  const forms = {
    css: () => cssOf(variables),
    tokens: () => tokensOf(seen?.style, variables),
    tailwind: () => tailwindOf(variables),
    curl: () =>
      curlOf({
        ...(analysis && { analysis }),
        ...(seen?.source.file && { file: seen.source.file }),
        page: pageRequest(designOf(essence)),
        capture: captureRequest(),
        keys: keys(),
      }),
  }
  const form =
    /** @type {const} */ (['css', 'tokens', 'tailwind', 'curl']).find(name => name === chosen('format')) ?? 'css'
  find('code', HTMLElement).textContent = forms[form]()
  find('sheet', HTMLElement).setAttribute('aria-label', codeNames[form])
}

const settle = () => {
  failed = undefined
  clearInterval(clock)
  notice.hidden = true
  turn(
    work ? (find('notes', HTMLElement).hidden && find('page-notes', HTMLElement).hidden ? 'done' : 'partial') : 'empty',
  )
}

/**
 * Tells what failed where it was asked for; what may go on by itself does.
 * @param {unknown} error
 * @param {Element} place
 * @param {() => void} again
 */
const fail = (error, place, again) => {
  /** @type {import('./service.js').FaultFacts} */
  const unknown = { kind: 'error', title: 'Something broke on this page', advice: 'Try again, or load it anew.' }
  const facts = error instanceof Fault ? error.facts : unknown
  clearInterval(clock)
  failed = { kind: facts.kind, again }
  place.prepend(notice)
  const countdown = showFault(notice, facts, again)
  turn(facts.kind === 'limited' || facts.kind === 'offline' ? facts.kind : 'error')
  if (facts.kind === 'key') {
    find('keys', HTMLDetailsElement).open = true
    field('access').focus()
  }
  if (!facts.seconds) return
  const end = Date.now() + facts.seconds * 1000
  const count = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    countdown.textContent = `${left} s`
    if (left > 0) return
    clearInterval(clock)
    again()
  }
  clock = setInterval(count, 250)
  count()
}

/** Browsers bound how often an address may change. */
const addressSoon = calm(() => {
  if (work) history.replaceState(null, '', `#${fragmentOf(designOf(work.essence))}`)
}, 400)

/** Builds the page anew and shows it; what was built before stays until then. */
const rebuild = async () => {
  if (!work) return
  building.abort()
  building = new AbortController()
  const signal = AbortSignal.any([under.signal, building.signal])
  const design = designOf(work.essence)
  addressSoon()
  try {
    const { html, variables, warnings } = await build(pageRequest(design), { keys: keys(), signal })
    work = { ...work, html, variables }
    wear(variables)
    for (const id of ['roles', 'page', 'take']) find(id, HTMLElement).hidden = false
    preview ??= createPreview(find('stage', HTMLElement))
    showRoles(find('tiles', HTMLElement), work.seen?.style.roles, variables)
    showNotes(find('page-notes', HTMLElement), 'Left out', warnings)
    showCode()
    settle()
    await preview.show(html, seenWindow())
  } catch (error) {
    if (!signal.aborted) fail(error, work.html ? controls : aside, rebuild)
  }
}

/** Tells what goes on and for how long. @param {string} doing */
const keepTime = doing => {
  const began = performance.now()
  const time = find('time', HTMLElement)
  const tick = () => {
    time.textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`
  }
  clearInterval(clock)
  find('doing', HTMLElement).textContent = doing
  tick()
  clock = setInterval(tick, 100)
}

/** From a picture to its page. @param {Source} source */
const begin = async source => {
  under.abort()
  under = new AbortController()
  const { signal } = under
  const before = work
  failed = undefined
  notice.hidden = true
  main.dataset.began = ''
  showSource(source)
  if (look.getBoundingClientRect().top > innerHeight / 2) look.scrollIntoView()
  try {
    turn('reading')
    keepTime(`Reading ${source.name}`)
    const url = await source.read(signal)
    turn('analysing')
    keepTime(`Analysing ${source.name}`)
    const platform = choosePlatform()
    const style = await analyse(
      { source_url: url, ...(platform && { target_platform: platform }) },
      { keys: keys(), signal },
    )
    work = { essence: essenceOf(style), seen: { source, url, style } }
    showStyle(style, pick)
    clearInterval(clock)
    await rebuild()
    signal.throwIfAborted()
    if (choosePlatform() !== platform) await reframe()
  } catch (error) {
    if (!signal.aborted) fail(error, aside, () => begin(source))
    else if (signal.reason === 'cancelled') cancelled(before)
  }
}

/** Back to what was there before. @param {Work | undefined} before */
const cancelled = before => {
  work = before
  if (before?.seen) {
    showSource(before.seen.source)
    showStyle(before.seen.style, pick)
  } else if (before) showShared(before.essence.palette, pick)
  else {
    look.hidden = true
    delete main.dataset.began
  }
  settle()
  say('Cancelled')
}

/** The same picture for another platform. */
const reframe = async () => {
  const platform = choosePlatform()
  if (isBusy() || !work?.seen || !platform) return
  const { seen } = work
  const { signal } = under
  try {
    const style = await analyse({ source_url: seen.url, target_platform: platform }, { keys: keys(), signal })
    if (choosePlatform() !== platform || work?.seen?.source !== seen.source) return
    work = { ...work, seen: { ...seen, style } }
    showFit(style)
    showCode()
    settle()
  } catch (error) {
    if (!signal.aborted) fail(error, aside, reframe)
  }
}

/** @param {File} file */
const takeFile = file => {
  const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
  begin({ name: file.name, file: file.name, ...(picture && { picture }), read: signal => readFile(file, signal) })
}

/** @param {string} text an address; https when it does not say */
const takeAddress = text => {
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
  const name = address.startsWith('data:') ? 'the picture' : address.split(/[?#]/)[0]?.split('/').at(-1) || address
  begin({ name, picture: address, read: async () => address })
}

/** @param {HTMLElement} button */
const takeSample = button => {
  const drawing = button.querySelector('svg')
  if (!drawing) return
  const text = new XMLSerializer().serializeToString(drawing)
  const address = `data:image/svg+xml;base64,${btoa(text)}`
  begin({ name: button.textContent?.trim() ?? '', picture: address, read: async () => address })
}

/** What somebody shared: colours and texts, no picture. @param {NonNullable<ReturnType<typeof readFragment>>} design */
const takeDesign = design => {
  work = { essence: design.essence }
  textArea('headline').value = design.content.headline
  textArea('sub').value = design.content.sub_headline
  field('cta').value = design.content.cta_button_text
  for (const [name, value] of Object.entries({ framework: design.framework, layout: design.layout })) {
    const choice = document.querySelector(`input[name="${name}"][value="${CSS.escape(value)}"]`)
    if (choice instanceof HTMLInputElement) choice.checked = true
  }
  main.dataset.began = ''
  showShared(design.essence.palette, pick)
  rebuild()
}

/** What is typed while a picture is analysed is read when its page is built. */
const rebuildSoon = calm(() => {
  if (!isBusy()) rebuild()
}, 150)
const showCodeSoon = calm(showCode, 150)

/** @param {DataTransfer | null} data @returns {boolean} whether there was something to take */
const takeFrom = data => {
  const file = data?.files[0]
  const text = data?.getData('text/uri-list') || data?.getData('text/plain') || ''
  if (file) takeFile(file)
  else if (/^(https?:|data:image)/i.test(text.trim())) takeAddress(text.trim())
  else return false
  return true
}

let depth = 0
/** @param {number} change */
const drag = change => {
  depth = Math.max(0, depth + change)
  main.toggleAttribute('data-dragging', depth > 0)
  find('drop-words', HTMLElement).textContent = depth > 0 ? 'Let go' : 'Drop or paste a picture'
}
addEventListener('dragenter', () => drag(1))
addEventListener('dragleave', () => drag(-1))
addEventListener('dragover', event => event.preventDefault())
addEventListener('drop', event => {
  event.preventDefault()
  drag(-depth)
  takeFrom(event.dataTransfer)
})
addEventListener('paste', event => {
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  if (!isField || event.clipboardData?.files.length) takeFrom(event.clipboardData)
})
addEventListener('offline', () => {
  if (!failed) fail(unreachable(), work ? aside : find('source', HTMLElement), work ? rebuild : settle)
})
addEventListener('online', () => {
  if (failed?.kind === 'offline') failed.again()
})

field('file').addEventListener('change', event => {
  const [file] = field('file').files ?? []
  if (file) takeFile(file)
  if (event.target instanceof HTMLInputElement) event.target.value = ''
})
find('source', HTMLFormElement).addEventListener('submit', event => {
  event.preventDefault()
  const address = field('address').value.trim()
  if (address) takeAddress(address)
  else field('address').focus()
})
for (const button of document.querySelectorAll('.sample'))
  if (button instanceof HTMLElement) button.addEventListener('click', () => takeSample(button))
find('cancel', HTMLElement).addEventListener('click', () => under.abort('cancelled'))
find('platforms', HTMLElement).addEventListener('change', reframe)
controls.addEventListener('input', rebuildSoon)
controls.addEventListener('submit', event => event.preventDefault())
find('preview', HTMLElement).addEventListener('change', () => {
  // The choice is painted first: a frame of another size takes its browser a while.
  requestAnimationFrame(() => setTimeout(() => work?.html && preview?.show(work.html, seenWindow())))
  showCodeSoon()
})
find('formats', HTMLElement).addEventListener('change', showCode)
find('capture', HTMLFormElement).addEventListener('input', showCodeSoon)
find('capture', HTMLFormElement).addEventListener('submit', async event => {
  event.preventDefault()
  const again = async () => {
    try {
      download(await capture(captureRequest(), { keys: keys() }), 'text/javascript', 'capture.mjs')
      settle()
      say('capture.mjs downloaded')
    } catch (error) {
      fail(error, find('capture', HTMLElement), again)
    }
  }
  await again()
})
find('download-page', HTMLElement).addEventListener('click', () => {
  if (!work?.html) return
  download(work.html, 'text/html', 'sparkpage.html')
  say('sparkpage.html downloaded')
})
find('share', HTMLElement).addEventListener('click', () => {
  if (!work) return
  const address = new URL(location.href)
  address.hash = fragmentOf(designOf(work.essence))
  copy(address.href, 'Link')
})
find('copy', HTMLElement).addEventListener('click', () =>
  copy(find('code', HTMLElement).textContent ?? '', find('sheet', HTMLElement).getAttribute('aria-label') ?? ''),
)

// Whoever holds a telephone wants to see a telephone.
const [narrow] = document.querySelectorAll('input[name="width"]')
if (narrow instanceof HTMLInputElement && innerWidth < 640) narrow.checked = true

const night = matchMedia('(prefers-color-scheme: dark)').matches
for (const choice of document.querySelectorAll('input[name="scheme"]'))
  if (choice instanceof HTMLInputElement) choice.checked = (choice.value === 'dark') === night

const takeShared = () => {
  const shared = readFragment(location.hash)
  if (shared) takeDesign(shared)
}
addEventListener('hashchange', takeShared)
takeShared()

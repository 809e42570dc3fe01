// Pictures that the user added: kept in this browser, and named in contents by addresses that only this page can resolve.

/** @typedef {{ readonly src: string, readonly width: number, readonly height: number }} Picture a data URI and its size, px */

const prefix = 'https://picture.invalid/'
const reference = /https:\/\/picture\.invalid\/([\w-]+)/g
/** Pictures of earlier pages that stay in the browser. */
const maxKept = 100

/** By id. @type {Map<string, Picture>} */
const known = new Map()

/** @type {Promise<IDBDatabase> | undefined} */
let opened

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('pictures', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('pictures')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} run @returns {Promise<T>} */
async function ask(mode, run) {
  const store = (await database()).transaction('pictures', mode).objectStore('pictures')
  return new Promise((resolve, reject) => {
    const request = run(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Keeps a picture; in this page only where the browser stores nothing. @param {Picture} picture @returns its id */
export async function keepPicture({ src, width, height }) {
  const picture = { src, width, height }
  // Ids are in the order of their time.
  const id = `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  known.set(id, picture)
  try {
    await ask('readwrite', store => store.put(picture, id))
    const ids = await ask('readonly', store => store.getAllKeys())
    for (const old of ids.slice(0, -maxKept)) await ask('readwrite', store => store.delete(old))
  } catch {
    // A private window, or a full disk.
  }
  return id
}

/** @param {string} id */
export function addressOf(id) {
  return prefix + id
}

/** @param {string} address */
export function isKept(address) {
  return address.startsWith(prefix)
}

/** @param {string} address */
export function pictureAt(address) {
  return known.get(address.slice(prefix.length))
}

/** Reads pictures that this browser has kept. @param {Iterable<string>} ids */
export async function loadPictures(ids) {
  for (const id of new Set(ids)) {
    if (known.has(id)) continue
    const picture = await ask('readonly', store => store.get(id)).catch(() => undefined)
    if (picture) known.set(id, picture)
  }
}

/** @param {string} text @returns the ids of the pictures that it names */
export function idsIn(text) {
  return [...text.matchAll(reference)].map(([, id = '']) => id)
}

/** @param {string} text HTML or JSON @returns the text with the pictures in the place of their addresses */
export function embedPictures(text) {
  return text.replace(reference, (address, id) => known.get(id)?.src ?? address)
}

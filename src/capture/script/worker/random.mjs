// Random values of crypto, from Math.random(), which a flag of the browser seeds: a page looks the same at each run.

/** Replaces crypto.getRandomValues() and crypto.randomUUID(). Keys that crypto.subtle generates stay random. */
export function seedCrypto() {
  const { random } = Math

  /** @template {ArrayBufferView} T @param {T} array @returns {T} */
  function getRandomValues(array) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = random() * 256
    return array
  }

  /** RFC 9562, version 4. */
  function randomUUID() {
    return '########-####-4###-8###-############'.replaceAll('#', () => Math.floor(random() * 16).toString(16))
  }

  Object.assign(Crypto.prototype, { getRandomValues })
  // Only pages of secure origins have it.
  if ('randomUUID' in Crypto.prototype) Object.assign(Crypto.prototype, { randomUUID })
}

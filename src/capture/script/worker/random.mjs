// Random values of crypto, from Math.random(), which a flag of the browser seeds: a page looks the same at each run.

/** Replaces crypto.getRandomValues() and crypto.randomUUID(). Keys that crypto.subtle generates stay random. */
export function seedCrypto() {
  const { random } = Math
  const hexDigit = () => Math.floor(random() * 16).toString(16)
  // RFC 9562, version 4. Only pages of secure origins have it.
  const randomUUID = () => '########-####-4###-8###-############'.replaceAll('#', hexDigit)
  if ('randomUUID' in Crypto.prototype) Object.assign(Crypto.prototype, { randomUUID })
  Object.assign(Crypto.prototype, {
    getRandomValues(/** @type {ArrayBufferView} */ array) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = random() * 256
      return array
    },
  })
}

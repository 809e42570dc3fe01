// Numbers in base 83, of which a BlurHash is made (Ågren 2018, https://blurha.sh).

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

/** @returns the last `length` digits of a number. */
export function encodeBase83(value: number, length: number): string {
  return Array.from({ length }, (_, index) => digits[Math.floor(value / 83 ** (length - 1 - index)) % 83]).join('')
}

/** @param text of digits. */
export function decodeBase83(text: string): number {
  return [...text].reduce((value, digit) => value * 83 + digits.indexOf(digit), 0)
}

export function isBase83(text: string): boolean {
  return [...text].every(digit => digits.includes(digit))
}

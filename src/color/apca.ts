// Lightness contrast as read by the eye, beside WCAG's ratio.
import { parse } from './parse.ts'

/** Constants of APCA 0.1.9, alias 0.0.98G-4g (Somers 2021, https://github.com/Myndex/SAPC-APCA, "The Plain English Steps"). */
const figures = {
  gamma: 2.4,
  red: 0.2126729,
  green: 0.7151522,
  blue: 0.072175,
  blackThreshold: 0.022,
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: the published figure, not the root of two.
  blackPower: 1.414,
  least: 0.0005,
  dark: { background: 0.65, text: 0.62 },
  light: { background: 0.56, text: 0.57 },
  scale: 1.14,
  offset: 0.027,
  clip: 0.1,
} as const

const screenLuminance = (color: string): number => {
  const { r, g, b } = parse(color)
  const y = figures.red * r ** figures.gamma + figures.green * g ** figures.gamma + figures.blue * b ** figures.gamma
  return y < figures.blackThreshold ? y + (figures.blackThreshold - y) ** figures.blackPower : y
}

/**
 * @param text, background hexadecimal colours; opacity is left aside.
 * @returns Lc: 0 to 106 for dark text on light, 0 to -108 for light text on dark; 45 suits large bold text, 60 running text.
 * @throws TypeError unless both are hexadecimal.
 */
export const apca = (text: string, background: string): number => {
  const [front, back] = [screenLuminance(text), screenLuminance(background)]
  if (Math.abs(back - front) < figures.least) return 0
  const powers = back > front ? figures.light : figures.dark
  const contrast = (back ** powers.background - front ** powers.text) * figures.scale
  if (Math.abs(contrast) < figures.clip) return 0
  return (contrast - Math.sign(contrast) * figures.offset) * 100
}

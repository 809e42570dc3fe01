// The functions of CSS filters as filter elements (Filter Effects 1, section 6), in sRGB.
import { Element } from 'domhandler'

type Attributes = Readonly<Record<string, string>>
type Primitive = (argument: string) => Element | undefined

/**
 * @param value of the property `filter`.
 * @returns undefined for anything but a list of functions.
 */
export function filterOf(value: string, id: string): Element | undefined {
  const calls = [...value.matchAll(/([a-z-]+)\(((?:[^()]|\([^()]*\))*)\)\s*/gi)]
  if (calls.length === 0 || calls.map(([call]) => call).join('') !== value) return undefined
  const primitives = calls.map(([, name = '', argument = '']) => functions[name.toLowerCase()]?.(argument.trim()))
  const known = primitives.filter(primitive => primitive !== undefined)
  if (known.length < primitives.length) return undefined
  const region = { x: '-100%', y: '-100%', width: '300%', height: '300%' }
  return new Element('filter', { id, ...region, 'color-interpolation-filters': 'sRGB' }, known)
}

const functions: Readonly<Record<string, Primitive>> = {
  blur: argument => (isLength(argument) ? primitive('feGaussianBlur', { stdDeviation: length(argument) }) : undefined),
  brightness: withAmount(amount => transfer({ type: 'linear', slope: `${amount}` })),
  contrast: withAmount(amount => transfer({ type: 'linear', slope: `${amount}`, intercept: `${0.5 - amount / 2}` })),
  saturate: withAmount(amount => matrix('saturate', `${amount}`)),
  invert: withAmount(amount =>
    transfer({ type: 'table', tableValues: `${Math.min(1, amount)} ${Math.max(0, 1 - amount)}` }),
  ),
  opacity: withAmount(
    amount =>
      new Element('feComponentTransfer', {}, [
        primitive('feFuncA', { type: 'table', tableValues: `0 ${Math.min(1, amount)}` }),
      ]),
  ),
  grayscale: withAmount(amount => matrix('saturate', `${Math.max(0, 1 - amount)}`)),
  sepia: withAmount(amount => matrix('matrix', sepia(Math.max(0, 1 - amount)))),
  'hue-rotate': argument => {
    const angle = degrees(argument)
    return angle === undefined ? undefined : matrix('hueRotate', `${angle}`)
  },
  'drop-shadow': dropShadow,
}

function primitive(name: string, attributes: Attributes): Element {
  return new Element(name, { ...attributes })
}

function matrix(type: string, values: string): Element {
  return primitive('feColorMatrix', { type, values })
}

function transfer(attributes: Attributes): Element {
  const children = ['feFuncR', 'feFuncG', 'feFuncB'].map(name => primitive(name, attributes))
  return new Element('feComponentTransfer', {}, children)
}

/** A function with a number or percentage, 1 by default, not negative. */
function withAmount(create: (amount: number) => Element): Primitive {
  return argument => {
    const [, number, percent] = /^(\+?\d*\.?\d+)(%?)$/.exec(argument === '' ? '1' : argument) ?? []
    return number === undefined ? undefined : create(Number(number) / (percent === '%' ? 100 : 1))
  }
}

const degreesPerUnit: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 }

function degrees(text: string): number | undefined {
  if (/^0?$/.test(text)) return 0
  const [, number, unit = ''] = /^([-+]?\d*\.?\d+)(deg|grad|rad|turn)$/i.exec(text) ?? []
  const factor = degreesPerUnit[unit.toLowerCase()]
  return factor === undefined ? undefined : Number(number) * factor
}

function isLength(text: string): boolean {
  return /^(?:\+?\d*\.?\d+(?:px)?)?$/.test(text)
}

function length(text: string): string {
  return text === '' ? '0' : text.replace(/px$/, '')
}

function sepia(rest: number): string {
  const rows = [
    [0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest],
    [0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest],
    [0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest],
  ]
  return [...rows.map(row => [...row, 0, 0].join(' ')), '0 0 0 1 0'].join(' ')
}

/** `<color>? <length>{2,3} <color>?` */
function dropShadow(argument: string): Element | undefined {
  if (/,(?![^(]*\))/.test(argument)) return undefined
  const words = [...argument.matchAll(/[\w.%#+-]+(?:\([^)]*\))?/g)].map(([word]) => word)
  const lengths = words.filter(word => /^[-+]?\d*\.?\d+(?:px)?$/.test(word))
  const [color = 'black', ...others] = words.filter(word => !lengths.includes(word))
  const [dx, dy, stdDeviation = '0', ...more] = lengths.map(length)
  if (dx === undefined || dy === undefined || others.length + more.length > 0) return undefined
  return primitive('feDropShadow', { dx, dy, stdDeviation, 'flood-color': color })
}

// Where the content of a page has pictures: one list of places, and the walk over them.
import { isObject } from '../values/narrowing.ts'

/** Members by their names; `*` is every item of a list. */
const places = ['image', 'brand.logo', 'sections.*.image', 'sections.*.items.*.image']

const placePattern = new RegExp(`^(?:${places.map(patternOf).join('|')})$`)

function patternOf(place: string): string {
  return place.replaceAll('.', '\\.').replaceAll('*', '\\d{1,2}')
}

/** Items of a list that are visited: more than any schema allows. */
const maxItems = 64

export interface FoundPicture {
  /** Of the content. */
  readonly path: readonly string[]
  readonly picture: Readonly<Record<string, unknown>>
}

/** @param content of any shape, also before it is validated. @returns its pictures, whatever their members are */
export function findPictures(content: unknown): readonly FoundPicture[] {
  return places.flatMap(place => follow(content, place.split('.'), []))
}

function follow(value: unknown, [name, ...rest]: readonly string[], path: readonly string[]): readonly FoundPicture[] {
  if (name === undefined) return isObject(value) ? [{ path, picture: value }] : []
  if (name !== '*')
    return isObject(value) && Object.hasOwn(value, name) ? follow(value[name], rest, [...path, name]) : []
  if (!Array.isArray(value)) return []
  return value.slice(0, maxItems).flatMap((item, index) => follow(item, rest, [...path, String(index)]))
}

/** The JSON Pointer of the source of a picture in a request. */
export function pointerOfSource(path: readonly string[]): string {
  return `/content/${path.join('/')}/src`
}

/** @param name of a part of a form, such as `sections.0.image`. @returns whether a content can have a picture there */
export function isPicturePlace(name: string): boolean {
  return placePattern.test(name)
}

/** Puts a picture into a content of any shape, beside what the content says about it. @returns whether there is such a place */
export function addPicture(content: unknown, path: readonly string[], src: string): boolean {
  const parent = path.slice(0, -1).reduce(memberOf, content)
  const name = path.at(-1)
  if (!isObject(parent) || name === undefined) return false
  const given = memberOf(parent, name)
  Object.assign(parent, { [name]: { alt: '', ...(isObject(given) ? given : {}), src } })
  return true
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)]
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** @returns a copy of the content with other sources. @param sourceOf undefined: the source stays; null: the picture is left out */
export function withSources<C>(content: C, sourceOf: (found: FoundPicture) => string | null | undefined): C {
  const copy = structuredClone(content)
  for (const found of findPictures(copy)) {
    const src = sourceOf(found)
    if (src === null) removePicture(copy, found.path)
    else if (src !== undefined) Object.assign(found.picture, { src })
  }
  return copy
}

function removePicture(content: unknown, path: readonly string[]): void {
  const parent = path.slice(0, -1).reduce(memberOf, content)
  if (isObject(parent)) Reflect.deleteProperty(parent, path.at(-1) ?? '')
}

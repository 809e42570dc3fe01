// The tables of README.md, CONTRIBUTING.md and docs/limits.md that are generated, each between two marks.
import { problemCodes, problemKinds } from '../schemas/problems.ts'
import { settingRows } from '../src/config.ts'
import { limits } from '../src/limits/limits.ts'
import { purposeOf, rooms } from './measure/rooms.ts'

const settings = (): readonly string[] => [
  '| setting | default | meaning |',
  '|---|---|---|',
  ...settingRows().map(({ name, fallback, meaning, isSecret }) => {
    const names = isSecret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``
    return `| ${names} | ${fallback === '' ? 'none' : `\`${fallback}\``} | ${meaning} |`
  }),
]

/** Whose fault it is, by status: the two that have many codes, then all others of the client, then ours. */
const groups: readonly (readonly [string, (status: number) => boolean])[] = [
  ['the body', status => status === 400],
  ['the picture, or its provider', status => status === 422],
  ['the request otherwise', status => status < 500 && status !== 400 && status !== 422],
  ['the service, or who it depends on', status => status >= 500],
]

const problems = (): readonly string[] => [
  '| what is wrong | statuses and codes |',
  '|---|---|',
  ...groups.map(([name, holds]) => {
    const codes = problemCodes.filter(code => holds(problemKinds[code].status))
    const statuses = [...new Set(codes.map(code => problemKinds[code].status))].sort((one, other) => one - other)
    const told = statuses.map(status => {
      const of = codes.filter(code => problemKinds[code].status === status).map(code => `\`${code}\``)
      return `${status} ${of.join(' ')}`
    })
    return `| ${name} | ${told.join(' · ')} |`
  }),
]

/** The rooms of the service, two folders deep, and the houses beside it. */
const houses = (): readonly string[] => [
  '| room | what lives there |',
  '|---|---|',
  ...rooms
    .filter(room => /^(?:(?:src|plugins)\/)?[^/]+$/.test(room))
    .map(room => `| [\`${room}\`](${room}) | ${purposeOf(room).replace(/\.$/, '')} |`),
]

interface Limit {
  readonly what: string
  readonly unit: string
  readonly value: number | string
  readonly setting?: string
  readonly share: string
  readonly answer: string
}

const limitRows = (): readonly string[] => [
  '| what | limit | setting | one client has | answer beyond |',
  '|---|---|---|---|---|',
  ...Object.values(limits).map(({ what, unit, value, setting, share, answer }: Limit) => {
    const limit = typeof value === 'number' ? `${value} ${unit}` : value
    return `| ${what} | ${limit} | ${setting === undefined ? '' : `\`${setting}\``} | ${share} | \`${answer}\` |`
  }),
]

const tables = { settings, problems, rooms: houses, limits: limitRows } as const

/** `text` with those of the tables whose marks it has written anew. */
export const withTables = (text: string): string =>
  Object.entries(tables).reduce((page, [name, table]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    if (!page.includes(begin)) return page
    const [before, after] = [page.slice(0, page.indexOf(begin)), page.slice(page.indexOf(end))]
    return `${before}${begin}\n${table().join('\n')}\n${after}`
  }, text)

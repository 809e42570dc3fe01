// The command line of `npm run capture`: a flag for every member of a capture request, read from its schema.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CaptureRequest } from '../schemas/capture.ts'
import { stepActions, stepMembers } from '../schemas/capture-steps.ts'
import { models } from '../schemas/index.ts'
import { closestValue } from '../src/values/aliased-enum.ts'

/** What this program reads of a JSON Schema. */
interface MemberSchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly items?: MemberSchema
  readonly properties?: Readonly<Record<string, MemberSchema>>
}

interface Flag {
  readonly name: string
  /** Names of the member and of the objects around it. */
  readonly path: readonly string[]
  readonly schema: MemberSchema
}

interface CommandLine {
  readonly address: string | undefined
  readonly output: string | undefined
  readonly isHelp: boolean
  /** The environment variables that a stored capture may type. */
  readonly allowedVariables: readonly string[]
  /** The members of the request that the flags set. */
  readonly members: Readonly<Record<string, unknown>>
}

type OptionTypes = NonNullable<ParseArgsConfig['options']>

/** Of this program. */
const ownOptions: OptionTypes = {
  output: { type: 'string' },
  env: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
}

const flags = flagsOf(CaptureRequest).filter(({ name }) => name !== 'target-url')

/** @throws Error with what to change */
export function readCommandLine(args: readonly string[]): CommandLine {
  const options: OptionTypes = { ...Object.fromEntries(flags.map(typeOf)), ...ownOptions }
  const { values, positionals } = parseArgs({ args: args.map(completeName), options, allowPositionals: true })
  if (positionals.length > 1) throw new Error(`Send one address, not ${positionals.length}: ${positionals.join(' ')}`)
  return {
    address: positionals[0],
    output: typeof values.output === 'string' ? values.output : undefined,
    isHelp: values.help === true,
    allowedVariables: [values.env ?? []].flat().map(String),
    members: readMembers(values),
  }
}

function typeOf({ name, schema: { type } }: Flag): [string, OptionTypes[string]] {
  return [name, { type: type === 'boolean' ? type : 'string', multiple: type === 'array' }]
}

/** The name of a member in its object is enough, as are the last words where no other flag ends in them: --width, --duration. */
function completeName(argument: string): string {
  const [, word = '', rest = ''] = /^--([^=]+)(.*)$/s.exec(argument) ?? []
  const names = [...flags.map(({ name }) => name), ...Object.keys(ownOptions)]
  if (word === '' || names.includes(word)) return argument
  const similar = flags.filter(({ name }) => name.endsWith(`-${word}`))
  const exact = similar.filter(({ path: [, inner = ''] }) => toKebabCase(inner) === word)
  const [flag, ...others] = exact.length > 0 ? exact : similar
  if (flag && others.length === 0) return `--${flag.name}${rest}`
  const meant = flag ? similar.map(({ name }) => `--${name}`).join(' or ') : `--${closestValue(word, names)}`
  throw new Error(`There is no --${word}. Did you mean ${meant}? --help lists all options.`)
}

function readMembers(sent: Readonly<Record<string, unknown>>): CommandLine['members'] {
  const members: Record<string, unknown> = {}
  for (const { name, path, schema } of flags) {
    if (sent[name] === undefined) continue
    const [member = '', inner] = path
    const value = readValue(name, schema, sent[name])
    members[member] = inner === undefined ? value : Object.assign({}, members[member], { [inner]: value })
  }
  return members
}

/** Text as a value of the type that the schema asks for; where it is none, validation says so. */
function readValue(name: string, schema: MemberSchema, value: unknown): unknown {
  const { type, items = {}, enum: allowed } = resolve(schema)
  if (Array.isArray(value)) return value.flatMap(item => readValue(name, items, item))
  if (typeof value !== 'string') return value
  if (type === 'object') return readJson(name, value)
  const word = allowed?.find(word => String(word) === value)
  if (word !== undefined) return word
  return /^(?:integer|number)$/.test(String(type)) && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`--${name}: Send JSON, not ${text}`)
  }
}

/** The flag of a JSON pointer: of what contains it, or of the first member in it. */
export function flagOf(pointer: string): string {
  const names = pointer.split('/').slice(1)
  const flag = flags.find(({ path }) => `${path.slice(0, names.length)}` === `${names.slice(0, path.length)}`)
  return flag ? `--${flag.name}` : 'URL'
}

function flagsOf(schema: MemberSchema, path: readonly string[] = []): readonly Flag[] {
  return Object.entries(schema.properties ?? {}).flatMap(([member, ownSchema]) => {
    const [own, resolved] = [[...path, member], resolve(ownSchema)]
    if (resolved.properties) return flagsOf(resolved, own)
    const name = own.map(toKebabCase).join('-')
    return [{ name, path: own, schema: resolved }]
  })
}

function resolve(schema: MemberSchema): MemberSchema {
  return models.find(({ $id }) => $id === schema.$ref) ?? schema
}

function toKebabCase(name: string): string {
  return name.replaceAll('_', '-').replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

/** Columns of a terminal. */
const helpWidth = 100

export function describeFlags(): string {
  return flags
    .map(({ name, schema }) => describeFlag(`--${name}${placeholderOf(schema)}`, schema.description))
    .join('\n')
    .replace(/^ {2}--steps .*/m, head => `${head}\n${describeSteps()}`)
}

/** One line for each action, as it is written on a command line. */
function describeSteps(): string {
  const examples = stepActions.map(action => {
    const { needs, takes } = stepMembers[action]
    const members = [...needs, ...takes].map(name => `, "${name}": "…"`).join('')
    return `      '{"action": "${action}"${members}}'`
  })
  return examples.join('\n')
}

function placeholderOf({ type, enum: allowed }: MemberSchema): string {
  if (type === 'boolean') return ''
  if (allowed) return ` ${allowed.join('|')}`
  return type === 'array' ? ' VALUE (may be repeated)' : ' VALUE'
}

function describeFlag(head: string, description = ''): string {
  const lines = ['']
  for (const word of description.split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length + 6 > helpWidth) lines.push(` ${word}`)
    else lines[lines.length - 1] = line
  }
  return [`  ${head}`, ...lines.map(line => `     ${line}`)].join('\n')
}

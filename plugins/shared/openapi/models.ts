// Objects inside of models become models with names, so that clients in typed languages get types that can be named.
import { inside, isJson, type Json, mapped, objectOf } from './json.ts'

const upper = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const isNull = (value: unknown): boolean => isJson(value) && value.type === 'null'

/** One of two: a value or null. OpenAPI 3.1 says that in one line. */
const nullable = ({ anyOf, ...rest }: Json): Json | undefined => {
  const choices: readonly unknown[] = Array.isArray(anyOf) ? anyOf : []
  const [choice] = choices.filter(one => !isNull(one))
  if (choices.length !== 2 || !choices.some(isNull) || !isJson(choice)) return undefined
  const words: readonly unknown[] = Array.isArray(choice.enum) ? choice.enum : []
  return {
    ...choice,
    ...rest,
    type: [choice.type, 'null'],
    ...(words.length > 0 && { enum: [...words, null] }),
  }
}

/** Everything that a model leads to, by name; the model itself stands last. */
const named = (name: string, model: Json): Readonly<Record<string, Json>> => {
  const models: Record<string, Json> = {}
  const keep = (part: unknown, of: string): unknown => {
    const one = nullable(objectOf(part)) ?? objectOf(part)
    const inner = mapped(one, (value, keyword) => (keyword === 'items' ? keep(value, `${of}Item`) : value))
    if (!isJson(one.properties)) return inner
    Object.assign(models, named(of, one))
    return { $ref: `#/components/schemas/${of}` }
  }
  const properties = mapped(inside(model, 'properties'), (part, member) => keep(part, name + upper(member)))
  return { ...models, [name]: isJson(model.properties) ? { ...model, properties } : model }
}

/** @param schemas components.schemas of the document. */
export const withNamedModels = (schemas: Json): Json =>
  Object.assign({}, ...Object.entries(schemas).map(([name, model]) => named(name, objectOf(model))))

// The steps of a capture: what the script does on the page before it captures it.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { anyText, documentedType, enumOf, FormattedText, ref } from './types.ts'

export const EnvironmentVariable = Type.Object(
  {
    env: Type.String({
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      minLength: 1,
      maxLength: 128,
      description: 'Name of the variable: letters, digits and _; the first character is not a digit.',
      examples: ['LOGIN_PASSWORD'],
    }),
  },
  {
    $id: 'EnvironmentVariable',
    description:
      'An environment variable, which the script reads when it starts, on your machine. Its value is neither sent to the service nor stored.',
  },
)
type EnvironmentVariable = Readonly<Static<typeof EnvironmentVariable>>

const typedText = { pattern: anyText, minLength: 0, maxLength: 1000 }
const textUse =
  'Text to type, key by key (type) or as a whole (fill). It is stored. For a password, send {"env": "NAME"} instead: the script reads this environment variable on the machine where it runs.'

const members = {
  selector: FormattedText('css-selector', 1024, 'CSS selector; the first matching element is used.', 'button.menu'),
  // One schema instead of a union, so that an invalid value is one error.
  text: Type.Unsafe<string | EnvironmentVariable>({
    type: ['string', 'object'],
    ...typedText,
    properties: EnvironmentVariable.properties,
    required: ['env'],
    description: textUse,
    examples: ['hello', { env: 'LOGIN_PASSWORD' }],
    [documentedType]: Type.Union([
      Type.String({ ...typedText, description: 'The text itself.' }),
      ref(EnvironmentVariable),
    ]),
  }),
  key: FormattedText('key', 64, 'Key or combination of keys, with the names of KeyboardEvent.key.', 'Control+A'),
  duration: FormattedText('delay', 32, 'Time to wait, 0s to 60s.', '1.5s'),
  url: FormattedText('http-url', 8192, 'URL to open: http or https.', 'https://example.com/account'),
  css: Type.String({
    pattern: '^[\\s\\S]*$',
    minLength: 0,
    maxLength: 10_000,
    description: 'Style sheet for the page, its frames and shadow roots; @import has no effect.',
    examples: ['header { display: none }'],
  }),
} as const
type Member = keyof typeof members

export const stepActions = ['click', 'type', 'fill', 'press', 'hover', 'wait', 'scroll_to', 'css', 'goto'] as const
type Action = (typeof stepActions)[number]

interface ActionMembers {
  readonly needs: readonly Member[]
  readonly takes: readonly Member[]
  readonly title: string
  readonly description: string
}

/** The members that each action requires, and the optional ones. */
export const stepMembers: Readonly<Record<Action, ActionMembers>> = {
  click: { needs: ['selector'], takes: [], title: 'ClickStep', description: 'Clicks an element.' },
  type: { needs: ['selector', 'text'], takes: [], title: 'TypeStep', description: 'Types text into an element.' },
  fill: {
    needs: ['selector', 'text'],
    takes: [],
    title: 'FillStep',
    description: 'Replaces the text of an element at once.',
  },
  press: {
    needs: ['key'],
    takes: ['selector'],
    title: 'PressStep',
    description: 'Presses a key in an element, or in the focused element.',
  },
  hover: { needs: ['selector'], takes: [], title: 'HoverStep', description: 'Moves the mouse over an element.' },
  wait: { needs: ['duration'], takes: [], title: 'WaitStep', description: 'Waits.' },
  scroll_to: {
    needs: ['selector'],
    takes: [],
    title: 'ScrollStep',
    description: 'Scrolls until an element is at the top of the window.',
  },
  css: { needs: ['css'], takes: [], title: 'StyleStep', description: 'Adds a style sheet.' },
  goto: { needs: ['url'], takes: [], title: 'GotoStep', description: 'Opens another page, for example after a login.' },
}

/** Steps of one capture, at most. */
export const maxSteps = 20

/** Documents show a union: client generators do not know `if`. */
export const CaptureStep = Type.Unsafe<CaptureStep>(
  Type.Object(
    {
      action: enumOf(stepActions, { description: `One of ${stepActions.join(', ')}.` }),
      selector: Type.Optional(members.selector),
      text: Type.Optional(members.text),
      key: Type.Optional(members.key),
      duration: Type.Optional(members.duration),
      css: Type.Optional(members.css),
      url: Type.Optional(members.url),
    },
    {
      $id: 'CaptureStep',
      description: 'One step that the script carries out on the page before the capture.',
      allOf: stepActions.map(action => ({
        if: { required: ['action'], properties: { action: { const: action } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: [...stepMembers[action].needs] },
      })),
      [documentedType]: Type.Union(stepActions.map(documentedStep)),
    },
  ),
)
/** @param Text of a step that types: as it is sent, or as the script has read it. */
export type CaptureStep<Text = string | EnvironmentVariable> =
  | { readonly action: 'click' | 'hover' | 'scroll_to'; readonly selector: string }
  | { readonly action: 'type' | 'fill'; readonly selector: string; readonly text: Text }
  | { readonly action: 'press'; readonly selector?: string; readonly key: string }
  | { readonly action: 'wait'; readonly duration: string }
  | { readonly action: 'css'; readonly css: string }
  | { readonly action: 'goto'; readonly url: string }

function documentedStep(action: Action) {
  const { needs, takes, title, description } = stepMembers[action]
  const properties: Record<string, TSchema> = { action: enumOf([action], { description: 'The action.' }) }
  for (const name of needs) properties[name] = members[name]
  for (const name of takes) properties[name] = Type.Optional(members[name])
  return Type.Object(properties, { title, description })
}

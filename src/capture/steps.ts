// The steps of a capture: what of them a script gets, and the environment variables that they name.
import { type CaptureStep, stepMembers } from '../../schemas/capture-steps.ts'
import type { FieldError } from '../../schemas/problem-document.ts'

/** A step with the members that its action knows. */
export function resolveStep(step: CaptureStep): CaptureStep {
  const sent: Readonly<Record<string, unknown>> = step
  const names = ['action', ...membersOf(step)].filter(name => sent[name] !== undefined)
  const resolved = Object.assign({}, ...names.map(name => ({ [name]: sent[name] })))
  const [variable] = variablesOf([step])
  return variable === undefined ? resolved : { ...resolved, text: { env: variable } }
}

/** @returns the names of the environment variables that the script types. */
export function variablesOf(steps: readonly CaptureStep[]): readonly string[] {
  return steps.flatMap(step => ('text' in step && typeof step.text === 'object' ? step.text.env : []))
}

/** @returns the members that have no effect on the action of their step. */
export function findInapplicableStepMembers(steps: readonly CaptureStep[]): FieldError[] {
  return steps.flatMap((step, index) =>
    allMembers
      .filter(name => name in step && !membersOf(step).includes(name))
      .map(name => ({
        pointer: `/steps/${index}/${name}`,
        code: 'not_applicable',
        message: `The property ${name} has no effect on ${step.action}. Remove it.`,
      })),
  )
}

/** Members that no action knows are reported as unknown. */
const allMembers: readonly string[] = [...new Set(Object.values(stepMembers).flatMap(({ needs }) => needs))]

function membersOf({ action }: CaptureStep): readonly string[] {
  const { needs, takes } = stepMembers[action]
  return [...needs, ...takes]
}

// A measured style together with what a vision model said of the picture, or why it said nothing.
import type { StyleMetadata } from '../../schemas/style.ts'
import type { ProviderName } from '../../schemas/vision.ts'
import type { Outcome } from '../providers/tries.ts'
import { analysisId } from './id.ts'
import { withWords } from './with-words.ts'

interface Voice {
  readonly provider: ProviderName
  readonly model: string
  readonly outcome: Outcome
}

const providerOf = ({ provider: name, model, outcome }: Voice) => ({
  name,
  model,
  outcome: outcome.kind,
  ...('retryAfter' in outcome && { retry_after: outcome.retryAfter }),
})

/** @returns the style with the model's words and an id of its own; without words it stays the measured one, and tells who was asked. */
export const voiced = (style: StyleMetadata, voice: Voice): StyleMetadata => {
  const { outcome, provider: engine, model } = voice
  const analysis = { ...style.analysis, provider: providerOf(voice) }
  if (outcome.kind !== 'answered') return { ...style, analysis }
  const { media, platform } = style
  const id = analysisId({ ...media, depth: analysis.depth, platform: platform.name }, { engine, model })
  return { ...withWords(style, outcome.words), analysis: { ...analysis, id, engine } }
}

// Ids of analyses.

import type { Media } from '../../schemas/media.ts'
import type { Platform } from '../../schemas/platform.ts'
import type { Depth } from '../../schemas/provenance.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import { contentId } from '../content-id.ts'
import { analyserVersion } from '../version.ts'

type Inputs = Pick<Media, 'sha256' | 'type'> & { readonly depth: Depth; readonly platform: Platform }
type Engine = Pick<StyleMetadata['analysis'], 'engine'> & { readonly model?: string }

/** @returns the id of the record: equal for the same file, options, analyser, engine and model. */
export const analysisId = ({ sha256, type: mediaType, depth, platform }: Inputs, { engine, model }: Engine) =>
  contentId('ana', { analyserVersion, sha256, depth, platform, mediaType, engine, model })

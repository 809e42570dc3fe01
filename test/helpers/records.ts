// Sample records, and helpers that read listings.
import type { Platform } from '../../schemas/platform.ts'
import type { Depth } from '../../schemas/provenance.ts'
import type { Framework } from '../../schemas/sparkpage.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import { resolveCaptureConfig } from '../../src/capture/config.ts'
import type { AnalysisRecord, CaptureRecord, PageRecord } from '../../src/store/store.ts'

/** The default client of the records. */
const client = 'ip:192.0.2.1'

export const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 31, 12) + ms)
const box = { x: 0, y: 0, width: 8, height: 8 }
const size = { width: 8, height: 8 }

const style = (colors: string[], name: string): StyleMetadata => ({
  colors,
  palette: colors.map(hex => ({
    hex,
    share: 0.5,
    oklch: { l: 0.5, c: 0.1, h: 290 },
    role: 'primary',
    name,
    contrast_white: 7,
    contrast_black: 3,
  })),
  roles: {
    background: '#FFFFFF',
    surface: '#FFFFFF',
    text: '#000000',
    primary: '#6D28D9',
    on_primary: '#FFFFFF',
    secondary: '#6D28D9',
    accent: '#6D28D9',
    on_accent: '#FFFFFF',
  },
  average: colors[0] ?? '#000000',
  brightness: 0.5,
  contrast: 0.2,
  colorfulness: { value: 20, label: 'slight' },
  saturation: 0.3,
  temperature: { value: 0, label: 'neutral' },
  scheme: 'light',
  transparency: 0,
  media: {
    type: 'image',
    format: 'png',
    ...size,
    bytes: 100,
    frames: 1,
    alpha: false,
    orientation: 1,
    color_space: 'srgb',
    sha256: 'a'.repeat(64),
  },
  platform: {
    name: 'web_16_9',
    canvas: size,
    aspect_match: false,
    min_resolution_ok: false,
    crop: box,
    safe_area: box,
    focal_in_safe_area: true,
    advice: [],
  },
  analysis: {
    id: `ana_${'0'.repeat(32)}`,
    engine: 'builtin',
    depth: 'medium',
    sampled: size,
    version: '1',
    warnings: [],
  },
})

interface Named {
  readonly platform?: Platform
  readonly depth?: Depth
  /** Of the leading colour. */
  readonly name?: string
  readonly colors?: string[]
  readonly bytes?: number
}

export const analysis = (id: string, named: Named = {}): AnalysisRecord => {
  const { platform = 'web_16_9', depth = 'medium', name = 'rebeccapurple', colors = ['#6D28D9', '#F59E0B'] } = named
  const { bytes = 100 } = named
  const given = style(colors, name)
  return {
    source: `https://example.com/${id}.png`,
    style: {
      ...given,
      media: { ...given.media, bytes },
      platform: { ...given.platform, name: platform },
      analysis: { ...given.analysis, id, depth },
    },
    durationMs: 12.5,
    client,
  }
}

export const page = (projectId: string, id: string, headline = 'Hello', framework: Framework = 'none'): PageRecord => ({
  id,
  projectId,
  framework,
  responsiveType: 'fixed',
  client,
  inputs: {
    project_id: projectId,
    style_metadata: { colors: ['#6D28D9'] },
    content: { headline, sub_headline: '', cta_button_text: '' },
  },
})

const captureConfig = resolveCaptureConfig({ target_url: 'http://localhost:3000/' })
export const capture = (id: string): CaptureRecord => ({ id, config: captureConfig, client })

export const list = async <R>(pages: AsyncIterable<readonly R[]>): Promise<readonly R[]> => {
  const all: R[] = []
  for await (const page of pages) all.push(...page)
  return all
}
export const ids = async (pages: AsyncIterable<readonly { readonly id: string }[]>): Promise<readonly string[]> =>
  (await list(pages)).map(row => row.id)

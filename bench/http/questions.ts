// What is asked: every operation, and what makes one request another than the one before.
import { examplePicture } from '../../schemas/examples/pictures.ts'

export interface Question {
  readonly name: string
  readonly url: string
  /** What is sent by POST, the same for the same number; without it it is a GET. */
  readonly body?: (number: number) => string
  /** Requests of one turn. */
  readonly amount: number
}

const capture = (number: number): string =>
  JSON.stringify({ target_url: `https://example.com/${number}`, output_format: 'mp4', record_duration: '5s' })

const page = (number: number): string =>
  JSON.stringify({
    style_metadata: { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] },
    content: {
      headline: `Ship your story ${number}`,
      sub_headline: 'From one picture to a page.',
      cta_button_text: 'Start free',
    },
  })

/** Bytes behind the end of a picture make it another picture that looks the same. */
const picture = (number: number): string => {
  const [head, data = ''] = examplePicture.split(';base64,')
  const bytes = Buffer.concat([Buffer.from(data, 'base64'), Buffer.from(`${number}`)])
  return JSON.stringify({ source_url: `${head};base64,${bytes.toString('base64')}` })
}

const same = (body: (number: number) => string) => (): string => body(0)

export const questions: readonly Question[] = [
  { name: 'getHealth', url: '/api/health', amount: 5000 },
  { name: 'captureMedia, the same again', url: '/api/v1/capture-media', body: same(capture), amount: 600 },
  { name: 'captureMedia, each another', url: '/api/v1/capture-media', body: capture, amount: 600 },
  { name: 'buildSparkpage, the same again', url: '/api/v1/build-sparkpage', body: same(page), amount: 600 },
  { name: 'buildSparkpage, each another', url: '/api/v1/build-sparkpage', body: page, amount: 600 },
  { name: 'analyzeVibe, the same again', url: '/api/v1/analyze-vibe', body: same(picture), amount: 600 },
  { name: 'analyzeVibe, each another', url: '/api/v1/analyze-vibe', body: picture, amount: 64 },
  { name: 'exportTxt api-spec', url: '/api/v1/export/txt/api-spec', amount: 1000 },
  { name: 'exportTxt analysis', url: '/api/v1/export/txt/analysis?limit=10', amount: 400 },
  { name: 'exportPdf analysis', url: '/api/v1/export/pdf/analysis?limit=10', amount: 400 },
  { name: 'getStats', url: '/api/admin/stats', amount: 200 },
]

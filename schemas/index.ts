// The registry: everything that crosses the wire, in document order.
import { getStats, OperationStats, ProviderStats, Stats, StatsResponse } from './admin.ts'
import { AnalysisRequest, AnalysisResponse, analyzeVibe } from './analysis.ts'
import { CaptureConfig, CaptureRequest, CaptureResponse, captureMedia, Viewport } from './capture.ts'
import { exportPdf, exportTxt } from './export.ts'
import { Fault } from './fault.ts'
import { getHealth, Health } from './health.ts'
import { Media, Video } from './media.ts'
import { PaletteColor, Roles } from './palette.ts'
import { Box, PlatformFit } from './platform.ts'
import { ProblemDocument } from './problem-document.ts'
import {
  buildSparkpage,
  CssVariables,
  PageContent,
  SparkpageRequest,
  SparkpageResponse,
  StyleHint,
  StyleInput,
} from './sparkpage.ts'
import { StyleMetadata } from './style.ts'
import { ColorToken, Tokens } from './tokens.ts'
import { Size } from './types.ts'

/** The operations in the order of use: picture, page, script, listings; then those for operators. */
export const operations = [
  analyzeVibe,
  buildSparkpage,
  captureMedia,
  exportTxt,
  exportPdf,
  getHealth,
  getStats,
] as const

/** The named models, each before the first that refers to it. */
export const models = [
  Fault,
  ProblemDocument,
  Size,
  Box,
  PaletteColor,
  Roles,
  Media,
  PlatformFit,
  ColorToken,
  Tokens,
  Video,
  StyleMetadata,
  AnalysisRequest,
  AnalysisResponse,
  StyleHint,
  StyleInput,
  PageContent,
  SparkpageRequest,
  CssVariables,
  SparkpageResponse,
  Viewport,
  CaptureRequest,
  CaptureConfig,
  CaptureResponse,
  Health,
  OperationStats,
  ProviderStats,
  Stats,
  StatsResponse,
] as const

export { securitySchemes } from './access.ts'

/** What the service is, in the words of its documents. */
export const introduction =
  'A picture goes in: analyze-vibe tells its style. The style goes into build-sparkpage: out comes a landing page. The address of any page goes into capture-media: out comes a script that photographs or films it in 4K. What was made can be listed with the exports.'

/** The groups of operations, as the documents show them. */
export const tags = [
  { name: 'Style', description: 'A picture goes in, its style comes out.' },
  { name: 'Sparkpage', description: 'A style and three texts become a landing page.' },
  { name: 'Capture', description: 'A script that captures any page in 4K.' },
  { name: 'Export', description: 'Listings of what was made, to keep or to print.' },
  { name: 'Health', description: 'Whether the service runs.' },
  { name: 'Admin', description: 'Figures for the operator.' },
] as const

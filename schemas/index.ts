// The registry of all operations and models, in the order of the OpenAPI document.
import { getStats, OperationStats, ProviderStats, Stats, StatsResponse } from './admin.ts'
import { AnalysisForm, AnalysisRequest, AnalysisResponse, analyzeUrl, analyzeVibe } from './analysis.ts'
import { CssVariables, SparkpageResponse } from './built-page.ts'
import { CaptureRequest, CaptureResponse, captureMedia, Viewport, WaitUntil } from './capture.ts'
import { CaptureConfig, WaitCondition } from './capture-config.ts'
import { ImageType, Motion, OutputFormat, ReducedMotion } from './capture-options.ts'
import { CaptureStep, EnvironmentVariable } from './capture-steps.ts'
import { ClearSide, Quiet } from './composition.ts'
import { exportPdf, exportTxt, PaperSize, PrintListing, TextListing } from './export.ts'
import { ExportedAnalysis, ExportedProject, ExportedRecord, ExportResponse } from './exported-records.ts'
import { Face } from './face.ts'
import { getHealth, Health } from './health.ts'
import { Media, MediaType, Video } from './media.ts'
import { PageContent, PageImage, SectionType } from './page-content.ts'
import { FormFieldType, PageForm } from './page-form.ts'
import { ColorToken, PaletteColor, Roles, Tokens } from './palette.ts'
import { Box, CapturePlatform, PlatformFit, TargetPlatform } from './platform.ts'
import { FieldError, ProblemDocument } from './problem-document.ts'
import { AnalysisDepth } from './provenance.ts'
import {
  deleteRecord,
  getAnalysis,
  getCapture,
  getPage,
  getPagePicture,
  getPicture,
  StoredPageResponse,
} from './record-operations.ts'
import { createRender, getRender, Render, RenderRequest, RenderResponse, RenderStatus, RenderTarget } from './render.ts'
import {
  buildSparkpage,
  Direction,
  FontSource,
  Framework,
  FrameworkCss,
  Layout,
  PageMotion,
  PageScheme,
  ResponsiveType,
  SparkpageForm,
  SparkpageRequest,
} from './sparkpage.ts'
import {
  ColorScheme,
  CornerStyle,
  Density,
  DetailLevel,
  PicturePreview,
  StyleMetadata,
  TypefaceCategory,
} from './style.ts'
import { HarmonyHint, MoodHint, StyleInput } from './style-input.ts'
import { Region, Size } from './types.ts'
import { putUpload, UploadResponse } from './upload.ts'
import { VisionProvider } from './vision.ts'

/** In the order of use: operations that make records and listings, operations for operators, operations on one record. */
export const operations = [
  analyzeVibe,
  buildSparkpage,
  captureMedia,
  exportTxt,
  exportPdf,
  getHealth,
  getStats,
  createRender,
  getRender,
  analyzeUrl,
  getAnalysis,
  getPage,
  getPagePicture,
  getPicture,
  getCapture,
  putUpload,
  deleteRecord,
] as const

/** Each model precedes the first one that refers to it. */
export const models = [
  MediaType,
  AnalysisDepth,
  TargetPlatform,
  CapturePlatform,
  VisionProvider,
  TypefaceCategory,
  CornerStyle,
  Density,
  ColorScheme,
  DetailLevel,
  ClearSide,
  Framework,
  ResponsiveType,
  FrameworkCss,
  Direction,
  Layout,
  PageScheme,
  FontSource,
  PageMotion,
  SectionType,
  OutputFormat,
  WaitCondition,
  EnvironmentVariable,
  CaptureStep,
  ImageType,
  Motion,
  ReducedMotion,
  WaitUntil,
  TextListing,
  PrintListing,
  PaperSize,
  FieldError,
  ProblemDocument,
  Size,
  Region,
  Box,
  PaletteColor,
  Roles,
  Media,
  PlatformFit,
  ColorToken,
  Tokens,
  Video,
  Face,
  PicturePreview,
  Quiet,
  StyleMetadata,
  AnalysisRequest,
  AnalysisForm,
  AnalysisResponse,
  HarmonyHint,
  MoodHint,
  StyleInput,
  PageImage,
  FormFieldType,
  PageForm,
  PageContent,
  SparkpageRequest,
  SparkpageForm,
  CssVariables,
  SparkpageResponse,
  StoredPageResponse,
  Viewport,
  CaptureRequest,
  CaptureConfig,
  CaptureResponse,
  RenderStatus,
  RenderTarget,
  RenderRequest,
  Render,
  RenderResponse,
  UploadResponse,
  ExportedAnalysis,
  ExportedProject,
  ExportedRecord,
  ExportResponse,
  Health,
  OperationStats,
  ProviderStats,
  Stats,
  StatsResponse,
] as const

export { securitySchemes } from './operation.ts'

/** The description of the API, in Markdown. */
export const introduction = `Three operations; each can use the result of the previous one:

1. analyze-vibe returns the visual style of an image or video.
2. build-sparkpage turns a style, a headline, a sub-headline and a button text into a landing page.
3. capture-media returns a script that captures any page in 4K, as a screenshot or as a video.

A render is a screenshot or video made by the service itself. The exports list all analyses and projects (pages built with the same project_id). The URL of each record contains its id. AI agents use the same operations at /mcp (Model Context Protocol, streamable HTTP).`

/** Groups of operations. */
export const operationTags = [
  { name: 'Style', description: 'Analyse the style of an image or video.' },
  { name: 'Sparkpage', description: 'Build a landing page from a style.' },
  { name: 'Capture', description: 'Capture a page in 4K: with a script, or in a browser that the service runs.' },
  { name: 'Export', description: 'Export analyses, projects and the API specification.' },
  { name: 'Health', description: 'Service health.' },
  { name: 'Admin', description: 'System statistics for operators.' },
] as const

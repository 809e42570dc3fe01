// The tools of /mcp as AI agents see them (Model Context Protocol). Each sends its arguments to operations of the API, which check them.
import { type TSchema, Type } from '@sinclair/typebox'
import { Motion, OutputFormat, outputFormatUse } from './capture-options.ts'
import { maxSteps, stepActions } from './capture-steps.ts'
import { MediaType } from './media.ts'
import { sectionTypes } from './page-content.ts'
import { capturePlatformEnum, TargetPlatform } from './platform.ts'
import { AnalysisDepth } from './provenance.ts'
import { directions, frameworks } from './sparkpage.ts'

function text(description: string) {
  return Type.String({ description })
}

function oneOf(values: readonly string[], description: string) {
  return Type.Unsafe<string>({ type: 'string', enum: values, description })
}

function optionalArgument(schema: TSchema) {
  return Type.Optional(schema)
}

const Section = Type.Object({
  heading: text('Heading.'),
  text: text('Text.'),
  type: optionalArgument(oneOf(sectionTypes, 'How it is shown. Default: as its text suggests.')),
})

const Step = Type.Object({
  action: oneOf(stepActions, 'What to do.'),
  selector: optionalArgument(text('click, hover, scroll_to, type, fill: CSS selector of the element.')),
  text: optionalArgument(
    Type.Union([Type.String(), Type.Object({ env: text('Name of an environment variable.') })], {
      description: 'type, fill: the text, or for a password {"env": "NAME"}.',
    }),
  ),
  key: optionalArgument(text('press: Enter, Escape, Control+A.')),
  duration: optionalArgument(text('wait: 0s to 60s.')),
  css: optionalArgument(text('css: a style sheet.')),
  url: optionalArgument(text('goto: address of another page.')),
})

/** Every tool may write a record, and equal calls write the same one. */
const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const

/** The output format of a call with a duration and without a format. */
export const filmFormat: OutputFormat = 'mp4'

export const mcpTools = [
  {
    name: 'analyze_style',
    title: 'Analyse the style of a picture',
    description:
      'Measures the style of an image or a video: six colours, the colours by role, mood and a summary. Give source_url or data. The id of the analysis is the analysis_id of build_page.',
    inputSchema: Type.Object({
      source_url: optionalArgument(text('http or https address of the file, or a data URI.')),
      data: optionalArgument(text('The file in Base64, at most 750 KB.')),
      media_type: optionalArgument(oneOf(MediaType.enum, 'Default: detected.')),
      analysis_depth: optionalArgument(oneOf(AnalysisDepth.enum, 'Default: medium.')),
      target_platform: optionalArgument(oneOf(TargetPlatform.enum, 'Default: web_16_9.')),
    }),
    annotations: { ...writes, openWorldHint: true },
  },
  {
    name: 'build_page',
    title: 'Build a landing page',
    description:
      'Builds a landing page from a stored analysis and texts, and shows its picture. Returns the id and the address of the page; its id is the page_id of capture_script.',
    inputSchema: Type.Object({
      analysis_id: text('Id that analyze_style returned.'),
      headline: text('The h1 of the page.'),
      sub_headline: text('The text below it.'),
      cta_button_text: text('Label of the call-to-action button.'),
      cta_url: optionalArgument(text('Link of the button: http, https, mailto, tel or #fragment.')),
      brand: optionalArgument(text('Name of the brand.')),
      sections: optionalArgument(
        Type.Array(Section, { maxItems: 12, description: 'Sections below the first screen.' }),
      ),
      footer: optionalArgument(text('The last text of the page.')),
      framework: optionalArgument(oneOf(frameworks, 'CSS framework. Default: none.')),
      direction: optionalArgument(oneOf(directions, 'Design. Default: what suits the picture.')),
      project_id: optionalArgument(text('Project of the page. Default: a new one.')),
    }),
    annotations: writes,
  },
  {
    name: 'capture_script',
    title: 'Generate a capture script',
    description:
      'Generates a script that takes a 4K screenshot or records a film of a page, and returns the command that runs it on a machine with Node.js (films: also ffmpeg). Give page_id or target_url. All options of capture-media are accepted. Never send a password in steps: send text {"env": "NAME"}, which the script reads from its environment where it runs.',
    inputSchema: Type.Object({
      page_id: optionalArgument(text('Id that build_page returned.')),
      target_url: optionalArgument(text('http or https address of any other page.')),
      output_format: optionalArgument(
        oneOf(OutputFormat.enum, `${outputFormatUse}. Default: ${filmFormat} with record_duration, else png.`),
      ),
      record_duration: optionalArgument(text('Length of a film: 0.1s to 600s. Default: 10s.')),
      platform: optionalArgument(
        oneOf(capturePlatformEnum.allowed, 'Sets the viewport. Default: 1920 × 1080 at factor 2.'),
      ),
      motion: optionalArgument(oneOf(Motion.enum, 'Film: scrolls the page. Default: none.')),
      full_page: optionalArgument(Type.Boolean({ description: 'Screenshot of the whole page. Default: false.' })),
      steps: optionalArgument(
        Type.Array(Step, { maxItems: maxSteps, description: 'Done on the page before the capture, in this order.' }),
      ),
    }),
    annotations: writes,
  },
  {
    name: 'get_record',
    title: 'Read a record',
    description: 'Returns what a former call returned, by the id of an analysis, a page, a capture or a picture.',
    inputSchema: Type.Object({ id: text('Id that begins with ana_, page_, cap_ or pic_.') }),
    annotations: { ...writes, readOnlyHint: true },
  },
] as const

export type McpToolName = (typeof mcpTools)[number]['name']

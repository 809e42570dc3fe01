// The tools of /mcp as AI agents see them (Model Context Protocol). Each sends its arguments to operations of the API, which check them.
import { type TSchema, Type } from '@sinclair/typebox'
import { Motion, OutputFormat, outputFormatUse } from './capture-options.ts'
import { maxSteps, stepActions } from './capture-steps.ts'
import { MediaType } from './media.ts'
import { sectionTypes } from './page-content.ts'
import { formFieldTypes, maxFormFields } from './page-form.ts'
import { capturePlatformEnum, TargetPlatform } from './platform.ts'
import { AnalysisDepth } from './provenance.ts'
import { directions, frameworks } from './sparkpage.ts'
import { ColorScheme } from './style.ts'

function text(description: string) {
  return Type.String({ description })
}

function oneOfWords(values: readonly string[], description: string) {
  return Type.Unsafe<string>({ type: 'string', enum: values, description })
}

function optionalArgument(schema: TSchema) {
  return Type.Optional(schema)
}

const PictureArgument = Type.Object({
  src: text('https URL, data URI, or id of a stored picture (pic_…).'),
  alt: text('Description of the picture; empty for a decoration.'),
})

const ItemArgument = Type.Object({
  title: optionalArgument(
    text('Title: name of a feature, tier, dish or person; a question; opening days; or the label of a figure.'),
  ),
  text: optionalArgument(text('Text, answer or quotation.')),
  price: optionalArgument(text('Price with its currency: €120.')),
  period: optionalArgument(text('Unit of the price: per night.')),
  value: optionalArgument(text('Number with its unit, a year, or opening times: 12:00–22:00.')),
  cite: optionalArgument(text('Author of the text.')),
  role: optionalArgument(text('Role of the author or team member.')),
  image: optionalArgument(PictureArgument),
  url: optionalArgument(text('Link.')),
  cta_text: optionalArgument(text('Text of the link.')),
})

const SectionArgument = Type.Object({
  heading: optionalArgument(text('Heading; required without items.')),
  text: optionalArgument(text('Text; required without items.')),
  items: optionalArgument(Type.Array(ItemArgument, { maxItems: 24, description: 'Parts of the section, in order.' })),
  image: optionalArgument(PictureArgument),
  type: optionalArgument(
    oneOfWords(sectionTypes, 'Kind of the section. Default: detected from the items or the text.'),
  ),
})

const FormArgument = Type.Object({
  action: text('https URL to which the form is submitted, such as https://formspree.io/f/….'),
  fields: Type.Array(
    Type.Object({
      label: text('Label of the field.'),
      type: optionalArgument(oneOfWords(formFieldTypes, 'Default: text.')),
      required: optionalArgument(Type.Boolean()),
      options: optionalArgument(Type.Array(Type.String(), { description: 'Choices of a select.' })),
    }),
    { maxItems: maxFormFields },
  ),
  heading: optionalArgument(text('Heading.')),
  text: optionalArgument(text('Text above the fields.')),
  button: optionalArgument(text('Text of the button. Default: Send.')),
})

const StepArgument = Type.Object({
  action: oneOfWords(stepActions, 'Action of the step.'),
  selector: optionalArgument(text('click, hover, scroll_to, type, fill: CSS selector of the element.')),
  text: optionalArgument(
    Type.Union([Type.String(), Type.Object({ env: text('Name of an environment variable.') })], {
      description: 'type, fill: the text, or {"env": "NAME"} for a password.',
    }),
  ),
  key: optionalArgument(text('press: Enter, Escape, Control+A.')),
  duration: optionalArgument(text('wait: 0s to 60s.')),
  css: optionalArgument(text('css: a style sheet.')),
  url: optionalArgument(text('goto: URL of another page.')),
})

const LinkedRecord = Type.Object({ id: Type.String(), url: Type.String() })

const resultWarnings = { warnings: Type.Optional(text('Input that was ignored, replaced or left out.')) } as const

const styleResult = {
  analysis: LinkedRecord,
  picture: Type.Optional(LinkedRecord),
  colors: Type.Array(Type.String()),
  roles: Type.Optional(Type.Record(Type.String(), Type.String())),
  scheme: Type.Optional(Type.String()),
  mood: Type.Optional(Type.Array(Type.String())),
  summary: Type.Optional(Type.String()),
} as const

const Shown = Type.Object({
  width: Type.Integer({ description: 'Width of the image next to this result, px.' }),
  height: Type.Integer(),
  final_url: Type.Optional(text('URL of the page after redirects, if it differs.')),
  status: Type.Optional(Type.Integer({ description: 'HTTP status of the page.' })),
  looks_like: Type.Optional(text('sign_in, challenge or blank: the kind of page shown instead of the content.')),
})

const pageResult = {
  page: LinkedRecord,
  direction: Type.Optional(Type.String()),
  screenshot: Type.Optional(Shown),
  screenshot_failed: Type.Optional(text('Why there is no screenshot. The page has been built anyway.')),
} as const

const captureResult = {
  capture: LinkedRecord,
  target_url: Type.String(),
  output_format: Type.String(),
  output_file: Type.String(),
  output_size: Type.Object({ width: Type.Integer(), height: Type.Integer() }),
  record_duration: Type.Optional(Type.String()),
  command: text('Command that runs the script.'),
} as const

const uploadResult = {
  upload: Type.Object({
    url: text('URL for the PUT request.'),
    expires_at: Type.String(),
    max_bytes: Type.Integer(),
  }),
} as const

/** Every tool may write a record, and equal calls write the same one. */
const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const

/** The output format of a call with a duration and without a format. */
export const videoOutputFormat: OutputFormat = 'mp4'

export const mcpTools = [
  {
    name: 'analyze_style',
    title: 'Analyse the style of a picture',
    description:
      'Measures the style of an image or a video: six colours, colours by role, mood and a summary. Give source_url or data; create_upload takes larger files. In build_page, use the id of the analysis as analysis_id, and the id of its picture as src.',
    inputSchema: Type.Object({
      source_url: optionalArgument(
        text('http or https URL of the file, a data URI, or the id of a stored picture (pic_…).'),
      ),
      data: optionalArgument(text('The file in Base64, at most 750 KB.')),
      media_type: optionalArgument(oneOfWords(MediaType.enum, 'Default: detected.')),
      analysis_depth: optionalArgument(oneOfWords(AnalysisDepth.enum, 'Default: medium.')),
      target_platform: optionalArgument(oneOfWords(TargetPlatform.enum, 'Default: web_16_9.')),
    }),
    outputSchema: Type.Object({ ...styleResult, ...resultWarnings }),
    annotations: { ...writes, openWorldHint: true },
  },
  {
    name: 'create_upload',
    title: 'Get a URL to upload a picture',
    description:
      'Returns a URL that accepts one picture from disk within ten minutes: send its bytes with PUT, without a key (curl --upload-file). The response contains picture.id: use it as source_url in analyze_style, and as src in build_page.',
    inputSchema: Type.Object({}),
    outputSchema: Type.Object(uploadResult),
    annotations: { ...writes, idempotentHint: false },
  },
  {
    name: 'build_page',
    title: 'Build a landing page',
    description:
      'Builds a landing page from a stored analysis and texts; the page shows the picture of the analysis. Returns the id and the URL of the page, and, if the service takes screenshots, a screenshot of the whole page. Use the id as page_id in the other tools.',
    inputSchema: Type.Object({
      analysis_id: text('Id that analyze_style returned.'),
      headline: text('The h1 of the page.'),
      sub_headline: text('The text below the headline.'),
      cta_button_text: text('Label of the call-to-action button.'),
      cta_url: optionalArgument(text('Link of the button: http, https, mailto, tel or #fragment.')),
      brand: optionalArgument(text('Name of the brand.')),
      image: optionalArgument(PictureArgument),
      sections: optionalArgument(
        Type.Array(SectionArgument, { maxItems: 12, description: 'Sections below the first screen.' }),
      ),
      form: optionalArgument(FormArgument),
      footer: optionalArgument(text('Text of the footer, such as a copyright line.')),
      framework: optionalArgument(oneOfWords(frameworks, 'CSS framework. Default: none.')),
      direction: optionalArgument(oneOfWords(directions, 'Design. Default: the design that suits the picture best.')),
      project_id: optionalArgument(text('Project of the page. Default: a new one.')),
    }),
    outputSchema: Type.Object({ ...pageResult, ...resultWarnings }),
    annotations: writes,
  },
  {
    name: 'screenshot',
    title: 'See a page',
    description:
      'Shows a page as a browser displays it: one image, at most 1,280 px wide and 2,048 px high. Give page_id or target_url. Other options of capture-media are accepted, such as hide_overlays and steps.',
    inputSchema: Type.Object({
      page_id: optionalArgument(text('Id that build_page returned.')),
      target_url: optionalArgument(text('http or https URL of any other page.')),
      full_page: optionalArgument(Type.Boolean({ description: 'The whole page, scaled to fit. Default: false.' })),
      selector: optionalArgument(text('Only the first matching element, such as #section-2.')),
      viewport: optionalArgument(
        Type.Object(
          { width: Type.Optional(Type.Integer()), height: Type.Optional(Type.Integer()) },
          { description: 'Window, CSS px; a phone: 390 × 844. Default: 1280 × 800.' },
        ),
      ),
      color_scheme: optionalArgument(oneOfWords(ColorScheme.enum, 'Colour scheme that the visitor prefers.')),
    }),
    outputSchema: Type.Object({ screenshot: Shown, ...resultWarnings }),
    annotations: { ...writes, openWorldHint: true },
  },
  {
    name: 'capture_script',
    title: 'Generate a capture script',
    description:
      'Generates a script that takes a 4K screenshot or records a video of a page, and returns the command that runs it on a machine with Node.js (videos also need ffmpeg). Give page_id or target_url. All options of capture-media are accepted. Never send a password in steps: set text to {"env": "NAME"}, and the script reads the environment variable NAME on the machine where it runs.',
    inputSchema: Type.Object({
      page_id: optionalArgument(text('Id that build_page returned.')),
      target_url: optionalArgument(text('http or https URL of any other page.')),
      output_format: optionalArgument(
        oneOfWords(
          OutputFormat.enum,
          `${outputFormatUse}. Default: ${videoOutputFormat} with record_duration, otherwise png.`,
        ),
      ),
      record_duration: optionalArgument(text('Length of a video: 0.1s to 600s. Default: 10s.')),
      platform: optionalArgument(
        oneOfWords(capturePlatformEnum.allowed, 'Sets the viewport. Default: 1920 × 1080 at factor 2.'),
      ),
      motion: optionalArgument(oneOfWords(Motion.enum, 'Video: how the page scrolls. Default: none.')),
      full_page: optionalArgument(Type.Boolean({ description: 'Screenshot of the whole page. Default: false.' })),
      steps: optionalArgument(
        Type.Array(StepArgument, {
          maxItems: maxSteps,
          description: 'Steps on the page before the capture, in this order.',
        }),
      ),
    }),
    outputSchema: Type.Object({ ...captureResult, ...resultWarnings }),
    annotations: writes,
  },
  {
    name: 'get_record',
    title: 'Read a record',
    description: 'Returns the result of an earlier call, by the id of an analysis, a page, a capture or a picture.',
    inputSchema: Type.Object({ id: text('Id that begins with ana_, page_, cap_ or pic_.') }),
    outputSchema: Type.Object({}, { description: 'The result, as returned by the tool that created the record.' }),
    annotations: { ...writes, readOnlyHint: true },
  },
] as const

export type McpToolName = (typeof mcpTools)[number]['name']

// Every family of pictures.
import type { Family } from '../picture.ts'
import { alike } from './alike.ts'
import { flat } from './flat.ts'
import { gradient } from './gradient.ts'
import { icon } from './icon.ts'
import { illustration } from './illustration.ts'
import { logo } from './logo.ts'
import { monochrome } from './monochrome.ts'
import { page } from './page.ts'
import { pattern } from './pattern.ts'
import { photo } from './photo.ts'
import { screenshot } from './screenshot.ts'
import { strokes } from './strokes.ts'

export const families: Readonly<Record<string, Family>> = {
  flat,
  photo,
  strokes,
  gradient,
  logo,
  screenshot,
  page,
  alike,
  monochrome,
  icon,
  pattern,
  illustration,
}

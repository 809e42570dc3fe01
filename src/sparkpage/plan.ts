// A page as a plan of plain values: the one place that chooses. A pure function of the style, the texts and the settings.
import type { Direction, PageScheme } from '../../schemas/sparkpage.ts'
import { chooseDirection, directionRows } from './direction-rows.ts'
import {
  type FittedHero,
  findFades,
  findPictureBackground,
  findSide,
  findTallView,
  fitHero,
  minWideShape,
} from './hero-plan.ts'
import { toOklchColor } from './oklch.ts'
import { minLightEdge, solvePageColors } from './page-colors.ts'
import { findFacts } from './page-facts.ts'
import type { PageTexts, Picture } from './page-parts.ts'
import type { HeroPlan, PagePlan } from './page-plan.ts'
import { measurePalette, type PictureSurvey, surveyPicture } from './picture-survey.ts'
import { viewOf, wholeRegion } from './picture-views.ts'
import type { Language } from './read/language.ts'
import { planSections } from './section-plans.ts'
import type { Style } from './style.ts'
import { findEmphasis, measureHeadline, measureWordmark } from './text-widths.ts'

export interface PlanInput {
  readonly style: Style
  /** Their image is that of the request, of which nothing is known; without one the page shows the picture of the style. */
  readonly texts: PageTexts
  readonly dir: Language['dir']
  readonly direction: Direction | 'auto'
  readonly scheme: PageScheme
}

export function planPage({ style, texts, dir, direction: requested, scheme }: PlanInput): PagePlan {
  const survey = texts.image === undefined && style.preview ? surveyPicture(style) : undefined
  const heroes = new Map<Direction, FittedHero>()
  const heroOf = (name: Direction) => {
    const hero = heroes.get(name) ?? (survey && fitHero(survey, directionRows[name].hero))
    if (hero) heroes.set(name, hero)
    return hero
  }
  const chosen = () =>
    chooseDirection({
      palette: style.palette,
      survey,
      heroOf,
    })
  const direction = requested === 'auto' ? chosen() : requested
  const row = directionRows[direction]
  const hero = planHero(row.hero, style, survey, heroOf(direction), { dir, image: texts.image })
  // The page goes on from the background of a photograph, and from the white one of a logo.
  const ground = hero.background?.light
  const edge = style.transparency > 0 && ground !== white ? undefined : ground
  const colors = solvePageColors(style, row.background, edge)
  const schemes = resolveScheme(scheme, prefersDark(style, row.background === 'night', edge))
  const { sections, closing } = planSections(texts.sections, row, survey)
  return {
    direction,
    ...schemes,
    typefaces: row.typefaces,
    corners: row.corners,
    division: row.division,
    layouts: row.layouts,
    accent: { style: row.accent, range: findEmphasis(texts.title) },
    colors,
    hero,
    art: row.art,
    facts: { surface: row.facts, items: findFacts(texts.sections) },
    sections,
    closing,
    headline: measureHeadline(texts.title, row.typefaces),
    wordmark: closing.isLarge ? measureWordmark(texts.brand?.text ?? '', row.typefaces) : 0,
  }
}

function planHero(
  layout: HeroPlan['layout'],
  style: Style,
  survey: PictureSurvey | undefined,
  fitted: FittedHero | undefined,
  { dir, image }: Pick<PlanInput, 'dir'> & Pick<PageTexts, 'image'>,
): HeroPlan {
  const base = {
    layout,
    cutOut: undefined,
    fades: [],
    background: undefined,
  } as const
  if (survey === undefined || fitted === undefined) {
    // Of a picture that was not measured every crop could cut what it is of.
    const shown = image ?? style.preview
    const whole = shown && { region: wholeRegion, focus: { x: 0.5, y: 0.5 } }
    const isWhole = whole !== undefined
    return { ...base, side: 'end', wide: whole, tall: whole, isWhole, isBeside: isWhole, isWide: isWide(shown) }
  }
  const isWhole = survey.isWhole || !fitted.isCropped
  const side = findSide(survey, dir)
  if (survey.cutOut) {
    const { region, edges } = survey.cutOut
    const view = viewOf(survey, region)
    return {
      ...base,
      side,
      wide: view,
      tall: view,
      isWhole: false,
      isBeside: true,
      isWide: region.width * survey.aspect >= minWideShape * region.height,
      cutOut: edges,
    }
  }
  const views = { wide: fitted.view, tall: survey.isWhole ? viewOf(survey, wholeRegion) : findTallView(survey) }
  return {
    layout,
    side,
    ...views,
    fades: layout === 'merge' && !isWhole ? findFades(survey, views, (side === 'end') === (dir === 'ltr')) : [],
    isWhole,
    isBeside: fitted.isUpright || (isWhole && !(layout === 'window' && survey.aspect >= minWindowShape)),
    isWide: fitted.isWide,
    cutOut: undefined,
    background: findPictureBackground(style, survey),
  }
}

function isWide({ width, height }: Pick<Picture, 'width' | 'height'> = {}): boolean {
  return width !== undefined && height !== undefined && width >= minWideShape * height
}

const white = '#FFFFFF'

/** Width by height from which on a whole picture is as wide as the page above its texts. */
const minWindowShape = 1.9

/** Mean OKLab lightness up to which a picture is one of the night. */
const maxNight = 0.36

function prefersDark(style: Style, isNight: boolean, edge: string | undefined): boolean {
  if (edge !== undefined && isNight) return toOklchColor(edge).lightness < minLightEdge
  // Of a style without its picture, what it says about itself counts.
  const isSaid = style.preview === undefined && style.scheme === 'dark'
  return isNight || isSaid || measurePalette(style.palette).lightness <= maxNight
}

/** A dark picture gives a dark page to everybody: browsers report light for visitors without a preference, too. */
function resolveScheme(requested: PageScheme, isDark: boolean): Pick<PagePlan, 'scheme' | 'isAdaptive'> {
  const isAdaptive = requested === 'both' || (requested === 'auto' && !isDark)
  return { scheme: isAdaptive || requested === 'light' ? 'light' : 'dark', isAdaptive }
}

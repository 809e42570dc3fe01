// What a framework adds to a page: classes of its components, and its theme as variables. The composition stays ours.

/** Classes of the parts that a framework draws. */
interface KitClasses {
  readonly button: string
  readonly secondaryButton: string
  readonly card: string
  readonly table: string
  readonly brand: string
  readonly navLink: string
  readonly label: string
  readonly input: string
  readonly textarea: string
  readonly select: string
  /** Of the element around a select; empty for none. */
  readonly selectBox: string
}

export interface Kit {
  /** Its official style sheets, as package and path: `npm run build:css` reduces them to what pages can use. */
  readonly sheets: readonly string[]
  readonly classes: KitClasses
  /** Role of links that are buttons, where the framework asks for one. */
  readonly buttonRole?: 'button'
  /** Attribute of the root that tells the framework the scheme of a page that has one only. */
  readonly schemeAttribute?: string
  /** Rules that give the framework's variables the values of the page. */
  readonly theme: string
}

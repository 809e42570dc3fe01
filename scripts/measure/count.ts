// What a source file is made of, by the parser of TypeScript.
import ts from 'typescript'

/** A function with its body: where it begins, and how many lines it takes. */
interface Length {
  readonly line: number
  readonly lines: number
}

/** What goes around the types; in JavaScript the types of JSDoc count. */
const shortcuts = {
  any: node => node.kind === ts.SyntaxKind.AnyKeyword,
  cast: node => {
    if (ts.isAsExpression(node)) return node.type.getText() !== 'const'
    if (ts.isTypeAssertionExpression(node)) return true
    const type = ts.isParenthesizedExpression(node) ? ts.getJSDocType(node)?.getText() : undefined
    return type !== undefined && type !== 'const'
  },
  nonNull: ts.isNonNullExpression,
  // Fastify's decorators get their types by adding to its interfaces.
  module: node => ts.isModuleDeclaration(node) && node.name.text !== 'fastify',
} satisfies Readonly<Record<string, (node: ts.Node) => boolean>>

export type Shortcut = keyof typeof shortcuts

interface Found {
  readonly kind: Shortcut
  readonly text: string
}

interface Counted {
  readonly lines: number
  /** Lines that hold more than white space and comments. */
  readonly code: number
  readonly functions: readonly Length[]
  readonly shortcuts: readonly Found[]
}

const kinds: readonly Shortcut[] = ['any', 'cast', 'nonNull', 'module']

/** Hands a node and all that it holds to `see`, outside in, JSDoc included. */
const walk = (node: ts.Node, see: (node: ts.Node, isComment: boolean) => void, isComment = false): void => {
  const comments = isComment || ts.isJSDoc(node)
  see(node, comments)
  for (const child of node.getChildren()) walk(child, see, comments)
}

/** @param file name, whose ending tells TypeScript from JavaScript */
export const count = (file: string, text: string): Counted => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1
  const functions: Length[] = []
  const found: Found[] = []
  const written = new Set<number>()
  walk(source, (node, isComment) => {
    const [first, last] = [lineAt(node.getStart()), lineAt(node.end)]
    if (ts.isToken(node) && node.kind !== ts.SyntaxKind.EndOfFileToken && !isComment)
      for (let line = first; line <= last; line += 1) written.add(line)
    if (ts.isFunctionLike(node) && 'body' in node && node.body) functions.push({ line: first, lines: last - first + 1 })
    for (const kind of kinds) if (shortcuts[kind](node)) found.push({ kind, text: node.getText() })
  })
  return { lines: lineAt(text.length) - 1, code: written.size, functions, shortcuts: found }
}

// Lines, functions and type shortcuts of a source file, by the parser of TypeScript.
import ts from 'typescript'

/** A function with a body: its first line, and how many lines it takes. */
interface FunctionLength {
  readonly line: number
  readonly lines: number
}

export interface FileMetrics {
  readonly lines: number
  /** Lines with more than white space and comments. */
  readonly code: number
  readonly functions: readonly FunctionLength[]
  readonly shortcuts: readonly { readonly kind: Shortcut; readonly text: string }[]
}

/** What bypasses the type checker; in JavaScript the types of JSDoc count. */
const shortcuts = {
  any: node => node.kind === ts.SyntaxKind.AnyKeyword,
  cast: isCast,
  nonNull: ts.isNonNullExpression,
  // Fastify's decorators are typed by extending its interfaces.
  module: node => ts.isModuleDeclaration(node) && node.name.text !== 'fastify',
} satisfies Readonly<Record<string, (node: ts.Node) => boolean>>

export type Shortcut = keyof typeof shortcuts

const kinds: readonly Shortcut[] = ['any', 'cast', 'nonNull', 'module']

/** @param file name, whose extension selects TypeScript or JavaScript */
export function measureFile(file: string, text: string): FileMetrics {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1
  const functions: FunctionLength[] = []
  const found: { kind: Shortcut; text: string }[] = []
  const codeLines = new Set<number>()
  walk(source, (node, isComment) => {
    const [first, last] = [lineAt(node.getStart()), lineAt(node.end)]
    if (ts.isToken(node) && node.kind !== ts.SyntaxKind.EndOfFileToken && !isComment)
      for (let line = first; line <= last; line += 1) codeLines.add(line)
    if (ts.isFunctionLike(node) && 'body' in node && node.body) functions.push({ line: first, lines: last - first + 1 })
    for (const kind of kinds) if (shortcuts[kind](node)) found.push({ kind, text: node.getText() })
  })
  return { lines: lineAt(text.length) - 1, code: codeLines.size, functions, shortcuts: found }
}

/** Visits a node and all of its descendants, JSDoc included. */
function walk(node: ts.Node, visit: (node: ts.Node, isComment: boolean) => void, isInComment = false): void {
  const isComment = isInComment || ts.isJSDoc(node)
  visit(node, isComment)
  for (const child of node.getChildren()) walk(child, visit, isComment)
}

function isCast(node: ts.Node): boolean {
  if (ts.isAsExpression(node)) return node.type.getText() !== 'const'
  if (ts.isTypeAssertionExpression(node)) return true
  const type = ts.isParenthesizedExpression(node) ? ts.getJSDocType(node)?.getText() : undefined
  return type !== undefined && type !== 'const'
}

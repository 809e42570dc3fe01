// The part of css-tree that formats.ts uses; its types do not cover this entry point.
declare module 'css-tree/selector-parser' {
  /** Parses selectors; every error is reported to `onParseError`. */
  export default function parseSelectors(
    text: string,
    options: { readonly context: 'selectorList'; readonly onParseError: (error: Error) => void },
  ): unknown
}

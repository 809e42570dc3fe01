// What every page about problems has around its own words.
import { html } from 'ghtml'
import { favicon } from '../look.ts'
import { style } from './style.ts'

interface Frame {
  readonly title: string
  readonly description: string
  /** HTML of the page's own. */
  readonly main: string
}

/** A whole page one level below the root of the service; links are relative, so that they hold behind any prefix. */
export const frame = ({ title, description, main }: Frame): string => html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="!${favicon}">
<style>!${style}</style>
</head>
<body>
<header class="top">
<a class="mark" href="../">Automation Service</a>
<nav aria-label="Documents"><a href="../docs/">API reference</a><a href="./">All problems</a></nav>
</header>
<main class="page">
!${main}</main>
<footer class="foot"><span>Problem documents follow RFC 9457.</span><a href="../openapi.yaml">openapi.yaml</a></footer>
</body>
</html>
`

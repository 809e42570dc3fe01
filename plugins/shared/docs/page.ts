// The page around Swagger UI: what this is and how its parts follow each other, before anything is loaded.
import { html } from 'ghtml'
import { analyzeVibe } from '../../../schemas/analysis.ts'
import { captureMedia } from '../../../schemas/capture.ts'
import type { Operation } from '../../../schemas/operation.ts'
import { buildSparkpage } from '../../../schemas/sparkpage.ts'
import { favicon } from '../../../src/base-css.ts'
import { version } from '../../../src/version.ts'

interface Step {
  readonly operation: Operation
  readonly title: string
  readonly words: string
}

/** The way of a picture through the service. */
const steps: readonly Step[] = [
  {
    operation: analyzeVibe,
    title: 'Picture',
    words: 'Send a picture, get its style: colours, roles, mood, focal point.',
  },
  {
    operation: buildSparkpage,
    title: 'Page',
    words: 'Send the style and three texts, get a landing page in light and dark.',
  },
  {
    operation: captureMedia,
    title: 'Script',
    words: 'Send any address, get a script that photographs or films it in 4K.',
  },
]

const link = ({ schema, method, url }: Operation): string =>
  html`<a href="#/${schema.tags[0]}/${schema.operationId}"><code>${method} ${url}</code></a>`

const step = ({ operation, title, words }: Step): string => html`<li>
<h2>${title}</h2>
<p>${words}</p>
!${link(operation)}
</li>
`

/** Addresses are relative, so that the page works behind any prefix. */
export const docsPage = (): string => html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Automation Service</title>
<meta name="description" content="Every operation of the Automation Service, to read and to try.">
<link rel="icon" href="!${favicon}">
<link rel="stylesheet" href="static/swagger-ui.css">
<link rel="stylesheet" href="theme.css">
<script src="static/swagger-ui-bundle.js" defer></script>
<script src="start.js" defer></script>
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
<header class="top">
<a class="mark" href="../">Automation Service</a>
<nav aria-label="Documents"><a href="../problems/">Problems</a><a href="../openapi.yaml" download>openapi.yaml</a><a href="../openapi.json" download>openapi.json</a></nav>
</header>
<main class="page">
<div class="pitch">
<p class="eyebrow">API reference, version ${version}</p>
<h1>Picture, page, script.</h1>
<p class="lead">Three requests, each the next one's material. Every operation below has examples that run as they stand: open one, then Execute.</p>
</div>
<ol class="tour">
!${steps.map(step)}</ol>
<section id="operations" aria-labelledby="operations-title" tabindex="-1">
<div class="head"><h2 id="operations-title">Operations</h2></div>
<div id="swagger-ui"></div>
<noscript><p>Trying operations takes JavaScript; reading them does not: <a href="../openapi.yaml">openapi.yaml</a>.</p></noscript>
</section>
</main>
<footer class="foot"><span>Every failure is a problem document; its type leads to a page with cause and cure.</span><a href="../problems/">All problems</a></footer>
</body>
</html>
`

// The page of one problem: why it happens, what to do, what the answer looks like, where it comes from.
import { html } from 'ghtml'
import { faultKinds } from '../../schemas/fault.ts'
import { type Operation, pathOf } from '../../schemas/operation.ts'
import { type ProblemCode, problemKinds } from '../../schemas/problems.ts'
import { frame } from './frame.ts'

interface Subject {
  readonly code: ProblemCode
  /** The body that a client sees, as an example. */
  readonly sample: object
  /** Those that can answer with it; none: it belongs to HTTP itself. */
  readonly operations: readonly Operation[]
}

const operationRow = (
  operation: Operation,
): string => html`<li><a href="../docs/#/${operation.schema.tags[0]}/${operation.schema.operationId}"><code>${operation.method} ${pathOf(operation)}</code></a><span>${operation.schema.summary}.</span></li>
`

const operationsPart = (operations: readonly Operation[]): string =>
  operations.length === 0
    ? '<p>It belongs to no operation in particular: any address may answer so.</p>\n'
    : html`<ul class="rows">
!${operations.map(operationRow)}</ul>
`

const faultRow = ([code, meaning]: readonly [
  string,
  string,
]): string => html`<li><code>${code}</code><span>${meaning}</span></li>
`

/** What can stand in `errors`: only one problem lists faults. */
const faultsPart = (code: ProblemCode): string =>
  code === 'invalid_request'
    ? html`<section class="part" aria-labelledby="faults">
<h2 id="faults">What can stand in errors</h2>
<ul class="rows">
!${Object.entries(faultKinds).map(faultRow)}</ul>
</section>
`
    : ''

/** @returns an HTML document without a script. */
export const problemPage = ({ code, sample, operations }: Subject): string => {
  const { status, title, cause, advice } = problemKinds[code]
  return frame({
    title: `${title} (${status} ${code}) · Automation Service`,
    description: advice,
    main: html`<div>
<p class="kind"><span class="status">${status}</span><code>${code}</code></p>
<h1>${title}</h1>
</div>
<div class="two">
<div><h2>Why it happens</h2><p>${cause}</p></div>
<div class="cure"><h2>What to do</h2><p>${advice}</p></div>
</div>
!${faultsPart(code)}<section class="part" aria-labelledby="answer">
<h2 id="answer">What the answer looks like</h2>
<pre>${JSON.stringify(sample, null, 2)}</pre>
</section>
<section class="part" aria-labelledby="where">
<h2 id="where">Where it comes from</h2>
!${operationsPart(operations)}</section>
`,
  })
}

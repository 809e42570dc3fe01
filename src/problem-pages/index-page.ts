// All problems on one page, by status.
import { html } from 'ghtml'
import { type ProblemCode, problemCodes, problemKinds } from '../../schemas/problems.ts'
import { frame } from './frame.ts'

const row = (
  code: ProblemCode,
): string => html`<li><a href="${code}"><code>${code}</code></a><span>${problemKinds[code].title}.</span></li>
`

const group = (status: number): string => html`<section class="status-of" aria-labelledby="s${status}">
<h2 id="s${status}">${status}</h2>
<ul class="rows">
!${problemCodes.filter(code => problemKinds[code].status === status).map(row)}</ul>
</section>
`

const statuses = [...new Set(problemCodes.map(code => problemKinds[code].status))].sort((a, b) => a - b)

/** @returns an HTML document without a script, in the order of the statuses. */
export const problemIndex = (): string =>
  frame({
    title: 'All problems · Automation Service',
    description: 'Every failure that the service answers with: its status, why it happens and what to do.',
    main: html`<div>
<h1>What can go wrong, and what to do</h1>
<p class="lead">Every failure is a problem document with a stable <code>code</code> and, in <code>type</code>, the address of one of these pages.</p>
</div>
!${statuses.map(group)}`,
  })

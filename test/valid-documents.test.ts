// Documents beside pages: printed reports, pages about problems and the API reference, in the eyes of the W3C checker.
import { text } from 'node:stream/consumers'
import t from 'tap'
import { problemCodes } from '../schemas/problems.ts'
import { reportAnalyses, reportProjects } from '../src/reports/listings.ts'
import { renderPrintPage } from '../src/reports/print.ts'
import { analysisReport, hostile, projectReport } from './helpers/reports.ts'
import { startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'
import { checkHtml } from './helpers/web-pages.ts'
import { sample } from './helpers/whole.ts'

t.test('the W3C checker finds no error and no warning in HTML and CSS', needs('java'), async t => {
  const service = await startService(t)
  const pages: Record<string, string> = {
    analyses: await text(renderPrintPage(reportAnalyses(analysisReport(hostile.length)), 'a4')),
    projects: await text(renderPrintPage(reportProjects(projectReport(hostile.length)), 'letter')),
    empty: await text(renderPrintPage(reportProjects(projectReport(0)), 'a4')),
  }
  for (const code of ['', ...sample(problemCodes, 5)])
    pages[`problem-${code}`] = (await service.get(`/problems/${code}`)).payload
  const docs = (await service.get('/docs/')).payload
  const bad = '<!doctype html><style>a{colour:red}</style><title></title>'
  // All in one run: the checker starts longer than it checks.
  const messagesOf = await checkHtml(t, { ...pages, docs, bad })
  t.ok(messagesOf('bad').length >= 2, 'it reads HTML and CSS')
  for (const name of Object.keys(pages)) t.same(messagesOf(name), [], name)
  // The markup of /docs is that of @fastify/swagger-ui, with a trailing slash here and there: errors only.
  t.same(
    messagesOf('docs').filter(({ type }) => type === 'error'),
    [],
  )
})

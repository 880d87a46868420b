import { createServer } from 'node:http'
import type { Figure } from './setup/figure.ts'
import { median } from './setup/median.ts'
import { type AuditResult, runLighthouse } from './setup/run-lighthouse.ts'
import { serveProduct } from './setup/serve-product.ts'
import { atEnd, once } from './setup/shared.ts'
import { findBenchPort } from './setup/start-worker.ts'

const speedRuns = 5
const gatingCategories = ['accessibility', 'best-practices', 'seo'] as const

/** Serves a nearly empty page. Its score shows how fast this machine is, which puts the scores of the product into relation. */
const serveBarePage = once(async () => {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    answer.end('<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title><h1>Bare</h1></html>')
  })
  const port = await findBenchPort()
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  atEnd(() => void server.close())
  return `http://localhost:${port}`
})

const productPage = (name: string, path: string) => ({ name, address: async () => (await serveProduct()) + path })

const productPages = [productPage('landing', '/'), productPage('city-search', '/discover/city-search?city=4671654')].map((page) => ({
  ...page,
  judge: once(async () => runLighthouse(await page.address(), gatingCategories)),
}))

const pagesForSpeed = [...productPages, { name: 'bare-page', address: serveBarePage }]

const describeFaults = (page: string, { score, faults }: AuditResult) =>
  `${page} ${Math.round(score)}${faults.length > 0 ? `, for ${faults.join(', ')}` : ''}`

export const figures: Figure[] = [
  ...gatingCategories.map(
    (category): Figure => ({
      name: `lighthouse-${category}`,
      unit: 'of 100',
      goal: { atLeast: 95 },
      gating: true,
      measure: async () => {
        const judged: { name: string; judged: AuditResult }[] = []
        for (const { name, judge } of productPages) judged.push({ name, judged: (await judge())[category] })
        return {
          value: Math.min(...judged.map((page) => page.judged.score)),
          notes: judged.map((page) => describeFaults(page.name, page.judged)),
        }
      },
    }),
  ),
  ...pagesForSpeed.map(
    ({ name, address }): Figure => ({
      name: `lighthouse-performance-${name}`,
      unit: 'of 100',
      gating: false,
      measure: async () => {
        const runs: AuditResult[] = []
        for (let run = 0; run < speedRuns; run++) runs.push((await runLighthouse(await address(), ['performance'])).performance)
        const middle = median(runs.map(({ score }) => score))
        const typical = runs.find(({ score }) => score >= middle)
        return {
          value: middle,
          notes: [
            `runs ${runs.map(({ score }) => Math.round(score)).join(' ')}${typical?.faults.length ? `; ${typical.faults.join(', ')}` : ''}`,
          ],
        }
      },
    }),
  ),
]

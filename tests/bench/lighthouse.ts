import { createServer } from 'node:http'
import { gamesPath } from '../../domain/discover/name-games.ts'
import type { Figure } from './setup/figure.ts'
import { median } from './setup/median.ts'
import { type AuditResult, measureLayoutShift, runLighthouse } from './setup/run-lighthouse.ts'
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

const austin = 4671654
const pagesForSpeed = [
  productPage('landing', '/'),
  productPage('city-search', `/discover/city-search?city=${austin}`),
  { name: 'bare-page', address: serveBarePage },
]

/** The pages that search engines find. */
const publicPages = [
  productPage('landing', '/'),
  productPage('event', '/discover/events/demo-open-play'),
  productPage('place', '/places/view/demo-courts'),
  productPage('city', gamesPath(null, austin)),
  productPage('activity', gamesPath('pickleball', null)),
].map((page) => ({
  ...page,
  judge: once(async () => runLighthouse(await page.address(), gatingCategories)),
  measureShift: once(async () => measureLayoutShift(await page.address())),
}))

const describeFaults = (page: string, { score, faults }: AuditResult) =>
  `${page} ${Math.round(score)}${faults.length > 0 ? `, for ${faults.join(', ')}` : ''}`

export const figures: Figure[] = [
  ...gatingCategories.map(
    (category): Figure => ({
      name: `lighthouse-${category}`,
      unit: 'of 100',
      goal: { atLeast: 100 },
      gating: true,
      measure: async () => {
        const judged: { name: string; judged: AuditResult }[] = []
        for (const { name, judge } of publicPages) judged.push({ name, judged: (await judge())[category] })
        return {
          value: Math.min(...judged.map((page) => page.judged.score)),
          notes: judged.map((page) => describeFaults(page.name, page.judged)),
        }
      },
    }),
  ),
  {
    name: 'layout-shift',
    unit: 'of the screen',
    goal: { atMost: 0.02 },
    gating: true,
    measure: async () => {
      const shifts: { name: string; shift: number }[] = []
      for (const { name, measureShift } of publicPages) shifts.push({ name, shift: await measureShift() })
      return {
        value: Math.max(...shifts.map(({ shift }) => shift)),
        notes: [shifts.map(({ name, shift }) => `${name} ${shift.toFixed(3)}`).join(', ')],
      }
    },
  },
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

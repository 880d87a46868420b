import autocannon from 'autocannon'
import { openLocalDatabase } from '../../scripts/local-database.ts'
import { applyMigrations, readMigrations } from '../../scripts/migrations.ts'
import { buildWorld } from '../world/build-world.ts'
import { writeOverheadConfig } from './overhead/write-config.ts'
import type { Figure, Measured } from './setup/figure.ts'
import { median, quartiles } from './setup/median.ts'
import { once } from './setup/shared.ts'
import { startWorker } from './setup/start-worker.ts'
import { makeWorkFolder } from './setup/work-folder.ts'

const austin = 4671654

const serve = once(async () => {
  const folder = makeWorkFolder('overhead')
  const { db, close } = await openLocalDatabase(folder)
  await applyMigrations(db, readMigrations())
  await buildWorld(db, ['cities:some'])
  await close()
  return startWorker(() => writeOverheadConfig(folder), folder)
})

/** Answers in one round: so few that many rounds find the machine undisturbed. */
const roundSize = 120

/** Requests a second. */
async function fire(url: string, until: { amount: number } | { duration: number }): Promise<number> {
  const { requests, start, finish, errors, non2xx } = await autocannon({ url, connections: 8, sampleInt: 10, ...until })
  if (errors > 0 || non2xx > 0) throw new Error(`${url}: ${non2xx} refusals and ${errors} errors`)
  return (requests.total * 1000) / (finish.getTime() - start.getTime())
}

/** Full and bare take turns, and take turns in going first: what else the machine does hits both, or is outvoted. */
async function compare(path: string, rounds: number, seconds: number): Promise<Measured> {
  const { url } = await serve()
  const urls = { full: url + path, bare: `${url}/bare${path}` }
  for (const warmUp of [urls.full, urls.bare]) await fire(warmUp, { duration: 2 })
  const ratios: number[] = []
  const rates: Record<keyof typeof urls, number[]> = { full: [], bare: [] }
  const end = performance.now() + seconds * 1000
  while (ratios.length < rounds && performance.now() < end) {
    const order = ratios.length % 2 ? (['full', 'bare'] as const) : (['bare', 'full'] as const)
    const rate = { full: 0, bare: 0 }
    for (const side of order) {
      rate[side] = await fire(urls[side], { amount: roundSize })
      rates[side].push(rate[side])
    }
    ratios.push(rate.full / rate.bare)
  }
  const [low, high] = quartiles(ratios)
  return {
    value: median(ratios),
    notes: [
      `${median(rates.full).toFixed(0)} of ${median(rates.bare).toFixed(0)} requests/s; half of ${ratios.length} rounds between ${low.toFixed(2)} and ${high.toFixed(2)}`,
    ],
  }
}

export const figures: Figure[] = [
  {
    name: 'api-overhead',
    unit: 'of a bare route',
    goal: { atLeast: 0.7 },
    gating: true,
    measure: () => compare(`/api/cities/${austin}`, 60, 35),
  },
  {
    name: 'api-overhead-without-database',
    unit: 'of a bare route',
    gating: false,
    measure: async () => {
      const compared = await compare('/api/session', 20, 10)
      await (await serve()).stop()
      return compared
    },
  },
]

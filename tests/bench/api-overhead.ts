import { compareRates } from './overhead/compare-rates.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure, Measurement } from './setup/figure.ts'
import { once } from './setup/shared.ts'

const austin = 4671654

const serve = once(serveOverhead)

async function compare(path: string, rounds: number, seconds: number): Promise<Measurement> {
  const { url } = await serve()
  return compareRates({ url: url + path }, { url: `${url}/bare${path}` }, rounds, seconds)
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

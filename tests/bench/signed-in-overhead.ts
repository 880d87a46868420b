import { compareRates } from './overhead/compare-rates.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'

const austin = 4671654

export const figures: Figure[] = [
  {
    name: 'signed-in-overhead',
    unit: 'of the same public route',
    goal: { atLeast: 0.6 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead()
      const signedIn = await fetch(`${url}/pair/session`, { method: 'PUT' })
      const [cookie = ''] = signedIn.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
      if (!signedIn.ok || !cookie.includes('session-token')) throw new Error(`Could not sign in: ${signedIn.status}`)
      const compared = await compareRates(
        { url: `${url}/pair/signed-in/${austin}`, headers: { cookie } },
        { url: `${url}/pair/public/${austin}` },
        60,
        35,
      )
      await stop()
      return compared
    },
  },
]

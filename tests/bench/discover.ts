import { addGames, discoverPath } from '../discover/add-games.ts'
import { addFullProfile, toViewer } from '../profiles/full-profile.ts'
import { compareRates } from './overhead/compare-rates.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'
import { signIn } from './setup/read-as.ts'

const friend = toViewer('friend')

async function countTrips(url: string, cookie: string): Promise<number> {
  const answer = await fetch(url + discoverPath, { headers: { cookie } })
  const trips = /round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]
  const { events } = (await answer.json()) as { events: unknown[] }
  if (!answer.ok || trips === undefined || events.length === 0) throw new Error(`${answer.status}, ${events.length} games, ${trips} trips`)
  return Number(trips)
}

export const figures: Figure[] = [
  {
    name: 'discover-round-trips',
    unit: 'D1 calls',
    goal: { atMost: 2 },
    gating: true,
    measure: async () => {
      const fill = async (db: D1Database) => {
        await addFullProfile(db)
        await addGames(db)
      }
      const { url, stop } = await serveOverhead({ environment: 'local', fill })
      const signedInTrips = await countTrips(url, await signIn(url, friend))
      const signedOutTrips = await countTrips(url, '')
      await stop()
      return { value: Math.max(signedInTrips, signedOutTrips), notes: [`${signedInTrips} signed in, ${signedOutTrips} signed out`] }
    },
  },
  {
    name: 'discover-control',
    unit: 'of a bare route',
    goal: { atLeast: 0.7 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead({ fill: addGames })
      const compared = await compareRates({ url: url + discoverPath }, { url: `${url}/bare${discoverPath}` }, 40, 35)
      await stop()
      return compared
    },
  },
]

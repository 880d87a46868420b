import type { Viewer } from '../../domain/access/contract.ts'
import { serveOverhead } from './overhead/serve.ts'
import { addNeighbor, neighbor } from './setup/add-neighbor.ts'
import { addRegular, regular } from './setup/add-regular.ts'
import type { Figure, Measurement } from './setup/figure.ts'
import { readAs } from './setup/read-as.ts'

const opening = ['home/upcoming', 'home/nearby', 'home/setup-tasks', 'needs-you', 'profiles/me']
/** The section of the players near is the last of the page. It loads when it comes into view, so it is a figure of its own. */
const players = ['people/near?limit=7']

type Fill = (db: D1Database) => Promise<void>

async function countRows(requests: readonly string[], viewer: Viewer, fill: Fill): Promise<Measurement> {
  const { url, stop } = await serveOverhead({ environment: 'local', fill })
  const counts: (readonly [string, number])[] = []
  for (const path of requests) counts.push([path, (await readAs(url, viewer, `/api/${path}`)).rowsRead])
  await stop()
  return {
    value: counts.reduce((sum, [, rows]) => sum + rows, 0),
    notes: [counts.map(([path, rows]) => `${rows} for ${path}`).join(', ')],
  }
}

export const figures: Figure[] = [
  {
    name: 'home-rows-read',
    unit: 'rows read',
    goal: { atMost: 250 },
    gating: true,
    measure: () => countRows(opening, regular, addRegular),
  },
  {
    name: 'home-rows-read-players',
    unit: 'rows read',
    goal: { atMost: 110 },
    gating: true,
    measure: () => countRows(players, regular, addRegular),
  },
  {
    // A person who lives where many play.
    name: 'home-rows-read-near',
    unit: 'rows read',
    goal: { atMost: 250 },
    gating: false,
    measure: () => countRows(opening, neighbor, addNeighbor),
  },
]

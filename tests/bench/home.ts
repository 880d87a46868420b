import type { Viewer } from '../../domain/access/contract.ts'
import { serveOverhead } from './overhead/serve.ts'
import { addNeighbor, neighbor } from './setup/add-neighbor.ts'
import { addRegular, regular } from './setup/add-regular.ts'
import type { Figure, Measurement } from './setup/figure.ts'
import { readAs } from './setup/read-as.ts'

/** The section of the players near is the last of the page, and loads when it comes into view: on a desktop with few games, at once. */
const players = 'people/near?limit=7'
const withoutPlayers = ['home/upcoming', 'home/nearby', 'home/setup-tasks', 'needs-you', 'profiles/me']
const all = [...withoutPlayers, players]

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
    measure: () => countRows(all, regular, addRegular),
  },
  {
    // For a person who does not scroll to the players.
    name: 'home-rows-read-without-players',
    unit: 'rows read',
    goal: { atMost: 250 },
    gating: true,
    measure: () => countRows(withoutPlayers, regular, addRegular),
  },
  {
    // A person who lives where many play, and is connected with many of them. It depends on the day which players are read, and the goal is
    // near, so it does not fail a run.
    name: 'home-rows-read-near',
    unit: 'rows read',
    goal: { atMost: 250 },
    gating: false,
    measure: () => countRows(all, neighbor, addNeighbor),
  },
]

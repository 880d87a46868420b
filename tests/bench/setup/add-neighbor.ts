import type { Viewer } from '../../../domain/access/contract.ts'
import { addTown } from './add-town.ts'

export const neighbor: Viewer = { id: 'neighbor', name: 'A neighbor', emailVerified: true, profileComplete: true }

/**
 * A person in Austin who is connected with everybody who plays there. Far more games and players are near than home shows, with co-hosts and
 * dates of series.
 */
export const addNeighbor = (d1: D1Database) =>
  addTown(d1, neighbor, { players: 120, friends: 120, games: 400, hoursBetweenGames: 1, series: 20 })

import type { QueryClient } from '@tanstack/react-query'
import { refreshGames } from '../events/refresh-games.ts'

/**
 * After a change of my name, face, city or sports. Games show who plays and hosts them, and are found around my city and
 * by my sports; so are people.
 */
export const refreshSelf = (client: QueryClient) => Promise.all([refreshGames(client), client.invalidateQueries({ queryKey: ['people'] })])

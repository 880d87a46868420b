import type { QueryClient } from '@tanstack/react-query'
import { refreshGames } from '../events/refresh-games.ts'

/**
 * Reloads games and people after the viewer changed their name, picture, city or sports: games show their players and hosts,
 * and the lists of nearby games and people depend on the viewer's city and sports.
 */
export const refreshAfterProfileChange = (client: QueryClient) =>
  Promise.all([refreshGames(client), client.invalidateQueries({ queryKey: ['people'] })])

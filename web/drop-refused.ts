import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { teamDetailKey } from '../domain/teams/keys.ts'
import { ApiError } from './api.ts'

/** The server does not show this to the viewer: it is gone, was never there, or is not for them. All three look the same. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && (error.status === 403 || error.status === 404)

/** A part of a community that is hidden now: the viewer may have left it, so its page is loaded again and says so. */
export function reloadTeam(client: QueryClient, error: unknown, { queryKey: [area, id] }: { queryKey: QueryKey }): void {
  if (area !== 'teams' || typeof id !== 'string' || !(error instanceof ApiError) || error.code !== 'TeamNotFound') return
  void client.invalidateQueries({ queryKey: teamDetailKey(id) })
}

/**
 * Forgets what was kept of a query that the server refuses now. Otherwise a person who blocked the viewer, or a deleted game,
 * would stay readable here, and be back offline. Other queries that mention the same id are old too: those on the screen are
 * loaded again, and the others are removed. A page that was never open here counts too, if its data would be kept for offline use. Other
 * questions are asked for each row of a list, so their refusal must not load the list again.
 */
export function dropRefused(client: QueryClient, refused: Query<unknown, unknown, unknown, QueryKey>): void {
  if (refused.state.data === undefined && !refused.meta?.offline) return
  if (refused.state.data !== undefined) refused.setState({ data: undefined, dataUpdatedAt: 0 })
  const id = refused.queryKey.at(-1)
  if (typeof id !== 'string') return
  const idValue = `:${JSON.stringify(id)}`
  for (const query of client.getQueryCache().findAll()) {
    if (query === refused || query.state.data === undefined || !JSON.stringify(query.state.data).includes(idValue)) continue
    if (query.isActive()) void query.fetch()
    else client.getQueryCache().remove(query)
  }
}

import type { DiscoverPage } from '../../domain/discover/contract.ts'
import { boundsOf, type DiscoverState, forViewer, isAnywhere, isOfSome } from '../../domain/discover/state.ts'
import type { AppContext } from '../platform/context.ts'
import { discoverEvents } from './queries.ts'

export async function answerDiscover(c: AppContext, asked: DiscoverState, cursor?: string): Promise<DiscoverPage> {
  const viewer = await c.var.viewer()
  const state = forViewer(asked, viewer !== null)
  const { filters, view, order, isPast, teamId, isFollowed } = state
  return discoverEvents(c.var.db, viewer?.id ?? null, {
    // The country is where one begins; the games of some may be anywhere.
    bounds: isOfSome(state) && isAnywhere(state) ? null : boundsOf(state),
    center: filters.center,
    // A view says itself how far it goes.
    filters: view ? { ...filters, radius: null } : filters,
    order,
    isPast,
    teamId,
    isFollowed,
    cursor,
    now: c.var.now(),
  })
}

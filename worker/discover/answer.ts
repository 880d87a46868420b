import type { DiscoverPage } from '../../domain/discover/contract.ts'
import { boundsOf, type DiscoverState, isAnywhere } from '../../domain/discover/state.ts'
import type { AppContext } from '../platform/context.ts'
import { discoverEvents } from './queries.ts'

export async function answerDiscover(c: AppContext, state: DiscoverState, cursor?: string): Promise<DiscoverPage> {
  const viewer = await c.var.viewer()
  const { filters, view, order, isPast, teamId } = state
  return discoverEvents(c.var.db, viewer?.id ?? null, {
    // The country is where one begins; a community's games may be anywhere.
    bounds: teamId !== null && isAnywhere(state) ? null : boundsOf(state),
    center: filters.center,
    // A view says itself how far it goes.
    filters: view ? { ...filters, radius: null } : filters,
    order,
    isPast,
    teamId,
    cursor,
    now: c.var.now(),
  })
}

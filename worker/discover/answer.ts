import type { DiscoverPage } from '../../domain/discover/contract.ts'
import { adaptToViewer, type DiscoverState, getSearchBounds, hasHostFilter, isAnywhere } from '../../domain/discover/state.ts'
import type { AppContext } from '../platform/context.ts'
import { discoverEvents } from './queries.ts'

export async function answerDiscover(c: AppContext, requestedState: DiscoverState, cursor?: string): Promise<DiscoverPage> {
  const viewer = await c.var.viewer()
  const state = adaptToViewer(requestedState, viewer !== null)
  const { filters, view, order, isPast, teamId, isFollowed } = state
  return discoverEvents(c.var.db, viewer?.id ?? null, {
    // The default view is the country, but a community or a followed host may have games outside of it.
    bounds: hasHostFilter(state) && isAnywhere(state) ? null : getSearchBounds(state),
    center: filters.center,
    // The bounds of the view replace the radius.
    filters: view ? { ...filters, radius: null } : filters,
    order,
    isPast,
    teamId,
    isFollowed,
    cursor,
    now: c.var.now(),
  })
}

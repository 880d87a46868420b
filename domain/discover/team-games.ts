/**
 * The games of a community in the order of their dates, as its page lists them. It is what `writeDiscoverState` writes, but the page
 * of a community does not load that.
 */
export const writeTeamGames = (teamId: string, isPast: boolean) =>
  new URLSearchParams({ order: 'date', ...(isPast && { past: '1' }), team: teamId }).toString()

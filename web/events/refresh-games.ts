import type { QueryClient } from '@tanstack/react-query'

/** The features whose pages and lists show games. */
const showingGames: ReadonlySet<unknown> = new Set(['events', 'discover', 'home', 'places', 'search', 'teams'])

type Refreshing = {
  /** A game whose own page, with what its hosts said, was seen to already. */
  except?: string
  /** For a page that shows what is gone, and is left next. */
  refetchType?: 'none'
}

/**
 * After a change of games: whatever shows them asks again, at once where it is on the screen, else when it is opened.
 * So do profiles: they list games, and people who play together can endorse each other.
 */
export const refreshGames = (client: QueryClient, { except, ...how }: Refreshing = {}): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [feature, of, part] }) => {
      if (feature === 'profiles') return of !== 'me'
      const isAsked = feature === 'events' && of === except && (part === undefined || part === 'live' || part === 'updates')
      return showingGames.has(feature) && !isAsked
    },
    ...how,
  })

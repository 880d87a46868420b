import type { QueryClient } from '@tanstack/react-query'

/** The features whose pages and lists show games. */
const featuresWithGames: ReadonlySet<unknown> = new Set(['events', 'discover', 'home', 'my-games', 'places', 'search', 'teams'])

/** Parts of a game that need no request after the viewer has changed their seat. Who has just left may not ask who else could come. */
const upToDateParts: ReadonlySet<unknown> = new Set(['live', 'updates', 'familiar'])

type RefreshOptions = {
  /** The id of a game whose own page and messages are already up to date. */
  except?: string
  /** For a page that shows a deleted game: the person leaves it next, so it must not load again. */
  refetchType?: 'none'
}

/**
 * After games have changed, everything that shows them loads again: at once if it is on the screen, otherwise when it is
 * opened next. Profiles too: they list games, and people who play together can endorse each other.
 */
export const refreshGames = (client: QueryClient, { except, ...options }: RefreshOptions = {}): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [feature, of, part] }) => {
      if (feature === 'profiles') return of !== 'me'
      const isUpToDate = feature === 'events' && of === except && (part === undefined || upToDateParts.has(part))
      return featuresWithGames.has(feature) && !isUpToDate
    },
    ...options,
  })

import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ChangeSeason, CreateSeason, GroupForm, PlaceGuest, Register, Season } from '../../domain/seasons/contract.ts'
import type { CopySeason } from '../../domain/seasons/copy-contract.ts'
import type { MakeSessions, SessionPattern } from '../../domain/seasons/pattern-contract.ts'
import type { MakeMatches, PlanForm } from '../../domain/seasons/planner-contract.ts'
import type { EnterResult, SessionForm, SessionTime } from '../../domain/seasons/results-contract.ts'
import type { SeasonGuestRoutes } from '../../worker/seasons/guest-routes.ts'
import type { SeasonGroupRoutes, SeasonSessionRoutes } from '../../worker/seasons/match-routes.ts'
import type { SeasonRoutes, TeamSeasonRoutes } from '../../worker/seasons/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const client = hc<SeasonRoutes>('/api/seasons')
const guestClient = hc<SeasonGuestRoutes>('/api/seasons')
const groupClient = hc<SeasonGroupRoutes>('/api/seasons')
const sessionClient = hc<SeasonSessionRoutes>('/api/seasons')
const teamClient = hc<TeamSeasonRoutes>('/api/teams')

/** The viewer's season registrations. They are kept for offline use, because people show them at places without a network. */
export const ownRegistrations = infiniteQueryOptions({
  queryKey: ['seasons', 'mine'],
  queryFn: ({ pageParam, signal }) => readAnswer(client.mine.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
  meta: { offline: true },
})

export const teamSeasons = (teamId: string) =>
  infiniteQueryOptions({
    queryKey: ['seasons', 'of-team', teamId],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(teamClient[':id'].seasons.$get({ param: { id: teamId }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
  })

export const seasonById = (id: string) =>
  queryOptions({
    queryKey: ['seasons', id],
    queryFn: ({ signal }) => readAnswer(client[':id'].$get({ param: { id } }, { init: { signal } })),
  })

export const seasonTable = (id: string) =>
  queryOptions({
    queryKey: ['seasons', id, 'table'],
    queryFn: ({ signal }) => readAnswer(client[':id'].table.$get({ param: { id } }, { init: { signal } })),
  })

export const seasonPeople = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['seasons', id, 'people'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(client[':id'].registrations.$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
  })

/** The guests of a season whom the viewer may see, such as their own children. */
export const seasonGuests = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['seasons', id, 'guests'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(guestClient[':id'].guests.$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
  })

export const seasonCandidates = (id: string, q: string) =>
  queryOptions({
    queryKey: ['seasons', id, 'candidates', q],
    queryFn: ({ signal }) => readAnswer(client[':id'].candidates.$get({ param: { id }, query: { q } }, { init: { signal } })),
    placeholderData: (previous) => previous,
  })

export const seasonSessions = (id: string, when: Exclude<SessionTime, 'all'>) =>
  infiniteQueryOptions({
    queryKey: ['seasons', id, 'sessions', when],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(sessionClient[':id'].sessions.$get({ param: { id }, query: { when, ...fromCursor(pageParam) } }, { init: { signal } })),
    ...keysetPages,
  })

export const openGames = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['seasons', id, 'open-games'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(sessionClient[':id']['open-games'].$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
    staleTime: 0,
  })

export const resultChanges = (id: string, eventId: string) =>
  infiniteQueryOptions({
    queryKey: ['seasons', id, 'changes', eventId],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(
        sessionClient[':id'].sessions[':eventId'].result.changes.$get(
          { param: { id, eventId }, query: fromCursor(pageParam) },
          { init: { signal } },
        ),
      ),
    ...keysetPages,
    staleTime: 0,
  })

/** After a change of a season, everything that shows it is loaded again: its page, lists of seasons, and registrations. */
const refresh = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ['seasons'] })

const refreshing = {
  onSettled: (_done: unknown, _error: unknown, _sent: unknown, _shown: unknown, { client: queries }: { client: QueryClient }) =>
    refresh(queries),
}

/** When a season is gone, its page must not load it again. The next page loads what it shows. */
const markStale = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ['seasons'], refetchType: 'none' })

export const creatingSeason = (teamId: string) =>
  mutationOptions({
    mutationFn: (json: CreateSeason) => readAnswer(teamClient[':id'].seasons.$post({ param: { id: teamId }, json })),
    ...refreshing,
  })

export const changingSeason = mutationOptions({
  mutationFn: ({ id, ...json }: ChangeSeason & { id: string }): Promise<Season> => readAnswer(client[':id'].$put({ param: { id }, json })),
  ...refreshing,
})

export const deletingSeason = mutationOptions({
  mutationFn: (id: string) => awaitSuccess(client[':id'].$delete({ param: { id } })),
  onSuccess: (_done, _id, _shown, { client: queries }) => markStale(queries),
})

type OfSeason = { seasonId: string }

export const copyingSeason = mutationOptions({
  mutationFn: ({ seasonId, ...json }: OfSeason & CopySeason) => readAnswer(client[':id'].copies.$post({ param: { id: seasonId }, json })),
  ...refreshing,
})

export const undoingCopy = mutationOptions({
  mutationFn: (id: string) => readAnswer(client[':id'].copy.$delete({ param: { id } })),
  onSuccess: ({ kept }, _id, _shown, { client: queries }) => (kept.length > 0 ? refresh(queries) : markStale(queries)),
})

export const savingGroup = mutationOptions({
  mutationFn: ({ seasonId, groupId, ...json }: OfSeason & GroupForm & { groupId: string | null }) =>
    groupId === null
      ? readAnswer(groupClient[':id'].groups.$post({ param: { id: seasonId }, json }))
      : readAnswer(groupClient[':id'].groups[':groupId'].$put({ param: { id: seasonId, groupId }, json })),
  ...refreshing,
})

export const deletingGroup = mutationOptions({
  mutationFn: ({ seasonId, groupId }: OfSeason & { groupId: string }) =>
    awaitSuccess(groupClient[':id'].groups[':groupId'].$delete({ param: { id: seasonId, groupId } })),
  ...refreshing,
})

export const registering = mutationOptions({
  mutationFn: ({ seasonId, userId, ...json }: OfSeason & Register & { userId: string }) =>
    awaitSuccess(client[':id'].registrations[':userId'].$put({ param: { id: seasonId, userId }, json })),
  ...refreshing,
})

export const unregistering = mutationOptions({
  mutationFn: ({ seasonId, userId }: OfSeason & { userId: string }) =>
    awaitSuccess(client[':id'].registrations[':userId'].$delete({ param: { id: seasonId, userId } })),
  ...refreshing,
})

export const placingGuest = mutationOptions({
  mutationFn: ({ seasonId, guestId, ...json }: OfSeason & PlaceGuest & { guestId: string }) =>
    awaitSuccess(guestClient[':id'].guests[':guestId'].$put({ param: { id: seasonId, guestId }, json })),
  ...refreshing,
})

export const unregisteringGuest = mutationOptions({
  mutationFn: ({ seasonId, guestId }: OfSeason & { guestId: string }) =>
    awaitSuccess(guestClient[':id'].guests[':guestId'].$delete({ param: { id: seasonId, guestId } })),
  ...refreshing,
})

type OfMatch = OfSeason & { eventId: string }
const atMatch = ({ seasonId, eventId }: OfMatch) => ({ param: { id: seasonId, eventId } })
const match = sessionClient[':id'].sessions[':eventId']

export const addingMatch = mutationOptions({
  mutationFn: ({ homeGroupId, awayGroupId, ...path }: OfMatch & SessionForm) =>
    awaitSuccess(match.$put({ ...atMatch(path), json: { homeGroupId, awayGroupId } })),
  ...refreshing,
})

export const planningSessions = mutationOptions({
  mutationFn: ({ seasonId, ...json }: OfSeason & SessionPattern) =>
    readAnswer(sessionClient[':id']['session-plan'].$post({ param: { id: seasonId }, json })),
})

export const makingSessions = mutationOptions({
  mutationFn: ({ seasonId, ...json }: OfSeason & MakeSessions) =>
    readAnswer(sessionClient[':id']['session-series'].$post({ param: { id: seasonId }, json })),
  ...refreshing,
})

export const planningMatches = mutationOptions({
  mutationFn: ({ seasonId, ...json }: OfSeason & PlanForm) =>
    readAnswer(sessionClient[':id']['match-plan'].$post({ param: { id: seasonId }, json })),
})

export const makingMatches = mutationOptions({
  mutationFn: ({ seasonId, ...json }: OfSeason & MakeMatches) =>
    readAnswer(sessionClient[':id']['match-series'].$post({ param: { id: seasonId }, json })),
  ...refreshing,
})

export const removingMatch = mutationOptions({
  mutationFn: (path: OfMatch) => awaitSuccess(match.$delete(atMatch(path))),
  ...refreshing,
})

export const enteringResult = mutationOptions({
  mutationFn: ({ seasonId, eventId, ...json }: OfMatch & EnterResult) =>
    awaitSuccess(match.result.$put({ ...atMatch({ seasonId, eventId }), json })),
  ...refreshing,
})

export const confirmingResult = mutationOptions({
  mutationFn: ({ version, ...path }: OfMatch & { version: number }) =>
    awaitSuccess(match.confirmation.$put({ ...atMatch(path), json: { version } })),
  ...refreshing,
})

export const disputingResult = mutationOptions({
  mutationFn: ({ version, note, ...path }: OfMatch & { version: number; note: string }) =>
    awaitSuccess(match.dispute.$put({ ...atMatch(path), json: { version, note } })),
  ...refreshing,
})

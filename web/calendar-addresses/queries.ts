import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CalendarAddressRoutes } from '../../worker/calendar-addresses/routes.ts'
import { awaitSuccess, keepalive, readAnswer } from '../api.ts'
import { showFailure } from '../ui/show-failure.ts'

const client = hc<CalendarAddressRoutes>('/api/calendar-addresses')
const { mine, teams } = client

/** The address of the viewer's own games, or of the games of a community. */
export const calendarAddress = (teamId: string | null) =>
  queryOptions({
    queryKey: ['calendar-addresses', teamId ?? 'mine'],
    queryFn: async ({ signal }) => {
      const options = { init: { signal } }
      const sent = teamId === null ? mine.$get({}, options) : teams[':id'].$get({ param: { id: teamId } }, options)
      return (await readAnswer(sent)).address
    },
    // The secret of an address is not kept longer than it is shown.
    staleTime: 0,
    gcTime: 0,
  })

const refresh = (queries: QueryClient, teamId: string | null) => queries.invalidateQueries({ queryKey: calendarAddress(teamId).queryKey })

export const makingCalendarAddress = (teamId: string | null) =>
  mutationOptions({
    mutationFn: () => readAnswer(teamId === null ? mine.$post() : teams[':id'].$post({ param: { id: teamId } })),
    onSettled: (_done, _error, _sent, _shown, { client: queries }) => refresh(queries, teamId),
  })

export const removingCalendarAddress = (teamId: string | null) =>
  mutationOptions({
    mutationFn: () => awaitSuccess(teamId === null ? mine.$delete() : teams[':id'].$delete({ param: { id: teamId } })),
    onSettled: (_done, _error, _sent, _shown, { client: queries }) => refresh(queries, teamId),
  })

/** The switch moves at once, and back if the server refuses. */
export const showingOtherTeams = mutationOptions({
  mutationFn: (hasOtherTeams: boolean) => awaitSuccess(mine.$patch({ json: { hasOtherTeams } }, keepalive)),
  onMutate: async (hasOtherTeams, { client: queries }) => {
    const { queryKey } = calendarAddress(null)
    await queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (address) => address && { ...address, hasOtherTeams })
  },
  onError: showFailure,
  onSettled: (_done, _error, _sent, _shown, { client: queries }) => refresh(queries, null),
  scope: { id: 'calendar-addresses' },
})

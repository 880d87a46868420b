import { type MutationFunctionContext, mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { TeamHoursRoutes } from '../../worker/team-hours/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { myAvailability } from '../availability/queries.ts'
import { showFailure } from '../ui/show-failure.ts'

const client = hc<TeamHoursRoutes>('/api/teams')

/** When the members of a community can play. `zone` only counts for a community without a home city. */
export const teamHours = (id: string, zone: string | null = null) =>
  queryOptions({
    queryKey: ['teams', id, 'hours', zone ?? ''],
    queryFn: ({ signal }) =>
      readAnswer(client[':id'].hours.$get({ param: { id }, query: zone === null ? {} : { zone } }, { init: { signal } })),
    staleTime: 60_000,
  })

const putSharing = (id: string, isSharing: boolean) =>
  awaitSuccess(client[':id'].hours.sharing.$put({ param: { id }, json: { isSharing } }))

const afterSharing = {
  onError: showFailure,
  onSettled: (_done: unknown, _error: unknown, { id }: { id: string }, _shown: unknown, { client: queries }: MutationFunctionContext) =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['teams', id, 'hours'] }),
      queries.invalidateQueries({ queryKey: ['teams', 'mine', 'list'] }),
    ]),
}

/** For a page that shows the hours of the person, or that they have entered none. */
export const sharingShownHours = mutationOptions({
  ...afterSharing,
  mutationFn: ({ id, isSharing }: { id: string; isSharing: boolean }) => putSharing(id, isSharing),
})

/** The answer says whether the person has entered hours. */
export const sharingHours = mutationOptions({
  ...afterSharing,
  mutationFn: async ({ id, isSharing }: { id: string; isSharing: boolean }, { client: queries }) => {
    const hasHours = isSharing && (await queries.fetchQuery(myAvailability)).availability !== null
    await putSharing(id, isSharing)
    return hasHours
  },
})

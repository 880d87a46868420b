import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { TeamHoursRoutes } from '../../worker/team-hours/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'

const client = hc<TeamHoursRoutes>('/api/teams')

/** When the members of a community can play. `zone` only counts for a community without a home city. */
export const teamHours = (id: string, zone: string | null = null) =>
  queryOptions({
    queryKey: ['teams', id, 'hours', zone ?? ''],
    queryFn: ({ signal }) =>
      readAnswer(client[':id'].hours.$get({ param: { id }, query: zone === null ? {} : { zone } }, { init: { signal } })),
    staleTime: 60_000,
  })

export const sharingHours = mutationOptions({
  mutationFn: ({ id, isSharing }: { id: string; isSharing: boolean }) =>
    awaitSuccess(client[':id'].hours.sharing.$put({ param: { id }, json: { isSharing } })),
  onError: showFailure,
  onSettled: (_done, _error, { id }, _shown, { client: queries }) =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['teams', id, 'hours'] }),
      queries.invalidateQueries({ queryKey: ['teams', 'mine', 'list'] }),
    ]),
})

/** In a list, only the message shows that it worked. */
export const sharingHoursFromList = mutationOptions({
  ...sharingHours,
  onSuccess: (_done, { isSharing }: { id: string; isSharing: boolean }) =>
    showSnackbar(isSharing ? 'You share your hours with this community.' : 'You no longer share your hours with this community.'),
})

import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { MakeCoHostLink } from '../../domain/events/co-host-link-contract.ts'
import type { CoHostLinkRoutes, CoHostLinkTokenRoutes } from '../../worker/events/co-host-link-routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { showFailure } from '../ui/show-failure.ts'
import { refreshGames } from './refresh-games.ts'

const own = hc<CoHostLinkRoutes>('/api/events')
const links = hc<CoHostLinkTokenRoutes>('/api/co-host-links')

/** The viewer's open link to find co-hosts for a game. */
export const ownCoHostLink = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'co-host-link'],
    queryFn: ({ signal }) => readAnswer(own[':id']['co-host-link'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })

const refreshOwnLink = (id: string) => ({
  onSettled: (_done: unknown, _error: unknown, _sent: unknown, _shown: unknown, { client }: { client: QueryClient }) =>
    client.invalidateQueries({ queryKey: ownCoHostLink(id).queryKey }),
})

export const makingCoHostLink = (id: string) =>
  mutationOptions({
    mutationFn: (json: MakeCoHostLink) => readAnswer(own[':id']['co-host-link'].$post({ param: { id }, json })),
    ...refreshOwnLink(id),
  })

export const endingCoHostLink = (id: string) =>
  mutationOptions({
    mutationFn: () => awaitSuccess(own[':id']['co-host-link'].$delete({ param: { id } })),
    onError: showFailure,
    ...refreshOwnLink(id),
  })

/** What a link for co-hosts is for. Loading it accepts nothing. It says more to a viewer than to a visitor. */
export const coHostLink = (token: string, viewerId: string | null) =>
  queryOptions({
    queryKey: ['co-host-links', token, viewerId],
    queryFn: ({ signal }) => readAnswer(links[':token'].$get({ param: { token } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

export const acceptingCoHostLink = (token: string) =>
  mutationOptions({
    mutationFn: () => awaitSuccess(links[':token'].accept.$post({ param: { token } })),
    onSettled: async (_done, _error, _sent, _shown, { client }) => {
      await client.invalidateQueries({ queryKey: ['co-host-links', token] })
      void refreshGames(client)
    },
  })

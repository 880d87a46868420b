import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CoHostInviteRoutes, OfferRoutes } from '../../worker/events/joiner-routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { refreshGames } from './refresh-games.ts'

const coHostInvites = hc<CoHostInviteRoutes>('/api/events')
const offers = hc<OfferRoutes>('/api/seat-offers')

/** The seat offer of a link in an email. Loading it neither accepts nor declines the offer. */
export const seatOffer = (token: string) =>
  queryOptions({
    queryKey: ['seat-offers', token],
    queryFn: ({ signal }) => readAnswer(offers[':token'].$get({ param: { token } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
  })

/** The viewer's invitation to be a co-host. */
export const coHostInvite = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'co-host-invite'],
    queryFn: ({ signal }) => readAnswer(coHostInvites[':id'].me['co-host-invite'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
  })

export const answeringCoHostInvite = (id: string) =>
  mutationOptions({
    mutationFn: (isAccepted: boolean) => {
      const invite = coHostInvites[':id'].me['co-host-invite']
      return awaitSuccess(isAccepted ? invite.accept.$post({ param: { id } }) : invite.decline.$post({ param: { id } }))
    },
    onSettled: (_done, _error, _isAccepted, _shown, { client }) => refreshGames(client),
  })

export const answeringOffer = (token: string) =>
  mutationOptions({
    mutationFn: (isAccepted: boolean) =>
      awaitSuccess(isAccepted ? offers[':token'].take.$post({ param: { token } }) : offers[':token'].reject.$post({ param: { token } })),
    onSettled: async (_done, _error, _isAccepted, _shown, { client }) => {
      await client.invalidateQueries({ queryKey: seatOffer(token).queryKey })
      void refreshGames(client)
    },
  })

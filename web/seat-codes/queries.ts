import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SendSeatCode, SetUpFromGame } from '../../domain/seat-codes/contract.ts'
import type { ProfileRoutes } from '../../worker/profiles/routes.ts'
import type { SeatCodeRoutes } from '../../worker/seat-codes/routes.ts'
import { readAnswer } from '../api.ts'
import { ownProfile } from '../profiles/queries.ts'

const seatCodes = hc<SeatCodeRoutes>('/api/seat-codes')
const profiles = hc<ProfileRoutes>('/api/profiles')

export const sendingSeatCode = mutationOptions({
  mutationFn: (json: SendSeatCode) => readAnswer(seatCodes.index.$post({ json })),
})

/** What the link in an email does. It is asked for once for each page, because the link no longer exists once the page has used it. */
export const seatLink = (token: string) =>
  queryOptions({
    queryKey: ['seat-link', token],
    queryFn: ({ signal }) => readAnswer(seatCodes.link.$post({ json: { token } }, { init: { signal } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The session knows of the new profile only after the page was loaded again. */
export const settingUpFromGame = mutationOptions({
  mutationFn: (json: SetUpFromGame) => readAnswer(profiles.me['from-game'].$post({ json })),
  onSuccess: (profile, _given, _shown, { client }) => client.setQueryData(ownProfile.queryKey, profile),
})

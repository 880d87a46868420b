import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { FamiliarPeople } from '../../domain/events/familiar-contract.ts'
import type { InvitePeople } from '../../domain/events/join-contract.ts'
import type { VisitorRoutes } from '../../worker/events/visitor-routes.ts'
import { readAnswer } from '../api.ts'

const visits = hc<VisitorRoutes>('/api/events')

/** People whom the viewer knows and who are not in the game. */
export const familiarPeople = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'familiar'],
    queryFn: ({ signal }) => readAnswer<FamiliarPeople>(visits[':id'].familiar.$get({ param: { id } }, { init: { signal } })),
  })

export const invitingPeople = (id: string) =>
  mutationOptions({
    mutationFn: (json: InvitePeople) => readAnswer(visits[':id'].invites.$post({ param: { id }, json })),
  })

const maxInvitedAtOnce = 100

/** Invites any number of people to a game that was just made. */
export const invitingToNewGame = mutationOptions({
  mutationFn: async ({ id, userIds }: { id: string; userIds: readonly string[] }) => {
    let count = 0
    for (let from = 0; from < userIds.length; from += maxInvitedAtOnce) {
      const json = { userIds: userIds.slice(from, from + maxInvitedAtOnce) }
      count += (await readAnswer(visits[':id'].invites.$post({ param: { id }, json }))).invited
    }
    return count
  },
})

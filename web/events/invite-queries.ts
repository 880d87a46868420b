import { mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { InvitePeople } from '../../domain/events/join-contract.ts'
import type { VisitorRoutes } from '../../worker/events/visitor-routes.ts'
import { readAnswer } from '../api.ts'

const visits = hc<VisitorRoutes>('/api/events')

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

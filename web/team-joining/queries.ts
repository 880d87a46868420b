import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { InviteToTeam, MakeInviteLink } from '../../domain/team-joining/contract.ts'
import { teamDetailKey } from '../../domain/teams/keys.ts'
import type { TeamInvitationRoutes, TeamJoiningRoutes } from '../../worker/team-joining/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { refreshGames } from '../events/refresh-games.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { showFailure } from '../ui/show-failure.ts'

const client = hc<TeamJoiningRoutes>('/api/teams')
const invitations = hc<TeamInvitationRoutes>('/api/team-invitations')

/** After the viewer joined, asked or left: the page, the lists of communities, and the games that only members see. */
export const refreshMembership = (queries: QueryClient, id: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: teamDetailKey(id) }),
    queries.invalidateQueries({ queryKey: ['teams', 'mine'] }),
    queries.invalidateQueries({ queryKey: ['teams', 'of-person'] }),
    queries.invalidateQueries({ queryKey: ['discover'] }),
    queries.invalidateQueries({ queryKey: ['notifications', 'settings'] }),
    refreshGames(queries),
  ])

const settleMembership = (id: string) => ({
  onError: showFailure,
  onSettled: (_done: unknown, _error: unknown, _sent: unknown, _shown: unknown, { client: queries }: { client: QueryClient }) =>
    refreshMembership(queries, id),
})

export const joiningTeam = (id: string) =>
  mutationOptions({
    mutationFn: (message: string) => readAnswer(client[':id'].join.$post({ param: { id }, json: { message } })),
    ...settleMembership(id),
  })

export const takingRequestBack = (id: string) =>
  mutationOptions({ mutationFn: () => awaitSuccess(client[':id'].request.$delete({ param: { id } })), ...settleMembership(id) })

export const answeringInvitation = (id: string) =>
  mutationOptions({
    mutationFn: (isAccepted: boolean) => {
      const { accept, decline } = client[':id'].invitation
      return awaitSuccess(isAccepted ? accept.$post({ param: { id } }) : decline.$post({ param: { id } }))
    },
    ...settleMembership(id),
  })

export const teamRequests = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['teams', id, 'requests'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(client[':id'].requests.$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
    staleTime: 0,
  })

export const answeringRequest = (id: string) =>
  mutationOptions({
    mutationFn: ({ userId, isAccepted }: { userId: string; isAccepted: boolean }) => {
      const { accept, decline } = client[':id'].requests[':userId']
      return awaitSuccess(isAccepted ? accept.$post({ param: { id, userId } }) : decline.$post({ param: { id, userId } }))
    },
    onError: showFailure,
    onSettled: (_done, _error, _sent, _shown, { client: queries }) => queries.invalidateQueries({ queryKey: ['teams', id] }),
  })

export const teamInvitations = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['teams', id, 'invitations'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(client[':id'].invitations.$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
    staleTime: 0,
  })

const refreshInvitations = (id: string) => ({
  onSettled: (_done: unknown, _error: unknown, _sent: unknown, _shown: unknown, { client: queries }: { client: QueryClient }) =>
    queries.invalidateQueries({ queryKey: ['teams', id, 'invitations'] }),
})

export const invitingToTeam = (id: string) =>
  mutationOptions({
    mutationFn: (json: InviteToTeam) => readAnswer(client[':id'].invitations.$post({ param: { id }, json })),
    ...refreshInvitations(id),
  })

export const makingInviteLink = (id: string) =>
  mutationOptions({
    mutationFn: (json: MakeInviteLink) => readAnswer(client[':id']['invite-link'].$post({ param: { id }, json })),
    ...refreshInvitations(id),
  })

export const endingInvitation = (id: string) =>
  mutationOptions({
    mutationFn: (invitationId: string) => awaitSuccess(client[':id'].invitations[':invitationId'].$delete({ param: { id, invitationId } })),
    onError: showFailure,
    ...refreshInvitations(id),
  })

/** What the link of an invitation is for. Loading it joins nothing. */
export const openInvitation = (token: string) =>
  queryOptions({
    queryKey: ['team-invitations', token],
    queryFn: ({ signal }) => readAnswer(invitations[':token'].$get({ param: { token } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

export const joiningByLink = (token: string) =>
  mutationOptions({
    mutationFn: () => readAnswer(invitations[':token'].accept.$post({ param: { token } })),
    onSuccess: ({ id }, _sent, _shown, { client: queries }) => refreshMembership(queries, id),
  })

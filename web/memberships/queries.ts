import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ChangeMembership, JoinMembership, OfferMembership } from '../../domain/memberships/contract.ts'
import type { MembershipRoutes, TeamMembershipRoutes } from '../../worker/memberships/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const client = hc<MembershipRoutes>('/api/memberships')
const teams = hc<TeamMembershipRoutes>('/api/teams')

/** What the communities of a host sell. */
export const hostMemberships = (host: string) =>
  queryOptions({
    queryKey: ['memberships', 'host', host],
    queryFn: ({ signal }) => readAnswer(client.index.$get({ query: { host } }, { init: { signal } })),
    staleTime: 0,
    retry: false,
  })

/** The memberships that the viewer has bought. Payments change them outside of this tab. */
export const myMemberships = infiniteQueryOptions({
  queryKey: ['memberships', 'mine'],
  queryFn: ({ pageParam, signal }) => readAnswer(client.mine.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
  staleTime: 0,
})

/** What could not go back to members of deleted communities. */
export const refusedMemberships = queryOptions({
  queryKey: ['memberships', 'refused'],
  queryFn: ({ signal }) => readAnswer(client.refused.$get({}, { init: { signal } })),
  staleTime: 0,
})

/** What a community sells and has sold. */
export const teamMemberships = (id: string) =>
  queryOptions({
    queryKey: ['memberships', 'team', id],
    queryFn: ({ signal }) => readAnswer(teams[':id'].memberships.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
    retry: false,
  })

/** Who has bought a membership of a community. */
export const membershipHolders = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['memberships', 'team', id, 'holders'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(teams[':id']['membership-holders'].$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
    staleTime: 0,
    retry: false,
  })

const refreshAfter = {
  // Also after a refusal: it mostly means that this page is out of date.
  onSettled: (
    _data: unknown,
    _error: Error | null,
    _variables: unknown,
    _result: unknown,
    { client: queryClient }: { client: QueryClient },
  ) => queryClient.invalidateQueries({ queryKey: ['memberships'] }),
}

/** Returns the page of Stripe on which the person pays. */
export const joiningMembership = mutationOptions({
  mutationFn: ({ id, ...json }: JoinMembership & { id: string }) => readAnswer(client[':id'].join.$post({ param: { id }, json })),
  ...refreshAfter,
})

export const cancellingMembership = mutationOptions({
  mutationFn: (id: string) => awaitSuccess(client.mine[':id'].cancel.$post({ param: { id } })),
  ...refreshAfter,
})

export const resumingMembership = mutationOptions({
  mutationFn: (id: string) => awaitSuccess(client.mine[':id'].resume.$post({ param: { id } })),
  ...refreshAfter,
})

export const openingBill = mutationOptions({ mutationFn: (id: string) => readAnswer(client.mine[':id'].bill.$post({ param: { id } })) })

export const offeringMembership = (teamId: string) =>
  mutationOptions({
    mutationFn: (json: OfferMembership) => readAnswer(teams[':id'].memberships.$post({ param: { id: teamId }, json })),
    ...refreshAfter,
  })

export const changingMembership = (teamId: string, membershipId: string) =>
  mutationOptions({
    mutationFn: (json: ChangeMembership) =>
      readAnswer(teams[':id'].memberships[':membershipId'].$put({ param: { id: teamId, membershipId }, json })),
    ...refreshAfter,
  })

/** What a bank did not take was given back by hand. */
export const notingMembershipGivenBack = (teamId: string) =>
  mutationOptions({
    mutationFn: (paymentId: string) =>
      awaitSuccess(teams[':id']['membership-payments'][':paymentId']['given-back'].$post({ param: { id: teamId, paymentId } })),
    ...refreshAfter,
  })

export const endingSale = (teamId: string) =>
  mutationOptions({
    mutationFn: (membershipId: string) =>
      awaitSuccess(teams[':id'].memberships[':membershipId'].$delete({ param: { id: teamId, membershipId } })),
    ...refreshAfter,
  })

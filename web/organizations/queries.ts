import { infiniteQueryOptions, keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CreateOrganization, EditOrganization } from '../../domain/organizations/contract.ts'
import { organizationKey } from '../../domain/organizations/keys.ts'
import type { OrganizationRoutes } from '../../worker/organizations/routes.ts'
import { ApiError, awaitSuccess, readAnswer } from '../api.ts'
import { keyedQuery } from '../keyed-query.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { showFailure } from '../ui/show-failure.ts'

const client = hc<OrganizationRoutes>('/api/organizations')

/** An organization with its communities; null if it does not exist. */
export const organizationById = (id: string) =>
  keyedQuery({
    queryKey: organizationKey(id),
    queryFn: ({ signal }) =>
      readAnswer(client[':id'].$get({ param: { id } }, { init: { signal } })).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'OrganizationNotFound') return null
        throw error
      }),
    staleTime: 30_000,
  })

export const organizationGames = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['organizations', id, 'games'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(client[':id'].games.$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
  })

export const organizationSeasons = (id: string) =>
  queryOptions({
    queryKey: ['organizations', id, 'seasons'],
    queryFn: async ({ signal }) => (await readAnswer(client[':id'].seasons.$get({ param: { id } }, { init: { signal } }))).seasons,
  })

export const organizationPeople = (id: string) =>
  queryOptions({
    queryKey: ['organizations', id, 'people'],
    queryFn: async ({ signal }) => (await readAnswer(client[':id'].people.$get({ param: { id } }, { init: { signal } }))).people,
  })

/** Who changed an organization, the newest change first. */
export const organizationChanges = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['organizations', id, 'changes'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(client[':id'].changes.$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
    staleTime: 0,
  })

/** The organizations that the viewer owns. */
export const ownOrganizations = queryOptions({
  queryKey: ['organizations', 'mine'],
  queryFn: async ({ signal }) => (await readAnswer(client.mine.$get({}, { init: { signal } }))).organizations,
})

/** The organizations to which a community belongs, those it asked, and those that ask it. */
export const organizationsOfTeam = (teamId: string) =>
  queryOptions({
    queryKey: ['organizations', 'of-team', teamId],
    queryFn: async ({ signal }) =>
      (await readAnswer(client['of-team'][':teamId'].$get({ param: { teamId } }, { init: { signal } }))).organizations,
    staleTime: 0,
  })

export const minSearchLength = 2

/** Organizations with a word that starts with the typed text. The previous result stays on screen while the next one loads. */
export const organizationsByName = (typed: string) => {
  const q = typed.trim().replace(/\s+/g, ' ').slice(0, 60)
  return queryOptions({
    queryKey: ['organizations', 'named', q.toLowerCase()],
    queryFn: async ({ signal }) => (await readAnswer(client.index.$get({ query: { q } }, { init: { signal } }))).organizations,
    enabled: q.length >= minSearchLength,
    placeholderData: keepPreviousData,
  })
}

const refresh = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ['organizations'] })

export const creatingOrganization = mutationOptions({
  mutationFn: (json: CreateOrganization) => readAnswer(client.index.$post({ json })),
  onSuccess: (_created, _form, _shown, { client: queries }) => refresh(queries),
})

export const changingOrganization = mutationOptions({
  mutationFn: ({ id, ...json }: EditOrganization & { id: string }) => awaitSuccess(client[':id'].$put({ param: { id }, json })),
  onSettled: (_done, _error, _form, _shown, { client: queries }) => refresh(queries),
})

export const deletingOrganization = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) => awaitSuccess(client[':id'].$delete({ param: { id }, query: { name } })),
})

type Side = { id: string; teamId: string }

const refreshLink = (queries: QueryClient, { teamId }: Side) =>
  Promise.all([refresh(queries), queries.invalidateQueries({ queryKey: ['teams', teamId] })])

/** Asks the other side, or accepts what it asked. */
export const agreeingToLink = mutationOptions({
  mutationFn: ({ id, teamId }: Side) => readAnswer(client[':id'].teams[':teamId'].$put({ param: { id, teamId } })),
  onError: showFailure,
  onSettled: (_done, _error, side, _shown, { client: queries }) => refreshLink(queries, side),
})

/** Declines, takes a question back, or ends that a community belongs to an organization. */
export const endingLink = mutationOptions({
  mutationFn: ({ id, teamId }: Side) => awaitSuccess(client[':id'].teams[':teamId'].$delete({ param: { id, teamId } })),
  onError: showFailure,
  onSettled: (_done, _error, side, _shown, { client: queries }) => refreshLink(queries, side),
})

import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ClaimHostname } from '../../domain/hostnames/contract.ts'
import type { TeamHostnameRoutes } from '../../worker/hostnames/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'

const teams = hc<TeamHostnameRoutes>('/api/teams')

/** The own domain of a community. */
export const teamDomain = (id: string) =>
  queryOptions({
    queryKey: ['teams', id, 'domain'],
    queryFn: ({ signal }) => readAnswer(teams[':id'].hostname.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
    retry: false,
  })

const refresh = (queries: QueryClient, id: string) => queries.invalidateQueries({ queryKey: ['teams', id, 'domain'] })

export const addingDomain = (id: string) =>
  mutationOptions({
    mutationFn: (json: ClaimHostname) => awaitSuccess(teams[':id'].hostname.$post({ param: { id }, json })),
    onSettled: (_done, _error, _json, _shown, { client: queries }) => refresh(queries, id),
  })

/** Answers which records are missing. Without any, the domain is live. */
export const checkingDomain = (id: string) =>
  mutationOptions({
    mutationFn: () => readAnswer(teams[':id'].hostname.check.$post({ param: { id } })),
    onSettled: (_check, _error, _sent, _shown, { client: queries }) => refresh(queries, id),
  })

export const removingDomain = (id: string) =>
  mutationOptions({
    mutationFn: () => awaitSuccess(teams[':id'].hostname.$delete({ param: { id } })),
    onSettled: (_done, _error, _sent, _shown, { client: queries }) => refresh(queries, id),
  })

import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import * as v from 'valibot'
import { type CreateForm, FormDraft, type SaveDraft } from '../../domain/forms/contract.ts'
import type { FormRoutes, TeamFormRoutes } from '../../worker/forms/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { getDeviceTimeZone } from '../availability/time-zones.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const client = hc<FormRoutes>('/api/forms')
const teams = hc<TeamFormRoutes>('/api/teams')

const listKey = ['forms', 'mine'] as const

/** Forms of all communities in which the viewer may build forms. */
export const ownForms = infiniteQueryOptions({
  queryKey: listKey,
  queryFn: ({ pageParam, signal }) => readAnswer(client.index.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
  staleTime: 0,
  meta: { offline: true },
})

/** Reading it with its schema also gives an older draft what was added to forms since then. */
export const fetchDraft = async (id: string, signal?: AbortSignal): Promise<FormDraft> =>
  v.parse(FormDraft, await readAnswer(client[':id'].draft.$get({ param: { id } }, signal ? { init: { signal } } : {})))

/** A form that is being built. It is never cached, because the builder must start from what is saved now. */
export const formDraft = (id: string) =>
  queryOptions({
    queryKey: ['forms', id, 'draft'],
    queryFn: ({ signal }) => fetchDraft(id, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Returns the new version. */
export const saveDraft = async (id: string, json: SaveDraft): Promise<number> =>
  (await readAnswer(client[':id'].draft.$put({ param: { id }, json }))).version

export const publishForm = (id: string, json: { version: number; keepsClosed?: boolean }): Promise<void> =>
  awaitSuccess(client[':id'].versions.$post({ param: { id }, json }))

export const refreshForms = (queries: QueryClient) => queries.invalidateQueries({ queryKey: listKey })

const refreshAfter = {
  // Also after a refusal: it mostly means that the list is out of date.
  onSettled: (_data: unknown, _error: Error | null, _variables: unknown, _result: unknown, { client: queries }: { client: QueryClient }) =>
    refreshForms(queries),
}

export const creatingForm = mutationOptions({
  mutationFn: ({ teamId, ...json }: CreateForm & { teamId: string }) =>
    readAnswer(teams[':id'].forms.$post({ param: { id: teamId }, json: { ...json, timeZone: getDeviceTimeZone() } })),
  ...refreshAfter,
})

export const closingForm = mutationOptions({
  mutationFn: ({ id, isClosed }: { id: string; isClosed: boolean }) =>
    awaitSuccess(client[':id'].$patch({ param: { id }, json: { isClosed } })),
  ...refreshAfter,
})

export const deletingForm = mutationOptions({
  mutationFn: (id: string) => awaitSuccess(client[':id'].$delete({ param: { id } })),
  ...refreshAfter,
})

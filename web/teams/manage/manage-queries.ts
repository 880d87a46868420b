import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { Capability } from '../../../domain/access/can.ts'
import type { TopicForm } from '../../../domain/team-topics/contract.ts'
import type { ChangeRole, ChangeTeam, HoldersSearch, TeamPhoto } from '../../../domain/teams/contract.ts'
import { minute } from '../../../domain/time/spans.ts'
import type { TeamTopicRoutes } from '../../../worker/team-topics/routes.ts'
import type { ManageTeamRoutes } from '../../../worker/teams/manage-routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'
import { fromCursor, keysetPages } from '../../keyset.ts'

const client = hc<ManageTeamRoutes>('/api/teams')
const topics = hc<TeamTopicRoutes>('/api/teams')

const refresh = (queries: QueryClient, id: string) => queries.invalidateQueries({ queryKey: ['teams', id] })

/** What the form of a community starts from. */
export const teamForm = (id: string) =>
  queryOptions({
    queryKey: ['teams', id, 'form'],
    queryFn: ({ signal }) => readAnswer(client[':id'].form.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
    retry: false,
  })

export const changingTeam = (id: string) =>
  mutationOptions({
    mutationFn: (json: ChangeTeam) => readAnswer(client[':id'].$put({ param: { id }, json })),
    // The name and the picture are shown in many lists.
    onSuccess: (_saved, _json, _shown, { client: queries }) => void queries.invalidateQueries({ queryKey: ['teams'] }),
  })

/** Uses `fetch`, because the typed client cannot send bytes. The answer is the URL of the photo, or null after it was removed. */
export const settingTeamPhoto = (id: string) =>
  mutationOptions({
    mutationFn: async (photo: Blob | null): Promise<string | null> => {
      const [address, signal] = [`/api/teams/${encodeURIComponent(id)}/photo`, AbortSignal.timeout(minute)]
      if (!photo) {
        await awaitSuccess(fetch(address, { method: 'DELETE', signal }))
        return null
      }
      const headers = { 'content-type': photo.type }
      return (await readAnswer<TeamPhoto>(fetch(address, { method: 'PUT', headers, body: photo, signal }))).photoUrl
    },
    onSuccess: (_url, _photo, _shown, { client: queries }) => void queries.invalidateQueries({ queryKey: ['teams'] }),
  })

/** An action that a screen can explain to a person who may not do it. */
export type ExplainedCapability = HoldersSearch['capability'] & Capability

/** The first members who may do this. */
export const roleHolders = (id: string, capability: ExplainedCapability) =>
  queryOptions({
    queryKey: ['teams', id, 'holders', capability],
    queryFn: ({ signal }) => readAnswer(client[':id'].holders.$get({ param: { id }, query: { capability } }, { init: { signal } })),
    staleTime: 60_000,
    retry: false,
  })

/** Who changed what, the newest change first. */
export const teamChanges = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['teams', id, 'changes'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(client[':id'].changes.$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
    staleTime: 0,
    retry: false,
  })

export const teamTopics = (id: string) =>
  queryOptions({
    queryKey: ['teams', id, 'topics'],
    queryFn: async ({ signal }) => (await readAnswer(topics[':id'].topics.$get({ param: { id } }, { init: { signal } }))).topics,
    staleTime: 0,
  })

/** Adds a topic. With an id, it changes that one. */
export const savingTopic = (id: string, topicId: string | null) =>
  mutationOptions({
    mutationFn: (json: TopicForm & { idempotencyKey?: string }) => {
      if (topicId === null) return readAnswer(topics[':id'].topics.$post({ param: { id }, json }))
      const { name, description } = json
      return readAnswer(topics[':id'].topics[':topicId'].$put({ param: { id, topicId }, json: { name, description } }))
    },
    onSettled: (_topic, _error, _json, _shown, { client: queries }) => refresh(queries, id),
  })

export const deletingTopic = (id: string) =>
  mutationOptions({
    mutationFn: (topicId: string) => awaitSuccess(topics[':id'].topics[':topicId'].$delete({ param: { id, topicId } })),
    onSettled: (_done, _error, _topicId, _shown, { client: queries }) => refresh(queries, id),
  })

export const orderingTopics = (id: string) =>
  mutationOptions({
    mutationFn: (ids: string[]) => readAnswer(topics[':id']['topic-order'].$put({ param: { id }, json: { ids } })),
    onSettled: (_done, _error, _ids, _shown, { client: queries }) => refresh(queries, id),
  })

export const changingRole = (id: string) =>
  mutationOptions({
    mutationFn: async ({ userId, to, title }: { userId: string; to?: ChangeRole | undefined; title?: string }) => {
      const param = { id, userId }
      if (to !== undefined) await awaitSuccess(client[':id'].members[':userId'].role.$put({ param, json: to }))
      if (title !== undefined) await awaitSuccess(client[':id'].members[':userId'].title.$put({ param, json: { title } }))
    },
    onSettled: (_done, _error, _sent, _shown, { client: queries }) => refresh(queries, id),
  })

export const removingMember = (id: string) =>
  mutationOptions({
    mutationFn: (userId: string) => awaitSuccess(client[':id'].members[':userId'].$delete({ param: { id, userId } })),
    onSettled: (_done, _error, _userId, _shown, { client: queries }) =>
      Promise.all([refresh(queries, id), queries.invalidateQueries({ queryKey: ['seasons'] })]),
  })

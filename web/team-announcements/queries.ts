import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ChangeAnnouncement, CreateAnnouncement, readerLists } from '../../domain/team-announcements/contract.ts'
import { teamDetailKey } from '../../domain/teams/keys.ts'
import type { TeamAnnouncementRoutes } from '../../worker/team-announcements/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const client = hc<TeamAnnouncementRoutes>('/api/teams')
const announcements = client[':id'].announcements

/** All lists of the announcements of one community. */
const announcementsKey = (id: string) => ['teams', id, 'announcements']

/** The announcements of all topics, or of one. */
export const teamAnnouncements = (id: string, topic: string | null) =>
  infiniteQueryOptions({
    queryKey: [...announcementsKey(id), 'list', topic],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(
        announcements.$get(
          { param: { id }, query: { ...(topic === null ? {} : { topic }), ...fromCursor(pageParam) } },
          { init: { signal } },
        ),
      ),
    ...keysetPages,
    staleTime: 30_000,
    meta: { offline: true },
  })

export const announcementReaders = (id: string, announcementId: string, list: (typeof readerLists)[number]) =>
  infiniteQueryOptions({
    queryKey: [...announcementsKey(id), 'readers', announcementId, list],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(
        announcements[':announcementId'].readers.$get(
          { param: { id, announcementId }, query: { list, ...fromCursor(pageParam) } },
          { init: { signal } },
        ),
      ),
    ...keysetPages,
  })

const refresh = (queries: QueryClient, id: string) => queries.invalidateQueries({ queryKey: announcementsKey(id) })

export const announcing = (id: string) =>
  mutationOptions({
    mutationFn: (json: CreateAnnouncement) => readAnswer(announcements.$post({ param: { id }, json })),
    onSuccess: (_created, _json, _context, { client: queries }) => refresh(queries, id),
  })

type Change = ChangeAnnouncement & { announcementId: string }

export const changingAnnouncement = (id: string) =>
  mutationOptions({
    mutationFn: ({ announcementId, ...json }: Change) =>
      readAnswer(announcements[':announcementId'].$put({ param: { id, announcementId }, json })),
    // Also after a conflict, so that the list shows what the other person saved.
    onSettled: (_changed, _error, _json, _context, { client: queries }) => refresh(queries, id),
  })

export const deletingAnnouncement = (id: string) =>
  mutationOptions({
    mutationFn: (announcementId: string) => awaitSuccess(announcements[':announcementId'].$delete({ param: { id, announcementId } })),
    onSettled: (_deleted, _error, _id, _context, { client: queries }) => refresh(queries, id),
  })

/** The list keeps its marks of what is new until it is loaded again, but the counts elsewhere change at once. */
export const recordingRead = (id: string) =>
  mutationOptions({
    mutationFn: (ids: string[]) => awaitSuccess(announcements.read.$post({ param: { id }, json: { ids } })),
    onSuccess: (_done, _ids, _context, { client: queries }) =>
      Promise.all([teamDetailKey(id), ['teams', 'mine'], ['notifications']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })

import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ErrorCode } from '../../../domain/errors.ts'
import type { CancelEvent, Scope } from '../../../domain/events/form-contract.ts'
import { eventKey } from '../../../domain/events/keys.ts'
import type { AddUnregistered, HostAction, PostUpdate } from '../../../domain/events/manage-contract.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import type { ManageRoutes } from '../../../worker/events/manage-routes.ts'
import type { EventRoutes } from '../../../worker/events/routes.ts'
import { readAnswer, untilDone } from '../../api.ts'
import type { CheckIn } from '../check-in/check-in-queue.ts'
import { refreshGames } from '../refresh-games.ts'

const client = hc<ManageRoutes>('/api/events')
const events = hc<EventRoutes>('/api/events')

/** All who come, wait or asked; also at a gate without a network. */
export const managedEvent = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'manage'],
    queryFn: ({ signal }) => readAnswer(client[':id'].manage.$get({ param: { id } }, { init: { signal } })),
    meta: { offline: true },
  })

/** Who joins and leaves shows by itself on a page that is looked at. */
export const managePollMs = 15_000

const notMine: readonly ErrorCode[] = ['NotItsHost', 'ProfileIncomplete', 'NotAllowed']

/** Somebody else's to run. */
export const isNotMine = (error: unknown) => error instanceof ShownError && notMine.includes(error.code)

/** What became of a write is the server's to say: it stands on the page before the write counts as done. */
const askAgain = (queries: QueryClient, id: string) =>
  Promise.all([
    // Its own page and what the hosts said, which are not on the screen.
    queries.invalidateQueries({ queryKey: eventKey(id), refetchType: 'none' }),
    refreshGames(queries, { except: id }),
  ])

type Acted = { done: number; refused: { joinerId: string; error: unknown }[] }

/** One word on several entries, in their order: who asked first is seated first. */
export const actingOnJoiners = (id: string) =>
  mutationOptions({
    mutationKey: ['events', id, 'act'],
    mutationFn: async ({ joinerIds, action }: { joinerIds: readonly string[]; action: HostAction }): Promise<Acted> => {
      const refused: Acted['refused'] = []
      for (const joinerId of joinerIds) {
        try {
          await untilDone(client[':id'].joiners[':joinerId'].$post({ param: { id, joinerId }, json: { action } }))
        } catch (error) {
          if (joinerIds.length === 1) throw error
          refused.push({ joinerId, error })
        }
      }
      return { done: joinerIds.length - refused.length, refused }
    },
    onSettled: (_data, _error, _acted, _result, { client: queries }) => askAgain(queries, id),
  })

export const movingJoiner = (id: string) =>
  mutationOptions({
    mutationFn: ({ joinerId, slotId }: { joinerId: string; slotId: string | null }) =>
      untilDone(client[':id'].joiners[':joinerId'].slot.$put({ param: { id, joinerId }, json: { slotId } })),
    onSettled: (_data, _error, _moved, _result, { client: queries }) => askAgain(queries, id),
  })

export const addingUnregistered = (id: string) =>
  mutationOptions({
    mutationFn: (json: AddUnregistered) => untilDone(client[':id'].joiners.$post({ param: { id }, json })),
    onSettled: (_data, _error, _added, _result, { client: queries }) => askAgain(queries, id),
  })

export const postingUpdate = (id: string) =>
  mutationOptions({
    mutationFn: (json: PostUpdate) => untilDone(client[':id'].updates.$post({ param: { id }, json })),
    onSettled: (_data, _error, _posted, _result, { client: queries }) => askAgain(queries, id),
  })

export const cancellingEvent = (id: string) =>
  mutationOptions({
    mutationFn: (json: CancelEvent) => untilDone(events[':id'].cancel.$post({ param: { id }, json })),
    onSuccess: (_data, _cancelled, _result, { client: queries }) => refreshGames(queries),
  })

export const publishingDraft = (id: string) =>
  mutationOptions({
    mutationFn: (scope: Scope) => untilDone(events[':id'].publish.$post({ param: { id }, json: { publish: { when: 'now' }, scope } })),
    onSettled: (_data, _error, _scope, _result, { client: queries }) => refreshGames(queries),
  })

export const deletingDraft = (id: string) =>
  mutationOptions({
    mutationFn: (scope: Scope) => untilDone(events[':id'].$delete({ param: { id }, query: { scope } })),
    // The page that shows it is left next; until then it is not asked for again.
    onSuccess: (_data, _scope, _result, { client: queries }) => refreshGames(queries, { refetchType: 'none' }),
  })

export const sendCheckIns = (id: string, checkIns: CheckIn[]) =>
  readAnswer(client[':id']['check-ins'].$put({ param: { id }, json: { checkIns } }))

/** The server has taken these: the list says so before they leave the queue. */
export function noteCheckedIn(queries: QueryClient, id: string, taken: readonly CheckIn[]): void {
  const { queryKey } = managedEvent(id)
  // An answer that is on its way was given before.
  void queries.cancelQueries({ queryKey })
  const byId = new Map(taken.map((item) => [item.joinerId, item]))
  queries.setQueryData(queryKey, (managed) =>
    managed
      ? {
          ...managed,
          joiners: managed.joiners.map((joiner) => {
            const item = byId.get(joiner.id)
            return item && (joiner.checkedInAt ?? 0) < item.at
              ? { ...joiner, arrived: Math.min(joiner.seats, item.arrived), checkedInAt: item.at, isNoShow: item.isNoShow }
              : joiner
          }),
        }
      : managed,
  )
  void queries.invalidateQueries({ queryKey })
  // When they are opened next: the ticket, which says that its holder came, and profiles, which count games played.
  void queries.invalidateQueries({ queryKey: eventKey(id), exact: true, refetchType: 'none' })
  void queries.invalidateQueries({ queryKey: ['profiles', 'public'], refetchType: 'none' })
}

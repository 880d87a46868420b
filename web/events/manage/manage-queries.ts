import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ErrorCode } from '../../../domain/errors.ts'
import type { CancelEvent, Scope } from '../../../domain/events/form-contract.ts'
import { eventKey } from '../../../domain/events/keys.ts'
import type { AddUnregistered, HostAction, PostUpdate } from '../../../domain/events/manage-contract.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import type { ManageRoutes } from '../../../worker/events/manage-routes.ts'
import type { EventRoutes } from '../../../worker/events/routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'
import type { CheckIn } from '../check-in/check-in-queue.ts'
import { refreshGames } from '../refresh-games.ts'

const client = hc<ManageRoutes>('/api/events')
const events = hc<EventRoutes>('/api/events')

/** A game with everyone on its list. It is kept for offline use, because hosts check people in at places without a network. */
export const managedEvent = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'manage'],
    queryFn: ({ signal }) => readAnswer(client[':id'].manage.$get({ param: { id } }, { init: { signal } })),
    meta: { offline: true },
  })

/** How often an open page asks who has joined or left. */
export const managePollMs = 15_000

const notHostErrors: readonly ErrorCode[] = ['HostsOnly', 'ProfileIncomplete', 'NotAllowed']

/** Whether the request failed because the viewer does not host this game. */
export const isNotHost = (error: unknown) => error instanceof ShownError && notHostErrors.includes(error.code)

/** Loads the game again after each change, and waits for the answer: the change counts as done once the page shows it. */
export const refreshManagedGame = (queries: QueryClient, id: string) =>
  Promise.all([
    // The game's own page and its messages are not on the screen, so they are only marked as outdated.
    queries.invalidateQueries({ queryKey: eventKey(id), refetchType: 'none' }),
    refreshGames(queries, { except: id }),
  ])

type ActionResult = { done: number; refused: { joinerId: string; error: unknown }[] }

/** Applies one decision to several joiners, one after the other, so that those who asked first get a seat first. */
export const actingOnJoiners = (id: string) =>
  mutationOptions({
    mutationKey: ['events', id, 'act'],
    mutationFn: async ({ joinerIds, action }: { joinerIds: readonly string[]; action: HostAction }): Promise<ActionResult> => {
      const refused: ActionResult['refused'] = []
      for (const joinerId of joinerIds) {
        try {
          await awaitSuccess(client[':id'].joiners[':joinerId'].$post({ param: { id, joinerId }, json: { action } }))
        } catch (error) {
          if (joinerIds.length === 1) throw error
          refused.push({ joinerId, error })
        }
      }
      return { done: joinerIds.length - refused.length, refused }
    },
    onSettled: (_data, _error, _acted, _result, { client: queries }) => refreshManagedGame(queries, id),
  })

export const movingJoiner = (id: string) =>
  mutationOptions({
    mutationFn: ({ joinerId, slotId }: { joinerId: string; slotId: string | null }) =>
      awaitSuccess(client[':id'].joiners[':joinerId'].slot.$put({ param: { id, joinerId }, json: { slotId } })),
    onSettled: (_data, _error, _moved, _result, { client: queries }) => refreshManagedGame(queries, id),
  })

export const addingUnregistered = (id: string) =>
  mutationOptions({
    mutationFn: (json: AddUnregistered) => awaitSuccess(client[':id'].joiners.$post({ param: { id }, json })),
    onSettled: (_data, _error, _added, _result, { client: queries }) => refreshManagedGame(queries, id),
  })

export const postingUpdate = (id: string) =>
  mutationOptions({
    mutationFn: (json: PostUpdate) => awaitSuccess(client[':id'].updates.$post({ param: { id }, json })),
    onSettled: (_data, _error, _posted, _result, { client: queries }) => refreshManagedGame(queries, id),
  })

export const cancellingEvent = (id: string) =>
  mutationOptions({
    mutationFn: (json: CancelEvent) => awaitSuccess(events[':id'].cancel.$post({ param: { id }, json })),
    onSuccess: (_data, _cancelled, _result, { client: queries }) => refreshGames(queries),
  })

export const publishingDraft = (id: string) =>
  mutationOptions({
    mutationFn: (scope: Scope) => awaitSuccess(events[':id'].publish.$post({ param: { id }, json: { publish: { when: 'now' }, scope } })),
    onSettled: (_data, _error, _scope, _result, { client: queries }) => refreshGames(queries),
  })

export const deletingDraft = (id: string) =>
  mutationOptions({
    mutationFn: (scope: Scope) => awaitSuccess(events[':id'].$delete({ param: { id }, query: { scope } })),
    // The person leaves this page next, so we do not load the deleted game again.
    onSuccess: (_data, _scope, _result, { client: queries }) => refreshGames(queries, { refetchType: 'none' }),
  })

export const sendCheckIns = (id: string, checkIns: CheckIn[]) =>
  readAnswer(client[':id']['check-ins'].$put({ param: { id }, json: { checkIns } }))

/** Writes check-ins that the server has accepted into the loaded list, before they leave the queue. */
export function applyCheckIns(queries: QueryClient, id: string, taken: readonly CheckIn[]): void {
  const { queryKey } = managedEvent(id)
  // A running request may have been answered before the server got these check-ins.
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
  // The ticket shows that its holder is checked in, and profiles count games played: both are loaded again when they are opened next.
  void queries.invalidateQueries({ queryKey: eventKey(id), exact: true, refetchType: 'none' })
  void queries.invalidateQueries({ queryKey: ['profiles', 'public'], refetchType: 'none' })
}

import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { EventDetail, EventLive, JoinerPage } from '../../domain/events/contract.ts'
import type { BringFriends, ChangeJoiner, JoinEvent, JoinerAnswer, TakeSeat } from '../../domain/events/join-contract.ts'
import { eventKey } from '../../domain/events/keys.ts'
import type { JoinSeries, SeriesAnswer } from '../../domain/events/series-contract.ts'
import { livePollMs } from '../../domain/events/viewer-state.ts'
import type { MyJoinerRoutes } from '../../worker/events/joiner-routes.ts'
import type { EventRoutes } from '../../worker/events/routes.ts'
import type { VisitorRoutes } from '../../worker/events/visitor-routes.ts'
import { ApiError, isNotFound, readAnswer, readIfChanged } from '../api.ts'
import { keyedQuery } from '../keyed-query.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { askEvery } from '../presence/live-state.ts'
import { refreshGames } from './refresh-games.ts'

const events = hc<EventRoutes>('/api/events')
const joinerClient = hc<MyJoinerRoutes>('/api/events')
const visits = hc<VisitorRoutes>('/api/events')

/** A game with everything that its page shows. */
export const eventById = (id: string) =>
  keyedQuery({
    queryKey: eventKey(id),
    queryFn: ({ signal }) => readAnswer<EventDetail>(events[':id'].$get({ param: { id } }, { init: { signal } })),
    // A game that was opened before can be opened offline, with its ticket: many courts have no network.
    meta: { offline: { newest: 60 } },
  })

/** The ETag of each answer from the server. After a change on this device the object is a new one without a tag. */
const etags = new WeakMap<EventLive, string>()

/**
 * The part of a game that changes while someone looks at its page. It is loaded again and again while the page is
 * visible, and written into `eventById`. If nothing has changed, the server answers with a few bytes.
 */
export const eventLive = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'live'],
    queryFn: async ({ client, signal }) => {
      const { queryKey } = eventById(id)
      const shown = client.getQueryData(queryKey)?.live
      const tag = shown && etags.get(shown)
      const answer = await readIfChanged<EventLive>(
        events[':id'].live.$get({ param: { id } }, { ...(tag ? { headers: { 'if-none-match': tag } } : {}), init: { signal } }),
      ).catch((error: unknown) => {
        // The game was deleted, or is a draft that is no longer scheduled: its page must load again to say so.
        if (isNotFound(error)) void client.invalidateQueries({ queryKey, exact: true })
        throw error
      })
      if (!answer) return Date.now()
      client.setQueryData(queryKey, (event) => event && { ...event, live: answer.body })
      const stored = client.getQueryData(queryKey)?.live
      if (stored && answer.etag) etags.set(stored, answer.etag)
      // A new version means that the hosts changed more than the seats.
      if (shown && shown.version !== answer.body.version) void client.invalidateQueries({ queryKey, exact: true })
      return Date.now()
    },
    refetchInterval: askEvery(livePollMs),
    refetchIntervalInBackground: false,
    // The socket only tells what changes from now on.
    staleTime: 0,
    retry: false,
  })

/** Everyone who is going, as far as the viewer may see them. The game itself only has the first of them. */
export const eventJoiners = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['events', id, 'joiners'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer<JoinerPage>(visits[':id'].joiners.$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
    staleTime: 0,
  })

export const eventUpdates = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'updates'],
    queryFn: ({ signal }) => readAnswer(visits[':id'].updates.$get({ param: { id } }, { init: { signal } })),
    meta: { offline: { newest: 30 } },
  })

/** After the viewer has joined, changed their seat or left: shows the game as the server answered it, and loads the lists with this game again. */
async function showAnswer(client: QueryClient, id: string, { live }: JoinerAnswer): Promise<void> {
  const { queryKey } = eventById(id)
  // A request that was sent before the change would overwrite it with the old state.
  await client.cancelQueries({ queryKey })
  const shown = client.getQueryData(queryKey)?.live
  client.setQueryData(queryKey, (event) => event && { ...event, live: live ?? { ...event.live, mine: null } })
  // A new version means that the hosts changed more than the seats.
  if (shown && live && shown.version !== live.version) void client.invalidateQueries({ queryKey, exact: true })
  void refreshGames(client, { except: id })
}

/** A request may be refused because the game has changed, so we load the game again. */
async function showRefusal(client: QueryClient, id: string, error: Error): Promise<void> {
  if (!(error instanceof ApiError) || error.status === 400) return
  const { queryKey } = eventById(id)
  await client.cancelQueries({ queryKey })
  // If the game cannot be loaded, the person still sees why the request was refused.
  await client.prefetchQuery({ ...eventById(id), staleTime: 0, retry: false })
  void refreshGames(client, { except: id })
}

export const joinerMutationKey = (id: string) => ['events', id, 'part']

/** A mutation that changes the viewer's own seat, request or place on the waitlist. */
const joinerMutation = <Input = void, Answer extends JoinerAnswer = JoinerAnswer>(id: string, send: (input: Input) => Promise<Answer>) =>
  mutationOptions({
    mutationKey: joinerMutationKey(id),
    mutationFn: send,
    onSuccess: (answer, _input, _shown, { client }) => showAnswer(client, id, answer),
    onError: (error, _input, _shown, { client }) => showRefusal(client, id, error),
  })

export const joining = (id: string) =>
  joinerMutation(id, (json: JoinEvent) => readAnswer(joinerClient[':id'].me.$put({ param: { id }, json })))

/** After a change of several dates, also the list of the other dates on the page is out of date. */
const seriesMutation = <Input = void>(id: string, send: (input: Input) => Promise<SeriesAnswer>) => {
  const mutation = joinerMutation(id, send)
  return mutationOptions({
    ...mutation,
    onSuccess: async (answer, input, shown, context) => {
      await mutation.onSuccess?.(answer, input, shown, context)
      void context.client.invalidateQueries({ queryKey: eventById(id).queryKey, exact: true })
    },
  })
}

export const joiningSeries = (id: string) =>
  seriesMutation(id, (json: JoinSeries) => readAnswer<SeriesAnswer>(joinerClient[':id'].me.series.$put({ param: { id }, json })))

/** Gives up the seats in this date and in all later ones. */
export const leavingSeries = (id: string) =>
  seriesMutation(id, () => readAnswer<SeriesAnswer>(joinerClient[':id'].me.series.$delete({ param: { id } })))

export const changingJoiner = (id: string) =>
  joinerMutation(id, (json: ChangeJoiner) => readAnswer(joinerClient[':id'].me.$patch({ param: { id }, json })))

/** Holds seats for friends of a player who has joined before. */
export const bringingFriends = (id: string) =>
  joinerMutation(id, (json: BringFriends) => readAnswer(joinerClient[':id'].me.friends.$post({ param: { id }, json })))

/** Gives up a seat, a place on the waitlist, an offer or a request to join. */
export const leaving = (id: string) => joinerMutation(id, () => readAnswer(joinerClient[':id'].me.$delete({ param: { id } })))

export const takingSeat = (id: string) =>
  joinerMutation(id, (json: TakeSeat) => readAnswer(joinerClient[':id'].me.take.$post({ param: { id }, json })))

/** Offers the viewer's seat to another person. */
export const offeringSeat = (id: string) =>
  joinerMutation(id, (to: string) => readAnswer(joinerClient[':id'].me.transfer.$post({ param: { id }, json: { to } })))

export const takingBackSeat = (id: string) =>
  joinerMutation(id, () => readAnswer(joinerClient[':id'].me.transfer.$delete({ param: { id } })))

/** Accepts or declines a seat that a player offers to the viewer. */
export const answeringTransfer = (id: string) =>
  joinerMutation(id, ({ transferId, isAccepted }: { transferId: string; isAccepted: boolean }) => {
    const transfer = joinerClient[':id'].me.transfers[':transferId']
    const param = { id, transferId }
    return readAnswer(isAccepted ? transfer.accept.$post({ param }) : transfer.decline.$post({ param }))
  })

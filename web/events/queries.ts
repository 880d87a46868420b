import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { EventDetail, EventLive, MyPart } from '../../domain/events/contract.ts'
import type { ChangePart, InvitePeople, JoinEvent } from '../../domain/events/join-contract.ts'
import { eventKey } from '../../domain/events/keys.ts'
import { livePollMs } from '../../domain/events/standing.ts'
import type { OfferRoutes, PartRoutes } from '../../worker/events/joiner-routes.ts'
import type { EventRoutes } from '../../worker/events/routes.ts'
import type { VisitorRoutes } from '../../worker/events/visitor-routes.ts'
import { ApiError, isNotFound, readAnswer, readUnlessSame, untilDone } from '../api.ts'
import { keyedQuery } from '../keyed-query.ts'
import { refreshGames } from './refresh-games.ts'

const events = hc<EventRoutes>('/api/events')
const parts = hc<PartRoutes>('/api/events')
const visits = hc<VisitorRoutes>('/api/events')
const offers = hc<OfferRoutes>('/api/seat-offers')

/** A game with all of its page. */
export const eventById = (id: string) =>
  keyedQuery({
    queryKey: eventKey(id),
    queryFn: ({ signal }) => readAnswer<EventDetail>(events[':id'].$get({ param: { id } }, { init: { signal } })),
    // Seen games can be seen again beside a court without a network, tickets included.
    meta: { offline: { newest: 60 } },
  })

/** The name the server gave to just this answer. What was changed since is another object and has none. */
const tags = new WeakMap<EventLive, string>()

/**
 * What changes while one looks. Asked for again while the page is in sight; what came is put into the game above, and is
 * answered in a few bytes where nothing changed.
 */
export const eventLive = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'live'],
    queryFn: async ({ client, signal }) => {
      const { queryKey } = eventById(id)
      const shown = client.getQueryData(queryKey)?.live
      const tag = shown && tags.get(shown)
      const answer = await readUnlessSame<EventLive>(
        events[':id'].live.$get({ param: { id } }, { ...(tag ? { headers: { 'if-none-match': tag } } : {}), init: { signal } }),
      ).catch((error: unknown) => {
        // A draft whose time was taken away, or that was thrown away: its page says so as well.
        if (isNotFound(error)) void client.invalidateQueries({ queryKey, exact: true })
        throw error
      })
      if (!answer) return Date.now()
      client.setQueryData(queryKey, (event) => event && { ...event, live: answer.body })
      const kept = client.getQueryData(queryKey)?.live
      if (kept && answer.etag) tags.set(kept, answer.etag)
      // The hosts changed more than the seats.
      if (shown && shown.version !== answer.body.version) void client.invalidateQueries({ queryKey, exact: true })
      return Date.now()
    },
    refetchInterval: livePollMs,
    refetchIntervalInBackground: false,
    staleTime: livePollMs,
    retry: false,
  })

export const eventUpdates = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'updates'],
    queryFn: ({ signal }) => readAnswer(visits[':id'].updates.$get({ param: { id } }, { init: { signal } })),
    meta: { offline: { newest: 30 } },
  })

/** After a change of one's part: the game as the server has it now, and every list it stands in. No seat is guessed. */
async function lookAgain(client: QueryClient, id: string, part?: MyPart | null): Promise<void> {
  const { queryKey } = eventById(id)
  await client.cancelQueries({ queryKey })
  try {
    await client.fetchQuery({ ...eventById(id), staleTime: 0, retry: false })
  } catch {
    // The change itself was answered: that much is known.
    if (part !== undefined) client.setQueryData(queryKey, (event) => event && { ...event, live: { ...event.live, mine: part } })
  }
  void refreshGames(client, { except: id })
}

/** What was refused may be refused because the game has changed: then the page says how it is now. */
const refused = async (client: QueryClient, id: string, error: Error) => {
  if (error instanceof ApiError && error.status !== 400) await lookAgain(client, id)
}

export const joining = (id: string) =>
  mutationOptions({
    mutationKey: ['events', id, 'part'],
    mutationFn: (json: JoinEvent) => readAnswer<MyPart>(parts[':id'].me.$put({ param: { id }, json })),
    onSuccess: (part, _json, _shown, { client }) => lookAgain(client, id, part),
    onError: (error, _json, _shown, { client }) => refused(client, id, error),
  })

export const changingPart = (id: string) =>
  mutationOptions({
    mutationKey: ['events', id, 'part'],
    mutationFn: (json: ChangePart) => readAnswer<MyPart>(parts[':id'].me.$patch({ param: { id }, json })),
    onSuccess: (part, _json, _shown, { client }) => lookAgain(client, id, part),
    onError: (error, _json, _shown, { client }) => refused(client, id, error),
  })

/** Leaving a seat, the line, an offer or a question to the host. */
export const leaving = (id: string) =>
  mutationOptions({
    mutationKey: ['events', id, 'part'],
    mutationFn: () => untilDone(parts[':id'].me.$delete({ param: { id } })),
    onSuccess: (_done, _void, _shown, { client }) => lookAgain(client, id, null),
  })

export const takingSeat = (id: string) =>
  mutationOptions({
    mutationKey: ['events', id, 'part'],
    mutationFn: () => readAnswer<MyPart>(parts[':id'].me.take.$post({ param: { id } })),
    onSuccess: (part, _void, _shown, { client }) => lookAgain(client, id, part),
    onError: (error, _void, _shown, { client }) => refused(client, id, error),
  })

export const transferringSeat = (id: string) =>
  mutationOptions({
    mutationKey: ['events', id, 'part'],
    mutationFn: (to: string) => untilDone(parts[':id'].me.transfer.$post({ param: { id }, json: { to } })),
    onSuccess: (_done, _to, _shown, { client }) => lookAgain(client, id, null),
  })

export const invitingPeople = (id: string) =>
  mutationOptions({
    mutationFn: (json: InvitePeople) => readAnswer(visits[':id'].invites.$post({ param: { id }, json })),
  })

/** What the link in a mail is about. Reading it answers nothing. */
export const seatOffer = (token: string) =>
  queryOptions({
    queryKey: ['seat-offers', token],
    queryFn: ({ signal }) => readAnswer(offers[':token'].$get({ param: { token } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
  })

export const answeringOffer = (token: string) =>
  mutationOptions({
    mutationFn: (isTaken: boolean) =>
      untilDone(isTaken ? offers[':token'].take.$post({ param: { token } }) : offers[':token'].reject.$post({ param: { token } })),
    onSettled: async (_done, _error, _isTaken, _shown, { client }) => {
      await client.invalidateQueries({ queryKey: seatOffer(token).queryKey })
      void refreshGames(client)
    },
  })

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { can } from '../../../domain/access/can.ts'
import type { ActivityId } from '../../../domain/activities.ts'
import type { ChangeEvent, CreateEvent, EventPicture, PublishChoice, Scope, SlotMove } from '../../../domain/events/form-contract.ts'
import type { LatLng } from '../../../domain/geo/contract.ts'
import { minute } from '../../../domain/time/spans.ts'
import type { EventRoutes } from '../../../worker/events/routes.ts'
import type { TeamFormRoutes } from '../../../worker/forms/routes.ts'
import type { PlaceRoutes } from '../../../worker/places/routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'
import { myTeams } from '../../teams/queries.ts'
import { refreshGames } from '../refresh-games.ts'

const client = hc<EventRoutes>('/api/events')
const places = hc<PlaceRoutes>('/api/places')
const teams = hc<TeamFormRoutes>('/api/teams')

/** A game as form values. It is never cached, because a form must start from what is saved now. */
export const eventForm = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'form'],
    queryFn: ({ signal }) => readAnswer(client[':id'].form.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
  })

/** Who would get the money for a new game, or for a game that the viewer edits. */
export const payees = (eventId: string | null) =>
  queryOptions({
    queryKey: ['events', 'payees', eventId],
    queryFn: ({ signal }) => readAnswer(client.payees.$get({ query: eventId === null ? {} : { eventId } }, { init: { signal } })),
  })

/** The forms that a game of this community can ask for. */
export const askableForms = (teamId: string) =>
  queryOptions({
    queryKey: ['teams', teamId, 'askable-forms'],
    queryFn: ({ signal }) => readAnswer(teams[':id'].forms.$get({ param: { id: teamId } }, { init: { signal } })),
    retry: false,
  })

/** Past and upcoming games of the viewer, as a player or a host. */
export const ownGames = queryOptions({
  queryKey: ['events', 'mine', 'around'],
  queryFn: async ({ signal }) => {
    const page = (when: 'upcoming' | 'past') => readAnswer(client.mine.$get({ query: { when } }, { init: { signal } }))
    const [upcoming, past] = await Promise.all([page('upcoming'), page('past')])
    return { upcoming: upcoming.events, past: past.events }
  },
  staleTime: 0,
})

/** The nearest places for an activity. */
export const placesNear = (around: LatLng | null, activity: ActivityId) => {
  const query = { lat: String(around?.lat ?? 0), lng: String(around?.lng ?? 0), activity }
  return queryOptions({
    queryKey: ['places', 'nearest', query],
    queryFn: ({ signal }) => readAnswer(places.nearest.$get({ query }, { init: { signal } })),
    enabled: around !== null,
  })
}

/** Communities for which the viewer may host games. */
export const hostedCommunities = queryOptions({
  ...myTeams,
  select: (teams) => teams.filter((team) => can(team, 'events.manage')).map(({ id, name }) => ({ id, name })),
})

export const creatingEvent = mutationOptions({
  mutationFn: (json: CreateEvent) => readAnswer(client.index.$post({ json })),
  onSuccess: (_made, _sent, _result, { client: queries }) => void refreshGames(queries),
})

export const changingEvent = mutationOptions({
  mutationFn: ({ id, ...json }: Omit<ChangeEvent, 'slotMoves'> & { id: string; slotMoves: SlotMove[] }) =>
    awaitSuccess(client[':id'].$patch({ param: { id }, json })),
  onSuccess: (_done, _sent, _result, { client: queries }) => void refreshGames(queries),
})

export const publishingEvent = mutationOptions({
  mutationFn: ({ id, ...json }: { id: string; publish: PublishChoice; scope: Scope }) =>
    awaitSuccess(client[':id'].publish.$post({ param: { id }, json })),
  onSuccess: (_done, _sent, _result, { client: queries }) => void refreshGames(queries),
})

export const deletingDraft = mutationOptions({
  mutationFn: ({ id, scope }: { id: string; scope: Scope }) => awaitSuccess(client[':id'].$delete({ param: { id }, query: { scope } })),
  // The person leaves this page next, so we do not load the deleted game again.
  onSuccess: (_done, _sent, _result, { client: queries }) => void refreshGames(queries, { refetchType: 'none' }),
})

/** Uses `fetch`, because the typed client cannot send bytes. */
export const settingPicture = mutationOptions({
  mutationFn: async ({ id, scope, picture }: { id: string; scope: Scope; picture: Blob | null }) => {
    const address = `/api/events/${id}/picture?scope=${scope}`
    const signal = AbortSignal.timeout(minute)
    if (!picture) return awaitSuccess(fetch(address, { method: 'DELETE', signal }))
    const headers = { 'content-type': picture.type }
    await readAnswer<EventPicture>(fetch(address, { method: 'PUT', headers, body: picture, signal }))
  },
  onSuccess: (_done, _sent, _result, { client: queries }) => void refreshGames(queries),
})

/** Loads the picture of an earlier game, so that a similar game can use it too. */
export const loadPicture = async (url: string): Promise<Blob> => (await fetch(url, { signal: AbortSignal.timeout(minute) })).blob()

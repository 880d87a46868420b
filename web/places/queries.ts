import { infiniteQueryOptions, keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { placeEventsKey } from '../../domain/events/keys.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import type { CallPlayers, ChangePlace, CreatePlace, PlaceDetail, SavedPhotos } from '../../domain/places/contract.ts'
import { placeKey } from '../../domain/places/keys.ts'
import { hereFor } from '../../domain/places/kinds.ts'
import { minute } from '../../domain/time/spans.ts'
import type { EventRoutes } from '../../worker/events/routes.ts'
import type { PlaceRoutes } from '../../worker/places/routes.ts'
import { evenIfLeft, readAnswer, untilDone } from '../api.ts'
import { keyedPages, keyedQuery } from '../keyed-query.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { sayFailure } from '../ui/say-failure.ts'

const client = hc<PlaceRoutes>('/api/places')
const events = hc<EventRoutes>('/api/events')

export const placeById = (id: string) =>
  keyedQuery({
    queryKey: placeKey(id),
    queryFn: ({ signal }) => readAnswer(client[':id'].$get({ param: { id } }, { init: { signal } })),
    meta: { offline: { newest: 50 } },
  })

/** The next games at a place. */
export const eventsAtPlace = (id: string) =>
  keyedPages({
    queryKey: placeEventsKey(id),
    queryFn: ({ pageParam, signal }) =>
      readAnswer(events.index.$get({ query: { placeId: id, ...fromCursor(pageParam) } }, { init: { signal } })),
    ...keysetPages,
    meta: { offline: { newest: 50 } },
  })

/** What is around a pin already, before it is added once more. */
export const likePlaces = (spot: LatLng | null, name: string) => {
  const round = (degrees: number) => degrees.toFixed(5)
  const query = { lat: round(spot?.lat ?? 0), lng: round(spot?.lng ?? 0), name: name.trim().slice(0, 200) }
  return queryOptions({
    queryKey: ['places', 'near', query],
    queryFn: ({ signal }) => readAnswer(client.near.$get({ query }, { init: { signal } })),
    enabled: spot !== null,
    placeholderData: keepPreviousData,
  })
}

export const placeEdits = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['places', id, 'edits'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(client[':id'].edits.$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
    staleTime: 0,
  })

/** What shows places in lists and on maps: it asks again, at once where it is on the screen. Its own page was asked for already. */
const refreshPlaces = (queries: QueryClient, id: string) =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [feature, of, part] }) =>
      feature === 'search' || (feature === 'discover' && of === 'places') || (feature === 'places' && !(of === id && part === undefined)),
  })

function takeIn(queries: QueryClient, place: PlaceDetail): void {
  queries.setQueryData(placeById(place.id).queryKey, place)
  void refreshPlaces(queries, place.id)
}

export const addingPlace = mutationOptions({
  mutationFn: (json: CreatePlace) => readAnswer(client.index.$post({ json })),
  onSuccess: (place, _, _result, { client: queries }) => takeIn(queries, place),
})

export const changingPlace = (id: string) =>
  mutationOptions({
    mutationFn: (json: ChangePlace) => readAnswer(client[':id'].$put({ param: { id }, json })),
    onSuccess: (place, _, _result, { client: queries }) => takeIn(queries, place),
  })

type Mine = NonNullable<PlaceDetail['mine']>

/** Changes what is on screen of a place, before the server knows of it. */
async function changeShown(queries: QueryClient, id: string, change: (place: PlaceDetail, mine: Mine) => PlaceDetail): Promise<void> {
  const { queryKey } = placeById(id)
  // An answer that is on its way was given before this change.
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, (place) => (place?.mine ? change(place, place.mine) : place))
}

const askAgain = (queries: QueryClient, id: string, mutationKey: readonly string[]) => {
  // The last one of several quick changes asks how it stands now.
  if (queries.isMutating({ mutationKey }) === 1) void queries.invalidateQueries({ queryKey: placeById(id).queryKey, exact: true })
}

const withFollowing = (isFollowing: boolean) => (place: PlaceDetail, mine: Mine) =>
  mine.isFollowing === isFollowing
    ? place
    : { ...place, mine: { ...mine, isFollowing }, followers: Math.max(0, place.followers + (isFollowing ? 1 : -1)) }

export const followingPlace = (id: string) => {
  const mutationKey = ['places', id, 'follow']
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: (isOn: boolean) =>
      readAnswer<{ isFollowing: boolean }>(
        isOn ? client[':id'].follow.$put({ param: { id } }, evenIfLeft) : client[':id'].follow.$delete({ param: { id } }, evenIfLeft),
      ),
    onMutate: (isOn, { client: queries }) => changeShown(queries, id, withFollowing(isOn)),
    onError: async (error, isOn, _, { client: queries }) => {
      await changeShown(queries, id, withFollowing(!isOn))
      sayFailure(error)
    },
    onSettled: (_data, _error, _isOn, _result, { client: queries }) => askAgain(queries, id, mutationKey),
  })
}

type Face = PlaceDetail['here']['people'][number]

const withVisit = (me: Face, hereUntil: number | null) => (place: PlaceDetail, mine: Mine) => {
  const others = place.here.people.filter((one) => one.id !== me.id)
  const change = Number(hereUntil !== null) - Number(mine.hereUntil !== null)
  return {
    ...place,
    mine: { ...mine, hereUntil },
    here: { count: Math.max(0, place.here.count + change), people: hereUntil === null ? others : [me, ...others] },
  }
}

/** "I'm here", still here, or leaving. */
export const visitingPlace = (id: string, me: Face) => {
  const mutationKey = ['places', id, 'visit']
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: ({ isHere }: { isHere: boolean; before: number | null }) =>
      readAnswer<{ hereUntil: number | null }>(
        isHere ? client[':id'].visit.$put({ param: { id } }, evenIfLeft) : client[':id'].visit.$delete({ param: { id } }, evenIfLeft),
      ),
    onMutate: ({ isHere }, { client: queries }) => changeShown(queries, id, withVisit(me, isHere ? Date.now() + hereFor : null)),
    onError: async (error, { before }, _, { client: queries }) => {
      await changeShown(queries, id, withVisit(me, before))
      sayFailure(error)
    },
    onSettled: (_data, _error, _isHere, _result, { client: queries }) => askAgain(queries, id, mutationKey),
  })
}

export const callingPlayers = (id: string) =>
  mutationOptions({
    mutationFn: (json: CallPlayers) => untilDone(client[':id'].calls.$post({ param: { id }, json })),
    onSettled: (_data, _error, _call, _result, { client: queries }) =>
      queries.invalidateQueries({ queryKey: placeById(id).queryKey, exact: true }),
  })

const showPhotos = async (queries: QueryClient, id: string, saved: SavedPhotos) => {
  const { queryKey } = placeById(id)
  queries.setQueryData(queryKey, (place) => place && { ...place, photos: saved.photos, version: saved.version })
  await Promise.all([queries.invalidateQueries({ queryKey, exact: true }), refreshPlaces(queries, id)])
}

export const addingPhoto = (id: string) =>
  mutationOptions({
    // The typed client knows no bodies of bytes.
    mutationFn: ({ picture, idempotencyKey }: { picture: Blob; idempotencyKey: string }) =>
      readAnswer<SavedPhotos>(
        fetch(`/api/places/photos?${new URLSearchParams({ place: id, idempotencyKey })}`, {
          method: 'POST',
          headers: { 'content-type': picture.type },
          body: picture,
          signal: AbortSignal.timeout(minute),
        }),
      ),
    onSuccess: (saved, _, _result, { client: queries }) => showPhotos(queries, id, saved),
  })

export const removingPhoto = (id: string) =>
  mutationOptions({
    mutationFn: (key: string) => readAnswer(client[':id'].photos[':key'].$delete({ param: { id, key } })),
    onSuccess: (saved, _, _result, { client: queries }) => showPhotos(queries, id, saved),
  })

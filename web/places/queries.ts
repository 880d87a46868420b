import { infiniteQueryOptions, keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { placeEventsKey } from '../../domain/events/keys.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import type { CallPlayers, ChangePlace, CreatePlace, PlaceDetail, SavedPhotos } from '../../domain/places/contract.ts'
import { placeKey } from '../../domain/places/keys.ts'
import { checkInDuration } from '../../domain/places/kinds.ts'
import { minute } from '../../domain/time/spans.ts'
import type { EventRoutes } from '../../worker/events/routes.ts'
import type { PlaceRoutes } from '../../worker/places/routes.ts'
import { awaitSuccess, keepalive, readAnswer } from '../api.ts'
import { keyedPages, keyedQuery } from '../keyed-query.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { showFailure } from '../ui/show-failure.ts'

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

/** Existing places near a pin with a similar name, to avoid duplicates. */
export const similarPlaces = (pin: LatLng | null, name: string) => {
  const round = (degrees: number) => degrees.toFixed(5)
  const query = { lat: round(pin?.lat ?? 0), lng: round(pin?.lng ?? 0), name: name.trim().slice(0, 200) }
  return queryOptions({
    queryKey: ['places', 'near', query],
    queryFn: ({ signal }) => readAnswer(client.near.$get({ query }, { init: { signal } })),
    enabled: pin !== null,
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

/** Refreshes lists and maps with places. The page of the place itself already has the new data. */
const refreshPlaces = (queries: QueryClient, id: string) =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [feature, of, part] }) =>
      feature === 'search' || (feature === 'discover' && of === 'places') || (feature === 'places' && !(of === id && part === undefined)),
  })

function storePlace(queries: QueryClient, place: PlaceDetail): void {
  queries.setQueryData(placeById(place.id).queryKey, place)
  void refreshPlaces(queries, place.id)
}

export const addingPlace = mutationOptions({
  mutationFn: (json: CreatePlace) => readAnswer(client.index.$post({ json })),
  onSuccess: (place, _, _result, { client: queries }) => storePlace(queries, place),
})

export const changingPlace = (id: string) =>
  mutationOptions({
    mutationFn: (json: ChangePlace) => readAnswer(client[':id'].$put({ param: { id }, json })),
    onSuccess: (place, _, _result, { client: queries }) => storePlace(queries, place),
  })

const refetchPlaceAndLists = (queries: QueryClient, id: string) =>
  Promise.all([queries.invalidateQueries({ queryKey: placeById(id).queryKey, exact: true }), refreshPlaces(queries, id)])

/** Confirms a proposal, declines it, or withdraws an own one. */
export const decidingProposal = (id: string) =>
  mutationOptions({
    mutationFn: ({ proposalId, isConfirmed }: { proposalId: string; isConfirmed: boolean }) => {
      const param = { id, proposalId }
      return isConfirmed
        ? awaitSuccess(client[':id'].proposals[':proposalId'].confirm.$post({ param }))
        : awaitSuccess(client[':id'].proposals[':proposalId'].$delete({ param }))
    },
    // After an error too, because someone else may have decided meanwhile.
    onSettled: (_data, _error, _decision, _result, { client: queries }) => refetchPlaceAndLists(queries, id),
  })

export const restoringVersion = (id: string) =>
  mutationOptions({
    mutationFn: (version: number) => readAnswer(client[':id'].edits[':version'].restore.$post({ param: { id, version: String(version) } })),
    onSuccess: (place, _, _result, { client: queries }) => storePlace(queries, place),
  })

/** Removes a place, or suggests it. */
export const removingPlace = (id: string) =>
  mutationOptions({
    mutationFn: () => readAnswer(client[':id'].$delete({ param: { id } })),
    onSuccess: (_outcome, _, _result, { client: queries }) => refetchPlaceAndLists(queries, id),
  })

/** Brings a removed place back, or suggests it. */
export const bringingPlaceBack = (id: string) =>
  mutationOptions({
    mutationFn: () => readAnswer(client[':id'].restore.$post({ param: { id } })),
    onSuccess: (_outcome, _, _result, { client: queries }) => refetchPlaceAndLists(queries, id),
  })

export const removedPlace = (id: string) =>
  queryOptions({
    queryKey: ['places', id, 'removed'],
    queryFn: ({ signal }) => readAnswer(client[':id'].removed.$get({ param: { id } }, { init: { signal } })),
  })

type Mine = NonNullable<PlaceDetail['mine']>

/** Updates the place on the screen before the server has answered. */
async function updateShownPlace(queries: QueryClient, id: string, change: (place: PlaceDetail, mine: Mine) => PlaceDetail): Promise<void> {
  const { queryKey } = placeById(id)
  // An answer that is still on its way does not contain this change yet.
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, (place) => (place?.mine ? change(place, place.mine) : place))
}

const refetchPlace = (queries: QueryClient, id: string, mutationKey: readonly string[]) => {
  // After several quick changes, only the last one fetches the place again.
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
        isOn ? client[':id'].follow.$put({ param: { id } }, keepalive) : client[':id'].follow.$delete({ param: { id } }, keepalive),
      ),
    onMutate: (isOn, { client: queries }) => updateShownPlace(queries, id, withFollowing(isOn)),
    onError: async (error, isOn, _, { client: queries }) => {
      await updateShownPlace(queries, id, withFollowing(!isOn))
      showFailure(error)
    },
    onSettled: (_data, _error, _isOn, _result, { client: queries }) => refetchPlace(queries, id, mutationKey),
  })
}

type Face = PlaceDetail['here']['people'][number]

const withCheckIn = (me: Face, hereUntil: number | null) => (place: PlaceDetail, mine: Mine) => {
  const otherPeople = place.here.people.filter((person) => person.id !== me.id)
  const change = Number(hereUntil !== null) - Number(mine.hereUntil !== null)
  return {
    ...place,
    mine: { ...mine, hereUntil },
    here: { count: Math.max(0, place.here.count + change), people: hereUntil === null ? otherPeople : [me, ...otherPeople] },
  }
}

/** Checks in, extends the check-in, or checks out. */
export const checkingIn = (id: string, me: Face) => {
  const mutationKey = ['places', id, 'visit']
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: ({ isHere, position = null }: { isHere: boolean; before: number | null; position?: LatLng | null }) =>
      readAnswer<{ hereUntil: number | null }>(
        isHere
          ? client[':id']['check-in'].$put({ param: { id }, json: { position } }, keepalive)
          : client[':id']['check-in'].$delete({ param: { id } }, keepalive),
      ),
    onMutate: ({ isHere }, { client: queries }) =>
      updateShownPlace(queries, id, withCheckIn(me, isHere ? Date.now() + checkInDuration : null)),
    onError: async (error, { before }, _, { client: queries }) => {
      await updateShownPlace(queries, id, withCheckIn(me, before))
      showFailure(error)
    },
    onSettled: (_data, _error, _isHere, _result, { client: queries }) => refetchPlace(queries, id, mutationKey),
  })
}

export const callingPlayers = (id: string) =>
  mutationOptions({
    mutationFn: (json: CallPlayers) => awaitSuccess(client[':id'].calls.$post({ param: { id }, json })),
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
    // The typed client cannot send a file as the body.
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

import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CreateField, ImportRow, RosterGuest, RosterPerson, SaveDetails } from '../../domain/roster/contract.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import type { RosterGuestRoutes } from '../../worker/roster/guest-routes.ts'
import type { RosterRoutes } from '../../worker/roster/routes.ts'
import { ApiError, awaitSuccess, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { showFailure } from '../ui/show-failure.ts'

const people = hc<RosterRoutes>('/api/teams')
const guests = hc<RosterGuestRoutes>('/api/teams')

export type RosterFilter = { role: TeamRole | null; q: string }

const toQuery = ({ role, q }: RosterFilter) => ({ ...(role === null ? {} : { role }), ...(q === '' ? {} : { q }) })

/** All lists of the people of one community. */
const rosterKey = (id: string) => ['teams', id, 'people']

export const rosterPeople = (id: string, filter: RosterFilter) =>
  infiniteQueryOptions({
    queryKey: [...rosterKey(id), 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(
        people[':id'].people.$get({ param: { id }, query: { ...toQuery(filter), ...fromCursor(pageParam) } }, { init: { signal } }),
      ),
    ...keysetPages,
    staleTime: 30_000,
  })

/** Who of one page of the list is online. `cursor` is where the page starts. */
export const onlinePeople = (id: string, filter: RosterFilter, cursor: string | null) =>
  queryOptions({
    queryKey: [...rosterKey(id), 'online', filter, cursor],
    queryFn: async ({ signal }) =>
      (
        await readAnswer(
          people[':id'].people.online.$get({ param: { id }, query: { ...toQuery(filter), ...fromCursor(cursor) } }, { init: { signal } }),
        )
      ).online,
    refetchInterval: 60_000,
  })

export const attendance = (id: string) =>
  queryOptions({
    queryKey: [...rosterKey(id), 'attendance'],
    queryFn: ({ signal }) => readAnswer(people[':id'].people.attendance.$get({ param: { id } }, { init: { signal } })),
    staleTime: 60_000,
  })

export const rosterGuests = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...rosterKey(id), 'guests'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(guests[':id'].guests.$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
    staleTime: 30_000,
  })

const refresh = (client: QueryClient, id: string) => client.invalidateQueries({ queryKey: rosterKey(id) })

export type DetailsOf = { userId: string } | { guestId: string }

/** Reads the newest values after somebody else has saved. */
export async function findDetails(client: QueryClient, id: string, of: DetailsOf): Promise<RosterPerson | RosterGuest | null> {
  await refresh(client, id)
  if ('guestId' in of) return readAnswer(guests[':id'].guests[':guestId'].$get({ param: { id, guestId: of.guestId } }))
  const pages = client.getQueriesData<{ pages: readonly { people: readonly RosterPerson[] }[] }>({ queryKey: [...rosterKey(id), 'list'] })
  const rows = pages.flatMap(([, data]) => data?.pages.flatMap((page) => page.people) ?? []).filter(({ person }) => person.id === of.userId)
  return rows.toSorted((one, other) => other.version - one.version)[0] ?? null
}

export const savingDetails = (id: string, of: DetailsOf) =>
  mutationOptions({
    mutationFn: (json: SaveDetails) =>
      readAnswer(
        'userId' in of
          ? people[':id'].people[':userId'].details.$put({ param: { id, ...of }, json })
          : guests[':id'].guests[':guestId'].details.$put({ param: { id, ...of }, json }),
      ),
    onSuccess: (_saved, _json, _context, { client }) => refresh(client, id),
  })

export const savingPosition = (id: string) =>
  mutationOptions({
    mutationFn: (json: { position: string; version: number }) => readAnswer(people[':id'].people.me.position.$put({ param: { id }, json })),
    onSuccess: (_saved, _json, _context, { client }) => refresh(client, id),
  })

export const addingField = (id: string) =>
  mutationOptions({
    mutationFn: (json: CreateField) => readAnswer(people[':id'].fields.$post({ param: { id }, json })),
    onSuccess: (_added, _json, _context, { client }) => refresh(client, id),
  })

export const removingField = (id: string) =>
  mutationOptions({
    mutationFn: (fieldId: string) => awaitSuccess(people[':id'].fields[':fieldId'].$delete({ param: { id, fieldId } })),
    onError: showFailure,
    onSettled: (_done, _error, _fieldId, _context, { client }) => refresh(client, id),
  })

type NewGuest = { name: string; email: string | null; idempotencyKey: string }

/** A guest, or a child of the viewer. */
export const addingGuest = (id: string, isChild: boolean) =>
  mutationOptions({
    mutationFn: ({ name, email, idempotencyKey }: NewGuest) =>
      readAnswer(
        isChild
          ? guests[':id'].children.$post({ param: { id }, json: { name, idempotencyKey } })
          : guests[':id'].guests.$post({ param: { id }, json: { name, email, idempotencyKey } }),
      ),
    onSuccess: (_added, _json, _context, { client }) => refresh(client, id),
  })

export const removingGuest = (id: string) =>
  mutationOptions({
    mutationFn: (guestId: string) => awaitSuccess(guests[':id'].guests[':guestId'].$delete({ param: { id, guestId } })),
    onError: showFailure,
    onSettled: (_done, _error, _guestId, _context, { client }) => refresh(client, id),
  })

export const importingRows = (id: string) =>
  mutationOptions({
    mutationFn: ({ importId, rows }: { importId: string; rows: ImportRow[] }) =>
      readAnswer(guests[':id'].imports[':importId'].rows.$post({ param: { id, importId }, json: { rows } })),
    // A large file is more requests than a person may send per minute. The page refreshes the lists once at the end.
    retry: (failures, error) => failures < 5 && error instanceof ApiError && error.code === 'TooManyRequests',
    retryDelay: 15_000,
  })

export const rosterExportPath = (id: string) => `/api/teams/${encodeURIComponent(id)}/people/export`

const offersKey = ['teams', 'guest-offers']

/** Communities in which the viewer can take the place of a guest. */
export const guestOffers = queryOptions({
  queryKey: offersKey,
  queryFn: async ({ signal }) => (await readAnswer(guests['guest-offers'].$get({}, { init: { signal } }))).offers,
  staleTime: 60_000,
})

export const answeringGuestOffer = mutationOptions({
  mutationFn: ({ id, isAccepted }: { id: string; isAccepted: boolean }) =>
    awaitSuccess(guests[':id']['guest-offer'][isAccepted ? 'accept' : 'decline'].$post({ param: { id } })),
  onError: showFailure,
  onSettled: (_done, _error, _answer, _context, { client }) =>
    Promise.all([client.invalidateQueries({ queryKey: offersKey }), client.invalidateQueries({ queryKey: ['teams'] })]),
})

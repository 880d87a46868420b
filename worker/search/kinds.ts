import { keepFirstOfSeries } from '../../domain/events/keep-first-of-series.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import type { PlaceCard } from '../../domain/places/contract.ts'
import { maxSearchResults, type SearchAnswer, type SearchKind, searchKinds } from '../../domain/search/contract.ts'
import { keepNear } from '../../domain/search/near.ts'
import type { TeamCard } from '../../domain/teams/contract.ts'
import { listCards } from '../events/queries.ts'
import { listPlaceCards } from '../places/find-places.ts'
import type { Database } from '../platform/database.ts'
import { listTeamCards } from '../teams/find-teams.ts'

/** `point` is where the viewer searches, if it is known. */
type SearchContext = { db: Database; viewerId: string | null; now: number; q: string; point: LatLng | null }

type Cards = { event: SearchAnswer['events'][number]; team: TeamCard; place: PlaceCard }
export type FoundCards = { [Kind in SearchKind]: Cards[Kind][] }

type SearchKindRules<Card> = {
  /** The cards that this viewer may see, in the order of the ids. */
  listCards: (ids: string[], context: SearchContext) => Promise<Card[]>
  /** Whether the rank is a time. Then items before now are left out. */
  isOverInTime?: boolean
}

const kinds: { [Kind in SearchKind]: SearchKindRules<Cards[Kind]> } = {
  event: {
    listCards: async (ids, { db, ...context }) =>
      keepNear(keepFirstOfSeries(await listCards(db, context, ids)), context, ({ where }) => ({
        ...where,
        names: [where.name, where.address],
      })),
    isOverInTime: true,
  },
  team: { listCards: (ids, { db, viewerId, now }) => listTeamCards(db, { viewerId, now }, ids.slice(0, maxSearchResults)) },
  place: {
    listCards: async (ids, { db, ...context }) =>
      keepNear(await listPlaceCards(db, ids), context, (place) => ({ ...place, names: [place.name, place.address, place.cityName] })),
  },
}

export const isOverInTime = (kind: SearchKind): boolean => kinds[kind].isOverInTime ?? false

/** Makes a value for each kind. */
export const forEachKind = <Value>(make: (kind: SearchKind) => Value): Record<SearchKind, Value> =>
  Object.fromEntries(searchKinds.map((kind) => [kind, make(kind)])) as Record<SearchKind, Value>

/** The cards of each kind, at most as many as are shown. */
export async function listFoundCards(ids: Record<SearchKind, string[]>, context: SearchContext): Promise<FoundCards> {
  const listShown = async <Card>({ listCards }: SearchKindRules<Card>, idsOfKind: string[]) =>
    (await listCards(idsOfKind, context)).slice(0, maxSearchResults)
  const [event, team, place] = await Promise.all([
    listShown(kinds.event, ids.event),
    listShown(kinds.team, ids.team),
    listShown(kinds.place, ids.place),
  ])
  return { event, team, place }
}

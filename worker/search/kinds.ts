import type { EventCard } from '../../domain/events/contract.ts'
import { oneOfSeries } from '../../domain/events/one-of-series.ts'
import type { PlaceCard } from '../../domain/places/contract.ts'
import { maxFound, type SearchKind, searchKinds } from '../../domain/search/contract.ts'
import type { TeamCard } from '../../domain/teams/contract.ts'
import { listCards } from '../events/queries.ts'
import { listPlaceCards } from '../places/find-places.ts'
import type { Database } from '../platform/database.ts'
import { listTeamCards } from '../teams/find-teams.ts'

type Asking = { db: Database; viewerId: string | null; now: number }

type Cards = { event: EventCard; team: TeamCard; place: PlaceCard }
export type Found = { [Kind in SearchKind]: Cards[Kind][] }

type SearchKindRules<Card> = {
  /** The cards of these things, as far as this viewer may see them, in the order of the ids. */
  listCards: (ids: string[], asking: Asking) => Promise<Card[]>
  /** Whether its rank is a time, and what lies before now is not looked for. */
  isOverInTime?: boolean
}

const kinds: { [Kind in SearchKind]: SearchKindRules<Cards[Kind]> } = {
  event: { listCards: async (ids, { db, viewerId }) => oneOfSeries(await listCards(db, viewerId, ids)), isOverInTime: true },
  team: { listCards: (ids, { db, viewerId, now }) => listTeamCards(db, { viewerId, now }, ids.slice(0, maxFound)) },
  place: { listCards: (ids, { db }) => listPlaceCards(db, ids) },
}

export const isOverInTime = (kind: SearchKind): boolean => kinds[kind].isOverInTime ?? false

/** The same for each kind of thing. */
export const forEachKind = <Value>(make: (kind: SearchKind) => Value): Record<SearchKind, Value> =>
  Object.fromEntries(searchKinds.map((kind) => [kind, make(kind)])) as Record<SearchKind, Value>

/** At most as many of each kind as are shown. */
export async function listFound(ids: Record<SearchKind, string[]>, asking: Asking): Promise<Found> {
  const listSome = async <Card>({ listCards }: SearchKindRules<Card>, some: string[]) => (await listCards(some, asking)).slice(0, maxFound)
  const [event, team, place] = await Promise.all([
    listSome(kinds.event, ids.event),
    listSome(kinds.team, ids.team),
    listSome(kinds.place, ids.place),
  ])
  return { event, team, place }
}

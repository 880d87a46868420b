import * as v from 'valibot'
import { ListedEvent } from '../events/contract.ts'
import { degreesInText } from '../numbers.ts'
import { PlaceCard } from '../places/contract.ts'
import { Face } from '../profiles/contract.ts'
import { TeamCard } from '../teams/contract.ts'

/**
 * What the full search finds by words. People are found by `profile_words` instead. To add a kind, add it here and its cards to
 * `SearchAnswer`. Then worker/search/kinds.ts and its route do not compile until they handle it.
 */
export const searchKinds = ['event', 'team', 'place'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Text after this many characters is ignored. */
export const maxSearchLength = 200
export const maxSearchResults = 8

/** With a point, what is near it comes first. Games and places far from it are found only by words that name where they are. */
export const FullSearchQuery = v.object({
  q: v.optional(v.string(), ''),
  lat: v.optional(degreesInText(90)),
  lng: v.optional(degreesInText(180)),
})

export const SearchAnswer = v.object({
  events: v.array(ListedEvent),
  teams: v.array(TeamCard),
  places: v.array(PlaceCard),
  /** Empty for viewers without a complete profile. */
  people: v.array(Face),
  /** Words that were not found, and the similar words that were searched instead. */
  corrections: v.array(v.object({ typed: v.string(), read: v.string() })),
})
export type SearchAnswer = v.InferOutput<typeof SearchAnswer>

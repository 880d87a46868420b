import * as v from 'valibot'
import { EventCard } from '../events/contract.ts'
import { PlaceCard } from '../places/contract.ts'
import { Face } from '../profiles/contract.ts'
import { TeamCard } from '../teams/contract.ts'

/**
 * What is found by its words; people are found by theirs in `profile_words`. A new kind is a word here and its cards in `SearchAnswer`;
 * worker/search/kinds.ts and its route then do not compile before they say how it is found.
 */
export const searchKinds = ['event', 'team', 'place'] as const
export type SearchKind = (typeof searchKinds)[number]

/** How much of what was typed is read. */
export const maxSearchLength = 200
export const maxFound = 8

export const FullSearch = v.object({ q: v.optional(v.string(), '') })

export const SearchAnswer = v.object({
  events: v.array(EventCard),
  teams: v.array(TeamCard),
  places: v.array(PlaceCard),
  /** Only for who has a profile of their own. */
  people: v.array(Face),
  /** Words that nothing is called, and what was looked for instead. */
  corrections: v.array(v.object({ typed: v.string(), read: v.string() })),
})
export type SearchAnswer = v.InferOutput<typeof SearchAnswer>

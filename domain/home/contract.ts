import * as v from 'valibot'
import { City } from '../cities/contract.ts'
import { DiscoverEvent } from '../discover/contract.ts'
import { ListedEvent } from '../events/contract.ts'
import { ExternalGame } from '../external-teams/contract.ts'
import { Face } from '../profiles/contract.ts'

/** The setup tasks of a new account, in the order of the menu. */
export const setupTasks = ['availability', 'feedback', 'notifications', 'favoriteActivities', 'bio'] as const
export type SetupTask = (typeof setupTasks)[number]

export const OpenSetupTasks = v.object({ tasks: v.array(v.picklist(setupTasks)) })
export type OpenSetupTasks = v.InferOutput<typeof OpenSetupTasks>

export const maxHomeList = 7
export const maxOtherGames = 3
export const homeRadiusMiles = 15

/** `isGuest`: the viewer has no entry of their own, but has paid for a seat in the party of a friend. */
const OwnGame = v.object({ ...ListedEvent.entries, isGuest: v.boolean() })
export type OwnGame = v.InferOutput<typeof OwnGame>

/**
 * The next games that the viewer plays in, waits for or hosts, and some of the players in the first one. Dates of a series are one
 * row if the viewer has the same state in them. `isIndoor` says whether the place of the first game has a roof; it is null
 * if we do not know. `otherGames` are the next ones of their teams on other sites.
 */
export const HomeUpcoming = v.object({
  events: v.array(OwnGame),
  faces: v.array(Face),
  isIndoor: v.nullable(v.boolean()),
  otherGames: v.array(ExternalGame),
})
export type HomeUpcoming = v.InferOutput<typeof HomeUpcoming>

/** Games around the viewer’s city. `city` is null until the profile has one. */
export const HomeNearby = v.object({ city: v.nullable(City), events: v.array(DiscoverEvent) })
export type HomeNearby = v.InferOutput<typeof HomeNearby>

import * as v from 'valibot'
import { City } from '../cities/contract.ts'
import { DiscoverEvent } from '../discover/contract.ts'
import { EventCard } from '../events/contract.ts'
import { Face } from '../profiles/contract.ts'

/** What a person has not done yet, in the order of the menu. */
export const alertKinds = ['availability', 'feedback', 'notifications', 'favoriteActivities', 'bio'] as const
export type AlertKind = (typeof alertKinds)[number]

export const HomeAlerts = v.object({ alerts: v.array(v.picklist(alertKinds)) })
export type HomeAlerts = v.InferOutput<typeof HomeAlerts>

export const maxHomeList = 7
export const homeRadiusMiles = 15

/** The next of what I go to, wait for or run, and some of those who come to the first of them. */
export const HomeUpcoming = v.object({ events: v.array(EventCard), faces: v.array(Face) })
export type HomeUpcoming = v.InferOutput<typeof HomeUpcoming>

/** What is on around my city; none before the profile has one. */
export const HomeNearby = v.object({ city: v.nullable(City), events: v.array(DiscoverEvent) })
export type HomeNearby = v.InferOutput<typeof HomeNearby>

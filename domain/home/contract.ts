import * as v from 'valibot'

/** What a person has not done yet, in the order of the menu. */
export const alertKinds = ['availability', 'feedback', 'notifications', 'favoriteActivities', 'bio'] as const
export type AlertKind = (typeof alertKinds)[number]

export const HomeAlerts = v.object({ alerts: v.array(v.picklist(alertKinds)) })
export type HomeAlerts = v.InferOutput<typeof HomeAlerts>

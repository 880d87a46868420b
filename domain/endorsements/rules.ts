import { mayReach, type Relationship } from '../privacy/may-reach.ts'

/** Whether the viewer may endorse a person: they are connected or in a community together, or a game of both has started. */
export const mayEndorse = (relationship: Relationship, now: number): boolean =>
  mayReach(relationship, 'endorse') && (relationship.sharedEventStart === null || relationship.sharedEventStart <= now)

import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { Level } from '../profiles/contract.ts'
import { renewalMarks } from './renewal.ts'

/** What an account knows already about the answers to a form. */
export const KnownAnswers = v.object({
  /** What the viewer sent with the form of which this one is a copy. Null if they did not. */
  earlier: v.nullable(
    v.object({
      title: v.string(),
      sentAt: v.number(),
      /** The answers that still fit. */
      answers: v.record(v.string(), v.unknown()),
      /** The fields that are new, or ask something else now. */
      marks: v.record(v.string(), v.picklist(renewalMarks)),
    }),
  ),
  /** What the profile of the viewer says that a form can ask. Null if nothing is known. */
  profile: v.nullable(
    v.object({
      name: v.nullable(v.string()),
      email: v.string(),
      cityId: v.nullable(v.number()),
      /** With its level, if the person does only one. With several, we do not know which one the form means. */
      activity: v.nullable(v.object({ id: v.picklist(activityIds), level: v.nullable(Level) })),
    }),
  ),
  /** The viewer's children in this community, with what it knows about them by the names of its fields. */
  children: v.array(v.object({ id: v.string(), name: v.string(), facts: v.record(v.string(), v.string()) })),
})
export type KnownAnswers = v.InferOutput<typeof KnownAnswers>

import * as v from 'valibot'

/** So many of the latest submissions are counted. */
export const maxSummarized = 1_000
/** The kinds of fields whose answers are counted as numbers. Choices are counted with their places. */
export const countedKinds = ['yesNo', 'consent', 'rating', 'level', 'number', 'ownAmount', 'computed'] as const

export const SubmissionSummary = v.object({
  /** How many submissions were counted: the latest ones that were not declined, withdrawn or ended. */
  counted: v.number(),
  /** There are more. */
  isCut: v.boolean(),
  /** How many were sent on each day in the zone of the form, the earliest first. Days without one are left out. */
  days: v.array(v.object({ day: v.string(), count: v.number() })),
  /** How often each number was the answer, the smallest first. Yes is 1 and no is 0. */
  answers: v.array(v.object({ field: v.string(), values: v.array(v.object({ value: v.number(), count: v.number() })) })),
  /** The average place of each option in the answers to a ranking, from 1. */
  rankings: v.array(
    v.object({ field: v.string(), options: v.array(v.object({ option: v.string(), place: v.number(), count: v.number() })) }),
  ),
})
export type SubmissionSummary = v.InferOutput<typeof SubmissionSummary>

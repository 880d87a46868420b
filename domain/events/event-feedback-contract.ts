import * as v from 'valibot'
import { wholeNumber } from '../numbers.ts'
import { plainText } from '../texts.ts'

export const maxEventFeedbackLength = 600

/** The labels of the ratings 1 to 5. */
export const ratings = ['Not good', 'So so', 'Fine', 'Good', 'Great'] as const

/** A player rates the game and may add a comment (`words`). */
export const GiveEventFeedback = v.object({
  rating: wholeNumber('Choose a rating.', 1, ratings.length),
  words: v.optional(plainText('Your comment', maxEventFeedbackLength), ''),
})
export type GiveEventFeedback = v.InferOutput<typeof GiveEventFeedback>

/** The viewer's own feedback on a game. */
export const MyEventFeedback = v.object({
  /** Whether the viewer can give or change feedback now. */
  maySay: v.boolean(),
  /** Feedback can be changed until this time. */
  until: v.number(),
  /** The feedback that the viewer gave; null if they gave none. */
  said: v.nullable(v.object({ rating: v.number(), words: v.string(), at: v.number() })),
})
export type MyEventFeedback = v.InferOutput<typeof MyEventFeedback>

/** The feedback of all players, for the hosts. It does not show who gave it, or when. */
export const EventFeedbackSummary = v.object({
  count: v.number(),
  /** With one decimal; null if nobody gave feedback. */
  average: v.nullable(v.number()),
  /** How many players chose each of the ratings 1 to 5. */
  ratings: v.array(v.number()),
  /** The comments, newest first. */
  words: v.array(v.string()),
})
export type EventFeedbackSummary = v.InferOutput<typeof EventFeedbackSummary>

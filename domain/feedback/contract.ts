import * as v from 'valibot'
import { plainText } from '../texts.ts'

export const maxFeedbackLength = 2000

export const GiveFeedback = v.object({
  /** Shown as the tail of Beans, the mascot: at 1 it hangs, at 5 it wags. */
  rating: v.pipe(v.number('Choose a rating.'), v.integer(), v.minValue(1), v.maxValue(5)),
  text: plainText('Feedback', maxFeedbackLength),
})
export type GiveFeedback = v.InferOutput<typeof GiveFeedback>

/** More than anybody needs. It limits how much one person can store. */
export const maxFeedbackPerDay = 10

/** Newest first, without names, for operators and admins. */
export const FeedbackPage = v.object({
  feedback: v.array(v.object({ id: v.string(), rating: v.number(), text: v.string(), createdAt: v.number() })),
  next: v.nullable(v.string()),
})
export type FeedbackPage = v.InferOutput<typeof FeedbackPage>

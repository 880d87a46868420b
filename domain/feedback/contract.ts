import * as v from 'valibot'
import { plainText } from '../texts.ts'

export const maxFeedbackLength = 2000

export const GiveFeedback = v.object({
  /** Beans's tail: 1 hangs, 5 wags. */
  rating: v.pipe(v.number('Choose a rating.'), v.integer(), v.minValue(1), v.maxValue(5)),
  text: plainText('Feedback', maxFeedbackLength),
})
export type GiveFeedback = v.InferOutput<typeof GiveFeedback>

/** More than anybody needs, and a bound on what one person can fill. */
export const feedbackADay = 10

/** As an operator reads it: newest first, without a name. */
export const FeedbackPage = v.object({
  feedback: v.array(v.object({ id: v.string(), rating: v.number(), text: v.string(), createdAt: v.number() })),
  next: v.nullable(v.string()),
})
export type FeedbackPage = v.InferOutput<typeof FeedbackPage>

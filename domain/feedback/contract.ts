import * as v from 'valibot'
import { plainText } from '../texts.ts'

export const feedbackLongest = 2000

export const GiveFeedback = v.object({
  /** Beans's tail: 1 hangs, 5 wags. */
  rating: v.pipe(v.number('Pick how it is going.'), v.integer(), v.minValue(1), v.maxValue(5)),
  text: plainText('Feedback', feedbackLongest),
})
export type GiveFeedback = v.InferOutput<typeof GiveFeedback>

import * as v from 'valibot'
import { wholeNumber } from '../numbers.ts'
import { plainText } from '../texts.ts'

export const maxHowItWasLength = 600

/** What each number means, from 1 on. */
export const ratings = ['Not good', 'So so', 'Fine', 'Good', 'Great'] as const

/** What one who played says of the game. */
export const SayHowItWas = v.object({
  rating: wholeNumber('Choose a rating.', 1, ratings.length),
  words: v.optional(plainText('Your comment', maxHowItWasLength), ''),
})
export type SayHowItWas = v.InferOutput<typeof SayHowItWas>

/** One's own word on a game. */
export const MyWord = v.object({
  /** Whether they may say how it was, or say it otherwise, now. */
  maySay: v.boolean(),
  /** Until then what was said can be changed. */
  until: v.number(),
  said: v.nullable(v.object({ rating: v.number(), words: v.string(), at: v.number() })),
})
export type MyWord = v.InferOutput<typeof MyWord>

/** What its hosts are told: nothing that says who it came from, or when. */
export const HowItWas = v.object({
  count: v.number(),
  /** With one decimal; null where nobody has said anything. */
  average: v.nullable(v.number()),
  /** How many chose 1, 2, … 5. */
  ratings: v.array(v.number()),
  /** The newest first. */
  words: v.array(v.string()),
})
export type HowItWas = v.InferOutput<typeof HowItWas>

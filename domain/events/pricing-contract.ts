import * as v from 'valibot'

/** What a seat in a game costs. A game without it is free. */
export const Pricing = v.object({
  /** An ISO 4217 code in lowercase. */
  currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/, 'Choose a currency.')),
  /** In the smallest unit of the currency, such as cents. */
  amount: v.pipe(v.number(), v.safeInteger('Enter a price.'), v.minValue(1, 'Enter a price above zero.')),
})
export type Pricing = v.InferOutput<typeof Pricing>

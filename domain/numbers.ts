import * as v from 'valibot'

export const wholeNumber = (words: string, least: number, most: number) =>
  v.pipe(v.number(words), v.integer(words), v.minValue(least, words), v.maxValue(most, words))

/** Up to 90 north and south, 180 west and east. */
export const degrees = (most: number, words?: string) => v.pipe(v.number(words), v.minValue(-most, words), v.maxValue(most, words))

/** The same in an address. */
export const degreesInText = (most: number, words?: string) =>
  v.pipe(v.string(), v.regex(/^-?\d{1,3}(\.\d{1,12})?$/, words), v.transform(Number), degrees(most, words))

/** UTC milliseconds, as far as a clock can show them. */
export const instant = (words?: string) => v.pipe(v.number(words), v.integer(words), v.minValue(0, words), v.maxValue(8.64e15, words))
export const Instant = instant()

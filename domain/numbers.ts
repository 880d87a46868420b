import * as v from 'valibot'

export const wholeNumber = (message: string, min: number, max: number) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message))

/** A latitude (`max` is 90) or a longitude (`max` is 180). */
export const degrees = (max: number, message?: string) => v.pipe(v.number(message), v.minValue(-max, message), v.maxValue(max, message))

/** A latitude or longitude in a URL. */
export const degreesInText = (max: number, message?: string) =>
  v.pipe(v.string(), v.regex(/^-?\d{1,3}(\.\d{1,12})?$/, message), v.transform(Number), degrees(max, message))

/** UTC milliseconds, in the range that `Date` supports. */
export const instant = (message?: string) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(0, message), v.maxValue(8.64e15, message))
export const Instant = instant()

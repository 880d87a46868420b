import * as v from 'valibot'

export const wholeNumber = (message: string, min: number, max: number) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message))

/** A latitude (`max` is 90) or a longitude (`max` is 180). */
export const degrees = (max: number, message?: string) => v.pipe(v.number(message), v.minValue(-max, message), v.maxValue(max, message))

/** A latitude or longitude in a URL. */
export const degreesInText = (max: number, message?: string) =>
  v.pipe(v.string(), v.regex(/^-?\d{1,3}(\.\d{1,12})?$/, message), v.transform(Number), degrees(max, message))

/** No number has its first thousands from 0, so "0,500" is not 500. */
const withThousands = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/
/** The keypads of phones in many regions have a comma as their only point. */
const withDecimalComma = /^-?\d*,\d{1,2}$/

/** What a person typed, "1,234.5" or "9,5", with a point as the only sign in it: "1234.5" or "9.5". Anything else stays as it is. */
export function plainNumber(text: string): string {
  const typed = text.trim()
  if (withThousands.test(typed)) return typed.replaceAll(',', '')
  return withDecimalComma.test(typed) ? typed.replace(',', '.') : typed
}

/** The number that a person typed. NaN if it is none, or empty. */
export function readNumber(text: string): number {
  const plain = plainNumber(text)
  const number = plain === '' ? Number.NaN : Number(plain)
  return Number.isFinite(number) ? number : Number.NaN
}

/** UTC milliseconds, in the range that `Date` supports. */
export const instant = (message?: string) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(0, message), v.maxValue(8.64e15, message))
export const Instant = instant()

const formats = new Map<string, Intl.DateTimeFormat>()

/** Keeps the formats: creating one takes longer than using it a hundred times. */
export function formatIn(
  locale: string | undefined,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.values(options)} ${Object.keys(options)}`
  const cached = formats.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, format)
  return format
}

/** Replaces special spaces: JavaScript engines put different ones before AM and PM. */
export const plainSpaces = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ')

/** Formats an instant in a time zone. Without one, in the time zone of the device. */
export const writeTime = (instant: number, timeZone: string | undefined, options: Intl.DateTimeFormatOptions, locale?: string): string =>
  plainSpaces(formatIn(locale, timeZone, options).format(instant))

type DateContext = {
  timeZone?: string | undefined
  now: number
  locale?: string | undefined
}

/** Whether two instants are in the same year of a time zone. */
export const isSameYear = (a: number, b: number, timeZone: string | undefined): boolean =>
  writeTime(a, timeZone, { year: 'numeric' }, 'en-US') === writeTime(b, timeZone, { year: 'numeric' }, 'en-US')

/** Formats a date, with its year if that is not the current year of the time zone. */
export const writeDate = (instant: number, { timeZone, now, locale }: DateContext, options: Intl.DateTimeFormatOptions): string =>
  writeTime(instant, timeZone, isSameYear(instant, now, timeZone) ? options : { ...options, year: 'numeric' }, locale)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Keeps the formats: creating one takes longer than using it a hundred times. */
export function formatIn(locale: string | undefined, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.values(options)} ${Object.keys(options)}`
  const cached = formats.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, format)
  return format
}

/** Replaces special spaces: JavaScript engines put different ones before AM and PM. */
export const plainSpaces = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ')

/** Formats an instant in a time zone. */
export const writeTime = (instant: number, timeZone: string, options: Intl.DateTimeFormatOptions, locale?: string): string =>
  plainSpaces(formatIn(locale, timeZone, options).format(instant))

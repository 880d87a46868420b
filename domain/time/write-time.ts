const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs more than a hundred uses of it. */
export function formatIn(locale: string | undefined, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.values(options)} ${Object.keys(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, made)
  return made
}

/** Engines differ in the space they put before AM. */
export const plainSpaces = (words: string) => words.replace(/[\u00a0\u2009\u202f]/g, ' ')

/** An instant by the clocks of that zone. */
export const writeTime = (instant: number, timeZone: string, options: Intl.DateTimeFormatOptions, locale?: string): string =>
  plainSpaces(formatIn(locale, timeZone, options).format(instant))

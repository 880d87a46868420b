const timeZone = 'America/Chicago'
const yearOf = (at: number) => new Date(at).toLocaleDateString('en-US', { timeZone, year: 'numeric' })

/** "Dec 5", or "Jan 2, 2027" in another year: a date on screens, so that tests also pass at the end of a year. */
export const formatDay = (at: number): string =>
  new Date(at).toLocaleDateString('en-US', {
    ...{ timeZone, month: 'short', day: 'numeric' },
    ...(yearOf(at) === yearOf(Date.now()) ? {} : { year: 'numeric' }),
  })

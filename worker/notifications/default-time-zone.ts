/** For people without a city. */
export const defaultTimeZone = 'America/Chicago'

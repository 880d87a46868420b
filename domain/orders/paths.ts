/** Where those who run a game see who has paid. */
export const gamePaymentsPath = (eventId: string) => `/discover/events/${encodeURIComponent(eventId)}/manage?tab=payments`

export const teamPath = (id: string) => `/team/${encodeURIComponent(id)}`

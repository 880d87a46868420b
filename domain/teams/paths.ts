export const teamPath = (id: string) => `/team/${encodeURIComponent(id)}`
export const newsPath = (id: string) => `${teamPath(id)}/news`

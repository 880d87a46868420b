export const teamPath = (id: string) => `/team/${encodeURIComponent(id)}`
/** The page of a community that a person just joined: it asks them whether to share their hours. */
export const joinedPath = (id: string) => `${teamPath(id)}?joined=1`
export const newsPath = (id: string) => `${teamPath(id)}/news`

/** The page on which the communities of a host sell memberships. */
export const hostMembershipsPath = (hostId: string) => `/subscriptions/${encodeURIComponent(hostId)}`
/** The page on which a community manages them. */
export const teamMembershipsPath = (teamId: string) => `/team/${encodeURIComponent(teamId)}/memberships`

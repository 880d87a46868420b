/** In the order of their rank. */
export const teamRoles = ['owner', 'organizer', 'captain', 'coach', 'treasurer', 'scorekeeper', 'member'] as const
export type TeamRole = (typeof teamRoles)[number]

/** The owner renames the group, adds people and removes them. When the owner leaves, the person who is in it longest takes over. */
export const groupRoles = ['owner', 'member'] as const

/**
 * What a custom role of a community can add to the rights of a member. The place in this list is the bit in the database: add new ones at
 * the end, and never move or remove one. Removing people and changing roles are not in it, because they follow the rank of the fixed roles.
 */
export const customRights = [
  'members.invite',
  'members.add',
  'hours.viewPeople',
  'roster.manage',
  'guests.manage',
  'events.manage',
  'seasons.manage',
  'results.enter',
  'forms.manage',
  'announce',
  'messages.moderate',
  'billing.manage',
  'organizations.join',
  'team.edit',
  'forms.viewPrivate',
] as const
export type CustomRight = (typeof customRights)[number]

/** The bit of a capability; 0 if no custom role can give it. */
export const bitOf = (capability: string): number =>
  customRights.reduce((bit, right, place) => (right === capability ? 1 << place : bit), 0)

export const maskOf = (rights: readonly CustomRight[]): number => rights.reduce((mask, right) => mask | bitOf(right), 0)

/** Leaves out bits that this release does not know. */
export const rightsOf = (mask: number): CustomRight[] => customRights.filter((right) => (mask & bitOf(right)) !== 0)

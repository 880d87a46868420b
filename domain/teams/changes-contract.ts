export const teamChangeKinds = [
  'edited',
  'member-added',
  'member-left',
  'member-removed',
  'role-changed',
  'title-changed',
  'handed-over',
  'recovered',
  'deleted',
  'brought-back',
] as const

/** The parts of a team that its form or its photo can change. */
export type TeamField = 'name' | 'description' | 'city' | 'activity' | 'joinMode' | 'mainColor' | 'secondColor' | 'photo'

/** The two products that this Worker serves. The host decides which one a visitor sees. */
export const platforms = {
  gth: {
    id: 'gth',
    name: 'Gather',
    tagline: 'Find people to play with, today and near you.',
    /** The lists of plans that this platform offers. Both platforms share the list for teams, but not the one for people. */
    planLists: { team: 'teams', user: 'gth-users' },
  },
  meh: {
    id: 'meh',
    name: 'Mehfil',
    tagline: 'Good company for every game you love.',
    planLists: { team: 'teams', user: 'meh-users' },
  },
} as const

export type PlatformId = keyof typeof platforms
export type Platform = (typeof platforms)[PlatformId]
export const platformIds = Object.keys(platforms) as [PlatformId, ...PlatformId[]]
export const defaultPlatform: PlatformId = 'gth'

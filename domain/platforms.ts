/** The two products one Worker serves. The host decides which one a visitor sees. */
export const platforms = {
  gth: {
    id: 'gth',
    name: 'Gather',
    tagline: 'Find people to play with, today and near you.',
    /** Which plans are offered here; communities share one list, people do not. */
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

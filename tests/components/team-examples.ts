import type { OwnTeam, PublicTeamFacts, TeamForm } from '../../domain/teams/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import type { ListedTeam } from '../../domain/teams/directory-contract.ts'
import { marfa } from './city-examples.ts'
import { aCard } from './discover-examples.ts'

const dana = { id: 'dana', name: 'Dana Alvarez', pictureUrl: null }

export const noFacts = {
  photoURL: null,
  creator: null,
  creatorId: null,
  subscription: 'ROOKIE',
  topics: [],
  organizerWebsite: { metaLogoURL: null },
} satisfies PublicTeamFacts

export const aTeam = (more: Partial<TeamDetail> = {}): TeamDetail => ({
  id: 'smashers',
  name: 'Sunset Smashers',
  description: 'Open play at sunrise, coffee after.',
  photoURL: null,
  creator: dana,
  creatorId: 'dana',
  subscription: 'ROOKIE',
  topics: [],
  organizerWebsite: { metaLogoURL: null },
  createdAt: Date.UTC(2023, 4, 1),
  activity: 'pickleball',
  city: { id: 4671654, name: 'Austin', state: 'TX', lat: 30.27, lng: -97.74 },
  joinMode: 'ask',
  mainColor: 'green',
  secondColor: 'blue',
  members: 38,
  followers: 0,
  isFollowing: false,
  faces: [{ ...dana, role: 'owner' }],
  role: null,
  rights: [],
  customRole: null,
  customRoles: [],
  unreadAnnouncements: null,
  hasAsked: false,
  invitedBy: null,
  requests: null,
  handOver: null,
  organizations: [],
  askedBy: [],
  sellerId: null,
  ...more,
})

export const aTeamForm: TeamForm = {
  name: 'Sunset Smashers',
  description: 'Open play at sunrise.',
  activity: 'pickleball',
  city: { id: 4671654, name: 'Austin', state: 'TX', lat: 30.27, lng: -97.74, timeZone: 'America/Chicago' },
  joinMode: 'ask',
  mainColor: 'green',
  secondColor: 'blue',
  version: 3,
  photoUrl: null,
}

export const ownTeam: OwnTeam = {
  ...noFacts,
  ...{ id: 'smashers', name: 'Sunset Smashers', description: '', photoKey: null, createdAt: 1 },
  ...{
    city: null,
    members: 38,
    role: 'member',
    rights: [],
    joinedAt: 1,
    sharesHours: false,
    unreadAnnouncements: 0,
    handOver: null,
    next: null,
  },
}

/** A community in the directory. */
export const aListedTeam = (): ListedTeam => ({
  ...noFacts,
  ...{ id: 'javelina', name: 'Javelina', photo: null, city: marfa, members: 12, activity: 'tennis', joinMode: 'open', mainColor: 'green' },
  ...{ miles: 23.4, role: null, next: { id: 'game-a', title: 'Doubles', startsAt: aCard().startsAt, timeZone: 'America/Chicago' } },
})

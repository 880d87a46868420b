import type { Face, OwnProfile } from '../../domain/profiles/contract.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { austin } from './city-examples.ts'
import { someone } from './setup/open-app.tsx'

export const dana = { id: 'person-dana', name: 'Dana Alvarez', pictureUrl: null } satisfies Face
export const omar = { id: 'person-omar', name: 'Omar Haddad', pictureUrl: null } satisfies Face

const memberSince = Date.parse('2026-02-03T12:00:00Z')

/** The own profile of the viewer in component tests. */
export const ownProfile = {
  id: someone.id,
  email: 'person-a@example.com',
  emailVerified: true,
  displayNameFallback: 'person-a',
  displayName: someone.name,
  pictureUrl: null,
  hasAcceptedTerms: true,
  hasAdditionalInfo: true,
  fullName: 'Person Ann Abel',
  bio: '',
  defaultCity: austin,
  gender: null,
  pronoun: 'They/Them',
  joinReason: 'Find-people',
  sportAvailability: [
    { activity: 'pickleball', level: 3, isOn: true },
    { activity: 'soccer', level: null, isOn: true },
  ],
  version: 1,
  createdAt: memberSince,
} satisfies OwnProfile

/** The public profile of another person. */
export const profileOf = ({ id, name, pictureUrl }: Face, more: Partial<PublicProfile> = {}): PublicProfile => ({
  id,
  displayName: name,
  pictureUrl,
  isMe: false,
  isBlockedByMe: false,
  blockId: null,
  bio: `${name} plays most evenings.`,
  city: { name: 'Austin', state: 'TX' },
  pronoun: 'They/Them',
  activities: [{ activity: 'pickleball', level: 3 }],
  badges: [{ id: 'founding-member', name: 'Founding member', reason: 'Joined in the first season.' }],
  endorsements: [],
  mayEndorse: false,
  mayMessage: true,
  followers: 0,
  isFollowing: false,
  connection: null,
  connectionNote: '',
  mutual: { people: [], count: 0 },
  showsOnlineStatus: false,
  showsUpcomingGames: false,
  memberSince,
  ...more,
})

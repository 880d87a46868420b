import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import type { DiscoverMap, MapGame } from '../../domain/discover/map-contract.ts'
import type { EventCard } from '../../domain/events/contract.ts'
import type { PlacesMap } from '../../domain/places/map-contract.ts'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import type { TeamsMap } from '../../domain/teams/map-contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { austin, cityAnswers, marfa } from './city-examples.ts'
import type { Answers } from './setup/answers.ts'

const startsAt = Math.ceil(Date.now() / day) * day + 3 * day + 15 * hour

export const aCard = (changes: Partial<EventCard> = {}): EventCard => ({
  id: 'game-a',
  activity: 'tennis',
  title: 'Chinati tennis',
  pictureUrl: null,
  where: { placeId: null, name: 'Chinati Courts', address: '', lat: marfa.lat, lng: marfa.lng },
  timeZone: 'America/Chicago',
  startsAt,
  endsAt: startsAt + 2 * hour,
  levelMin: null,
  levelMax: null,
  visibility: 'public',
  capacity: 12,
  taken: 1,
  waiting: 0,
  hasSlots: false,
  state: 'published',
  teamId: null,
  seriesId: null,
  price: null,
  mine: null,
  ...changes,
})

export const aFoundGame = (changes: Partial<DiscoverEvent> = {}): DiscoverEvent => ({
  ...aCard(),
  miles: 0.4,
  reasons: [],
  nextDates: [],
  ...changes,
})

export const noGames = { events: [], games: 0, next: null, ranked: null }

export const emptyMap: DiscoverMap = { games: [], clusters: [], bits: null, uncounted: [] }

/** A game as the map has it. */
export const aMapGame = ({ id, activity, title, where, timeZone, startsAt, levelMin, levelMax }: EventCard): MapGame => ({
  id,
  activity,
  title,
  where,
  timeZone,
  startsAt,
  levelMin,
  levelMax,
  count: 1,
  nextDates: [],
})

export const emptyPlacesMap: PlacesMap = { places: [], clusters: [], bits: null, uncounted: [] }
export const emptyTeamsMap: TeamsMap = { teams: [], clusters: [], bits: null }

export const ownProfile: OwnProfile = {
  id: 'person-a',
  email: 'a@example.test',
  emailVerified: true,
  displayNameFallback: 'a',
  displayName: 'Person A',
  pictureUrl: null,
  hasAcceptedTerms: true,
  hasAdditionalInfo: true,
  fullName: 'Person A',
  bio: '',
  defaultCity: austin,
  gender: null,
  pronoun: 'Unspecified',
  joinReason: null,
  sportAvailability: [],
  version: 1,
  createdAt: 1,
}

/** The answers that Discover needs for a signed-in user: they live in Austin, are in no community and follow nobody. */
export const viewerAnswers: Answers = {
  ...cityAnswers,
  'GET /api/profiles/me': ownProfile,
  'GET /api/teams/mine': { teams: [], next: null },
  'GET /api/follows': { people: [], next: null },
  'GET /api/discover/map': emptyMap,
  'GET /api/places/map': emptyPlacesMap,
  'GET /api/teams/map': emptyTeamsMap,
}

/** The query of an address for the circle around Marfa. */
export const aroundMarfaQuery = `lat=${marfa.lat}&lng=${marfa.lng}&radius=15`

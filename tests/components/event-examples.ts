import type { Viewer } from '../../domain/access/contract.ts'
import type { DiscoverEvent, DiscoverPage } from '../../domain/discover/contract.ts'
import type { DiscoverMap } from '../../domain/discover/map-contract.ts'
import type { EventCard, EventDetail, EventLive, EventPage, Joiner, MyEventPage, MyJoiner } from '../../domain/events/contract.ts'
import type { EventForm, EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { CoHostInvite } from '../../domain/events/join-contract.ts'
import type { EventUpdate, ManagedEvent, ManagedJoiner } from '../../domain/events/manage-contract.ts'
import type { Payees } from '../../domain/events/payees-contract.ts'
import type { HomeNearby, HomeUpcoming, OpenSetupTasks } from '../../domain/home/contract.ts'
import type { Coupons } from '../../domain/orders/coupon-contract.ts'
import type { PlaceCard, PlaceDetail, PlacesWithDistance } from '../../domain/places/contract.ts'
import type { Face, OwnProfile } from '../../domain/profiles/contract.ts'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { makeGameForm } from '../setup/make-game-form.ts'
import { austin } from './city-examples.ts'
import type { Answers } from './setup/answers.ts'
import { someone } from './setup/open-app.tsx'

export const aFace = (name: string): Face => ({ id: name.toLowerCase().replace(/\W+/g, '-'), name, pictureUrl: null })
export const dana = aFace('Dana Alvarez')

/** A start time around noon, far from the hour at which clocks change, on any day on which this runs. */
export const startsAt = Math.ceil(Date.now() / day) * day + 3 * day + 18 * hour
const northside = { placeId: 'northside', name: 'Northside Courts', address: '1 Court St, Austin, TX', lat: 30.2672, lng: -97.7431 }

const basics = {
  id: 'sunrise',
  activity: 'pickleball',
  title: 'Saturday sunrise open play',
  pictureUrl: null,
  where: northside,
  timeZone: 'America/Chicago',
  startsAt,
  endsAt: startsAt + 2 * hour,
  levelMin: 2,
  levelMax: 3,
  visibility: 'public' as const,
}

const aLive = (changes: Partial<EventLive> = {}): EventLive => ({
  state: 'published',
  publishAt: null,
  version: 1,
  capacity: 12,
  taken: 0,
  held: 0,
  waiting: 0,
  slots: [],
  joiners: [],
  waitlist: [],
  mine: null,
  isRefused: false,
  transferSent: null,
  transferReceived: null,
  ...changes,
})

/** The data of a game for its page. */
export const anEvent = ({ live, ...changes }: Partial<Omit<EventDetail, 'live'>> & { live?: Partial<EventLive> } = {}): EventDetail => ({
  ...basics,
  about: [],
  maxGuests: 3,
  team: null,
  creatorId: dana.id,
  hosts: [dana],
  price: null,
  needsApproval: false,
  questions: [],
  leaveBy: startsAt - 12 * hour,
  waitlistMode: 'order',
  joinsAt: null,
  plusJoinsEarly: false,
  cancelReason: '',
  series: null,
  createdAt: startsAt - 9 * day,
  updatedAt: startsAt - 9 * day,
  isHost: false,
  isAskedToHost: false,
  blockedPeople: [],
  overlaps: [],
  ...changes,
  live: aLive(live),
})

export const aCard = (changes: Partial<EventCard> = {}): EventCard => ({
  ...basics,
  capacity: 12,
  taken: 0,
  waiting: 0,
  hasSlots: false,
  state: 'published',
  teamId: null,
  seriesId: null,
  price: null,
  mine: null,
  ...changes,
})

export const aMyJoiner = (changes: Partial<MyJoiner> = {}): MyJoiner => ({
  id: 'part-of-a',
  state: 'going',
  slotId: null,
  tierId: null,
  seats: 1,
  guests: [],
  answers: {},
  position: null,
  offerExpiresAt: null,
  checkedInAt: null,
  ticketCode: 'K7Q4MX',
  ...changes,
})

export const aJoiner = (name: string, changes: Partial<Joiner> = {}): Joiner => ({
  userId: aFace(name).id,
  isUnregisteredUser: false,
  person: aFace(name),
  name,
  guests: 0,
  slotId: null,
  ...changes,
})

/** A row in the list of the hosts. */
export const aManagedJoiner = (name: string, changes: Partial<ManagedJoiner> = {}): ManagedJoiner => ({
  ...aMyJoiner(),
  userId: aFace(name).id,
  isUnregisteredUser: false,
  person: aFace(name),
  name,
  id: `joiner-${aFace(name).id}`,
  joinedAt: startsAt - 2 * day,
  arrived: 0,
  isNoShow: false,
  owesForm: false,
  guestsOwing: [],
  leftLate: false,
  ...changes,
})

/** The data of a game for its hosts. The taken seats are counted from the joiners. */
export const aManaged = (joiners: ManagedJoiner[], event: Parameters<typeof anEvent>[0] = {}): ManagedEvent => {
  const taken = joiners.filter(({ state }) => state === 'going').reduce((sum, { seats }) => sum + seats, 0)
  return {
    event: anEvent({ isHost: true, ...event, live: { taken, ...event.live } }),
    joiners,
    updates: [],
    unansweredInvites: 0,
    seesPayments: false,
  }
}

/** The form values of a game. */
export const aFormAnswer = ({ form, ...changes }: Partial<Omit<EventFormAnswer, 'form'>> & { form?: Partial<EventForm> } = {}) =>
  ({
    form: makeGameForm({ title: 'Morning doubles', capacity: 8, ...form }),
    version: 1,
    startsAt: Date.now() + 3 * 24 * 3_600_000,
    timeZone: 'America/Chicago',
    state: 'published',
    publishAt: null,
    pictureUrl: null,
    series: null,
    otherDates: [],
    coHosts: [],
    isPlaying: true,
    pastPlayers: [],
    ...changes,
  }) satisfies EventFormAnswer

const ownProfile = {
  id: someone.id,
  email: 'a@local.test',
  emailVerified: true,
  displayNameFallback: 'a',
  displayName: someone.name,
  pictureUrl: null,
  hasAcceptedTerms: true,
  hasAdditionalInfo: true,
  fullName: someone.name,
  bio: '',
  defaultCity: austin,
  gender: null,
  pronoun: 'None',
  joinReason: null,
  sportAvailability: [
    { activity: 'pickleball', level: 3, isOn: true },
    { activity: 'soccer', level: null, isOn: true },
  ],
  version: 1,
  createdAt: 0,
} satisfies OwnProfile

export const aPlaceCard = (name: string, changes: Partial<PlaceCard> = {}): PlaceCard => ({
  id: name.toLowerCase().replace(/\W+/g, '-'),
  name,
  lat: 30.27,
  lng: -97.77,
  address: '',
  cityName: 'Austin',
  cityState: 'TX',
  activities: ['pickleball'],
  courts: null,
  surface: '',
  isIndoor: false,
  hasLights: false,
  fee: '',
  photo: null,
  ...changes,
})

const { photo: _none, ...northsideCard } = aPlaceCard('Northside Courts', { id: 'northside' })
const northsidePlace = {
  ...northsideCard,
  description: '',
  timeZone: 'America/Chicago',
  hours: null,
  amenities: [],
  photos: [],
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  followers: 0,
  here: { count: 0, people: [] },
  regulars: { count: 0, people: [] },
  ping: null,
  proposals: [],
  mine: { isCreator: false, isFollowing: false, hereUntil: null, mayPingAt: 0, photos: [] },
} satisfies PlaceDetail

/** The host has no payout account. */
const noPayees: Payees = { person: { currency: null, isViewer: true, feeBasisPoints: 500 }, communities: [] }

/** The answers to the requests of the game form. */
export const formAnswers = (places: PlaceCard[] = [aPlaceCard('Zilker Great Lawn'), aPlaceCard('Northside Courts')]): Answers => ({
  'GET /api/events/:id/coupons': { coupons: [] } satisfies Coupons,
  'GET /api/profiles/me': ownProfile,
  'GET /api/events/mine': { events: [], next: null } satisfies MyEventPage,
  'GET /api/events/payees': noPayees,
  'GET /api/places/nearest': { places: places.map((place, index) => ({ ...place, miles: index + 0.4 })) } satisfies PlacesWithDistance,
  'GET /api/teams/mine': { teams: [], next: null },
})

/** The answers to the requests of the game page. */
export const eventAnswers = (event: EventDetail, updates: EventUpdate[] = []): Answers => ({
  'GET /api/events/:id': event,
  'GET /api/events/:id/live': event.live,
  'GET /api/events/:id/updates': { updates },
})

/** The answers of every list that shows this game. */
export function listAnswers(card: EventCard, isHost: boolean): Answers {
  const isMine = card.mine !== null || isHost
  const isShown = card.state === 'published'
  const found: DiscoverEvent[] = isShown ? [{ ...card, miles: 1, reasons: [], nextDates: [] }] : []
  const own = isMine ? [{ ...card, nextDates: [] }] : []
  return {
    'GET /api/events': { events: isShown ? [{ ...card, nextDates: [] }] : [], next: null } satisfies EventPage,
    'GET /api/events/mine': { events: own.map((one) => ({ ...one, isHost })), next: null } satisfies MyEventPage,
    'GET /api/discover/events': { events: found, games: found.length, next: null, ranked: null } satisfies DiscoverPage,
    'GET /api/discover/map': { games: [], clusters: [], bits: null, uncounted: [] } satisfies DiscoverMap,
    'GET /api/search': {
      events: isShown ? [{ ...card, nextDates: [] }] : [],
      teams: [],
      places: [],
      people: [],
      corrections: [],
    } satisfies SearchAnswer,
    'GET /api/home/upcoming': {
      events: isShown ? own.map((one) => ({ ...one, isGuest: false })) : [],
      faces: [],
      isIndoor: null,
      otherGames: [],
    } satisfies HomeUpcoming,
    'GET /api/home/nearby': { city: austin, events: isMine ? [] : found } satisfies HomeNearby,
    'GET /api/home/setup-tasks': { tasks: [] } satisfies OpenSetupTasks,
    'GET /api/needs-you': { items: [] },
    'GET /api/profiles/me': ownProfile,
    'GET /api/people/near': { players: [], next: null },
    'GET /api/teams/mine': { teams: [], next: null },
    'GET /api/follows': { people: [], next: null },
    'GET /api/places/:id': northsidePlace,
  }
}

/** Creates a new host for each test, because unsent check-ins stay in the storage and belong to one host. */
let hosts = 0
export const aHost = (): Viewer => {
  hosts += 1
  return { ...someone, id: `host-${hosts}`, name: 'Hana Host' }
}

/** What a person is asked who may become a co-host, by Dana. */
export function aCoHostInvite(otherDates: number) {
  const { id, title, activity, endsAt, timeZone } = aCard()
  return {
    event: { id, title, activity, startsAt, endsAt, timeZone, placeName: 'Northside Courts' },
    otherDates,
    state: 'open',
    inviter: dana,
    expiresAt: Date.now() + day,
  } satisfies CoHostInvite
}

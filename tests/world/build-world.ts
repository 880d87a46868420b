import type { CitySource } from '../../domain/cities/contract.ts'
import { buildCityIndex } from '../../domain/cities/rules.ts'
import { splitCityIndex } from '../../domain/cities/split-index.ts'
import { loadCities } from '../../worker/cities/commands.ts'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { wrapDatabase } from '../../worker/platform/database.ts'
import { addActivitySubscriptions } from './activity-subscriptions.ts'
import { addAnnouncements } from './announcements.ts'
import { addAvailability } from './availability.ts'
import { addCircle } from './circle.ts'
import { addCrowd } from './crowd.ts'
import { addCustomRoles } from './custom-roles.ts'
import { addDeletedTeam } from './deleted-team.ts'
import { addEvents } from './events.ts'
import { addExternalTeams } from './external-teams.ts'
import { addMyGames } from './my-games.ts'
import { addOrganization } from './organizations.ts'
import { addPastEvents } from './past-events.ts'
import { addPeople } from './people.ts'
import { addPlaceProposal, addPlaces } from './places.ts'
import { addSeasonMatches } from './season-matches.ts'
import { addSeasons } from './seasons.ts'
import { someCities } from './some-cities.ts'
import { addTeamDraft } from './team-drafts.ts'
import { addTeamFollows } from './team-follows.ts'
import { addCommunities, addSmashers, addTeams } from './teams.ts'
import { addUserLists } from './user-lists.ts'

/** The time at which everything in the demo world was created. */
const worldStart = Date.UTC(2026, 0, 1)

/** Builds one part of the demo world. It uses fixed ids and can run twice, because an earlier run may have been interrupted. */
type WorldPart = (db: D1Database, now: number, files: R2Bucket | undefined) => Promise<void>

/** The parts of the world. A Worker test builds only the parts that it needs. A later part may need an earlier one. */
const partBuilders = {
  /** All US cities. Needs Node, because their package reads a file. */
  cities: async (db) => {
    const { readCities } = await import('../../scripts/read-cities.ts')
    await addCities(db, readCities())
  },
  'cities:some': (db) => addCities(db, someCities),
  people: (db) => addPeople(wrapDatabase(db), worldStart),
  places: (db) => addPlaces(wrapDatabase(db), worldStart),
  placeProposal: (db, now) => addPlaceProposal(wrapDatabase(db), now),
  /** Photos in R2. Needs Node, which draws them. */
  photos: async (db, _, files) => {
    if (!files) throw new Error('The photos of the demo world need a bucket for files.')
    const { addPhotos } = await import('./photos.ts')
    await addPhotos(wrapDatabase(db), worldStart, files)
  },
  crowd: (db) => addCrowd(wrapDatabase(db), worldStart),
  /** Drawn pictures of people in R2. Needs Node, which draws them, and the crowd. */
  faces: async (db, _, files) => {
    if (!files) throw new Error('The faces of the demo world need a bucket for files.')
    const { addFaces } = await import('./faces/add-faces.ts')
    await addFaces(wrapDatabase(db), files)
  },
  /** Whom the demo player and the host know, and what happened in their notifications. Needs the crowd. */
  circle: (db, now) => addCircle(wrapDatabase(db), now),
  /** Games of the next weeks, counted from the day on which the world is built. */
  events: (db, now) => addEvents(wrapDatabase(db), now),
  /** What the demo player hosts, waits for, saved and follows. Needs the games. */
  myGames: (db, now) => addMyGames(wrapDatabase(db), now),
  /** An account that is not complete, and games with players who have paid. Needs the sandbox, the plans and the games. */
  paidGames: async (db) => {
    const { addPaidGames } = await import('./paid-games.ts')
    await addPaidGames(wrapDatabase(db))
  },
  /** Games that are paid for in parts: a deposit, a party that splits the price, cash. Needs the payout accounts. */
  partPayments: async (db) => {
    const { addPartPayments } = await import('./part-payments.ts')
    await addPartPayments(wrapDatabase(db))
  },
  /** What a community sells, and who has bought it. Needs the sandbox, the plans and the payout accounts. */
  memberships: async (db) => {
    const { addMemberships } = await import('./memberships.ts')
    await addMemberships(wrapDatabase(db))
  },
  /** Dues of a community, and who has paid them. Needs the sandbox, the plans, the payout accounts and the smashers. */
  dues: async (db) => {
    const { addDues } = await import('./dues.ts')
    await addDues(wrapDatabase(db))
  },
  /** Games of the past weeks, with the players who came and their feedback. */
  pastEvents: (db, now) => addPastEvents(wrapDatabase(db), now),
  userLists: (db) => addUserLists(wrapDatabase(db), worldStart),
  teams: (db) => addTeams(wrapDatabase(db), worldStart),
  /** What demo people pay for, and the account of the host with payouts. Needs Node, the sandbox with its Stripe, the crowd and the communities. */
  plans: async (db, now) => {
    const { addPlans } = await import('./plans.ts')
    await addPlans(wrapDatabase(db), now)
  },
  /** A role that a community with Pro has made. Needs the plans. */
  customRoles: (db) => addCustomRoles(wrapDatabase(db), worldStart),
  /** Seasons around the day on which the world is built. */
  seasons: (db, now) => addSeasons(wrapDatabase(db), now),
  /** Groups, matches and results of the seasons of Sunset Smashers. */
  seasonMatches: (db, now) => addSeasonMatches(wrapDatabase(db), now),
  /** Games of a season that members have paid for. Needs the sandbox, the plans, the payout accounts, the seasons and the smashers. */
  paidSeason: async (db) => {
    const { addPaidSeason } = await import('./paid-season.ts')
    await addPaidSeason(wrapDatabase(db))
  },
  /** The books of the host. Needs everything that is sold. */
  ledger: async (db) => {
    const { addLedger } = await import('./ledger.ts')
    await addLedger(wrapDatabase(db))
  },
  communities: (db) => addCommunities(wrapDatabase(db), worldStart),
  organization: (db) => addOrganization(wrapDatabase(db), worldStart),
  smashers: (db) => addSmashers(wrapDatabase(db), worldStart),
  /** Forms of Sunset Smashers. One of them takes money, so it needs the plans and the payout accounts. */
  forms: async (db, now) => {
    const { addForms } = await import('./forms.ts')
    await addForms(wrapDatabase(db), now)
  },
  /**
   * A registration with many submissions, and a form for members. Needs the sandbox, the plans, the payout accounts, the seasons and the
   * smashers.
   */
  registrations: async (db, now) => {
    const { addRegistrations } = await import('./registrations.ts')
    await addRegistrations(wrapDatabase(db), now)
  },
  teamFollows: (db) => addTeamFollows(wrapDatabase(db), worldStart),
  announcements: (db, now) => addAnnouncements(wrapDatabase(db), now),
  availability: (db) => addAvailability(wrapDatabase(db), worldStart),
  activitySubscriptions: (db) => addActivitySubscriptions(wrapDatabase(db), worldStart),
  externalTeams: (db, now) => addExternalTeams(wrapDatabase(db), now),
  /** A community that its owner can bring back. */
  deletedTeam: (db, now) => addDeletedTeam(wrapDatabase(db), now),
  teamDraft: (db, now) => addTeamDraft(wrapDatabase(db), now),
  /** The own domains of communities. Every <name>.localhost leads to this machine. */
  hostnames: async (db) => {
    for (const team of ['sunset-smashers', 'round-rock-dinks']) await claimHostname(wrapDatabase(db), `${team}.localhost`, team, worldStart)
  },
} satisfies Record<string, WorldPart>

export type WorldPartName = keyof typeof partBuilders

/** All parts, as `npm start` shows them. If a part exists in two sizes, this is the full size. */
const wholeWorld: readonly WorldPartName[] = [
  'cities',
  'people',
  'places',
  'placeProposal',
  'photos',
  'teams',
  'deletedTeam',
  'userLists',
  'availability',
  'activitySubscriptions',
  'externalTeams',
  'crowd',
  'faces',
  'circle',
  'communities',
  'plans',
  'customRoles',
  'seasons',
  'organization',
  'smashers',
  'teamFollows',
  'announcements',
  'events',
  'myGames',
  'paidGames',
  'partPayments',
  'memberships',
  'dues',
  'forms',
  'registrations',
  'pastEvents',
  'seasonMatches',
  'paidSeason',
  'ledger',
  'hostnames',
]

/** Builds the demo world. It is the same each time, so `npm start`, the Worker tests and the browser tests share its data. */
export async function buildWorld(
  db: D1Database,
  names: readonly WorldPartName[] = wholeWorld,
  now = Date.now(),
  files?: R2Bucket,
): Promise<void> {
  for (const name of names) await partBuilders[name](db, now, files)
}

export async function addCities(db: D1Database, cities: readonly CitySource[]): Promise<void> {
  const database = wrapDatabase(db)
  for (const part of splitCityIndex(buildCityIndex(cities), 1_500)) await loadCities(database, part)
}

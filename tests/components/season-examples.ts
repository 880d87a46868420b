import type { SeasonDetail, SeasonGuest, SeasonPerson, SeasonTable } from '../../domain/seasons/contract.ts'
import type { Session } from '../../domain/seasons/results-contract.ts'
import type { OwnAsk } from '../../domain/seasons/substitutes-contract.ts'
import { aFace } from './event-examples.ts'
import { answerWith } from './setup/answers.ts'
import { aTeam } from './team-examples.ts'

type Row = SeasonTable['rows'][number]

/** A Saturday evening in Austin, during the season. */
export const now = Date.parse('2031-11-23T01:00Z')

const group = (id: string, name: string) => ({ id, name, levelMin: null, levelMax: null, size: 6, people: 2 })

export const aSeason = (more: Partial<SeasonDetail> = {}): SeasonDetail => ({
  ...{ id: 'fall', label: 'Fall 2031', startDate: '2031-09-01', endDate: '2031-12-31', version: 3, teamId: 'smashers' },
  team: { name: 'Sunset Smashers', timeZone: 'America/Chicago', activity: 'pickleball' },
  role: 'member',
  rights: [],
  groups: [group('aces', 'Sunset Aces'), group('gains', 'Net Gains')],
  captains: [{ groupId: 'gains', person: aFace('Jo Tan') }],
  organizers: [aFace('Dana Alvarez'), aFace('Theo Park')],
  me: { kind: 'captain', groupId: 'aces' },
  children: [],
  undoUntil: null,
  ...more,
})

export const aRow = (id: string, name: string, more: Partial<Row> = {}): Row => ({
  ...{
    id,
    name,
    place: 1,
    played: 6,
    won: 4,
    drawn: 0,
    lost: 2,
    forfeits: 0,
    scored: 60,
    conceded: 50,
    points: 12,
    ahead: null,
    meetings: [],
  },
  ...more,
})

export const aMatch = (more: Partial<Session> = {}): Session => ({
  ...{ eventId: 'round-6', title: 'Fall league, round 6', timeZone: 'America/Chicago', isCancelled: false, result: null, version: 4 },
  ...{ startsAt: Date.parse('2031-11-09T01:00Z'), endsAt: Date.parse('2031-11-09T03:00Z'), homeGroupId: 'aces', awayGroupId: 'gains' },
  ...more,
})

type Answers = {
  season?: SeasonDetail
  rows?: Row[]
  past?: Session[]
  upcoming?: Session[]
  people?: SeasonPerson[]
  guests?: SeasonGuest[]
  asks?: OwnAsk[]
}

/** What the server has from now on. */
export function setSeason({
  season = aSeason(),
  rows = [],
  past = [],
  upcoming = [],
  people = [],
  guests = [],
  asks = [],
}: Answers = {}): void {
  answerWith({
    'GET /api/teams/smashers/detail': aTeam({ role: season.role }),
    'GET /api/seasons/fall': season,
    'GET /api/seasons/fall/asks': { asks },
    'GET /api/seasons/fall/table': { rows, isOver: false },
    'GET /api/seasons/fall/sessions': ({ query }) => ({ sessions: query.when === 'past' ? past : upcoming, next: null }),
    'GET /api/seasons/fall/registrations': { people, next: null },
    'GET /api/seasons/fall/guests': { guests, next: null },
  })
}

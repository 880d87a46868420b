import { sql } from 'drizzle-orm'
import { dateText, latestLocalDate } from '../../domain/time/clock.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import type { Database } from '../../worker/platform/database.ts'
import { runStatements } from '../setup/run-statements.ts'
import { crowdIds } from './crowd.ts'
import { demoGameDefaults, readPlaces, toWhere } from './events.ts'

const ownerId = 'demo-host'
const teamId = 'sunset-smashers'
/** How long before its start each match is created. */
const createdBeforeStart = 20 * day

/** Members of Sunset Smashers besides the two with fixed accounts. */
const [...members] = crowdIds.slice(40, 64)
const someMembers = (from: number, count: number) => members.slice(from, from + count)

type DemoGroup = {
  id: string
  seasonId: string
  name: string
  levelMin: number
  levelMax: number
  captain: string
  players: readonly string[]
}

const running = 'smashers-running'
const over = 'smashers-over'

const groups: DemoGroup[] = [
  { id: 'floyd', seasonId: running, name: 'Dink Floyd', levelMin: 3, levelMax: 4.5, captain: members[0] ?? '', players: someMembers(1, 3) },
  { id: 'gains', seasonId: running, name: 'Net Gains', levelMin: 2.5, levelMax: 4, captain: ownerId, players: someMembers(4, 3) },
  { id: 'aces', seasonId: running, name: 'Sunset Aces', levelMin: 2, levelMax: 3.5, captain: 'demo-player', players: someMembers(7, 3) },
  {
    id: 'rules',
    seasonId: running,
    name: 'Kitchen Rules',
    levelMin: 2,
    levelMax: 3.5,
    captain: members[10] ?? '',
    players: someMembers(11, 3),
  },
  {
    id: 'birds',
    seasonId: over,
    name: 'Early Birds',
    levelMin: 2,
    levelMax: 4,
    captain: members[0] ?? '',
    players: ['demo-player', ...someMembers(1, 3)],
  },
  { id: 'owls', seasonId: over, name: 'Night Owls', levelMin: 2, levelMax: 4, captain: ownerId, players: someMembers(4, 4) },
]

const withoutGroup = [
  ...someMembers(14, 3).map((id) => ({ id, kind: 'freeAgent' })),
  ...someMembers(17, 2).map((id) => ({ id, kind: 'substitute' })),
]

type DemoResult = {
  home: number
  away: number
  state: 'confirmed' | 'waitsForAway' | 'disputedByAway'
  forfeits?: 'home' | 'away'
  notes?: [string, string]
}
/** `days` is the days from today to the match. Without groups, the game is a practice. */
type DemoMatch = { id: string; title: string; days: number; home: string | null; away: string | null; result?: DemoResult }

const win = (home: number, away: number): DemoResult => ({ home, away, state: 'confirmed' })

const matches: DemoMatch[] = [
  { id: 'round-1-floyd', title: 'Fall league, round 1', days: -34, home: 'floyd', away: 'rules', result: win(11, 4) },
  { id: 'round-1-aces', title: 'Fall league, round 1', days: -34, home: 'gains', away: 'aces', result: win(11, 9) },
  { id: 'round-2-floyd', title: 'Fall league, round 2', days: -27, home: 'floyd', away: 'gains', result: win(11, 8) },
  { id: 'round-2-aces', title: 'Fall league, round 2', days: -27, home: 'aces', away: 'rules', result: win(11, 5) },
  { id: 'round-3-floyd', title: 'Fall league, round 3', days: -20, home: 'aces', away: 'floyd', result: win(6, 11) },
  { id: 'round-3-gains', title: 'Fall league, round 3', days: -20, home: 'gains', away: 'rules', result: win(11, 7) },
  { id: 'round-4-floyd', title: 'Fall league, round 4', days: -13, home: 'gains', away: 'floyd', result: win(6, 11) },
  {
    ...{ id: 'round-4-aces', title: 'Fall league, round 4', days: -13, home: 'rules', away: 'aces' },
    result: { home: 9, away: 11, state: 'waitsForAway' },
  },
  {
    ...{ id: 'round-5-floyd', title: 'Fall league, round 5', days: -6, home: 'floyd', away: 'rules' },
    result: { home: 0, away: 0, state: 'confirmed', forfeits: 'away', notes: ['Nobody came.', ''] },
  },
  {
    ...{ id: 'round-5-aces', title: 'Fall league, round 5', days: -6, home: 'aces', away: 'gains' },
    result: { home: 11, away: 9, state: 'disputedByAway', notes: ['', 'It was 9 to 11. Ask Kitchen Rules, they were there.'] },
  },
  { id: 'round-6-aces', title: 'Fall league, round 6', days: -3, home: 'aces', away: 'floyd' },
  { id: 'round-7-aces', title: 'Fall league, round 7', days: 10, home: 'gains', away: 'aces' },
  { id: 'round-7-floyd', title: 'Fall league, round 7', days: 10, home: 'rules', away: 'floyd' },
  { id: 'season-practice', title: 'Practice before the last round', days: 15, home: null, away: null },
  { id: 'round-8-aces', title: 'Fall league, last round', days: 17, home: 'rules', away: 'aces' },
  { id: 'summer-1', title: 'Summer cup, first leg', days: -90, home: 'birds', away: 'owls', result: win(11, 7) },
  { id: 'summer-2', title: 'Summer cup, second leg', days: -76, home: 'owls', away: 'birds', result: win(11, 10) },
  { id: 'summer-3', title: 'Summer cup, final', days: -62, home: 'birds', away: 'owls', result: win(9, 11) },
]

const asked = (now: number) => [
  { id: members[17], isByHand: 0, answer: 'no', answeredAt: now - hour / 2 },
  { id: members[18], isByHand: 0 },
  { id: 'demo-player', isByHand: 1, askedBy: ownerId },
]

/** Adds groups, people, matches and results to the seasons of Sunset Smashers. Needs the seasons, the members and the places. */
export async function addSeasonMatches(db: Database, now: number): Promise<void> {
  const { courts } = await readPlaces(db)
  const today = Date.parse(latestLocalDate(now)) / day
  for (const { id, title, days } of matches) {
    const date = dateText(today + days)
    const form = {
      ...demoGameDefaults,
      ...({ activity: 'pickleball', where: toWhere(courts), teamId, visibility: 'team', title, capacity: 16 } as const),
      ...{ starts: `${date}T19:00`, ends: `${date}T21:00` },
    }
    // A past match was created before it started.
    const clock = { now: Math.min(now, now + days * day - createdBeforeStart), newId: () => id }
    await createEvent(db, clock, ownerId, { form, repeat: null, publish: { when: 'now' }, idempotencyKey: null })
  }
  const list = (rows: readonly unknown[]) => sql`json_each(${JSON.stringify(rows)})`
  const people = [
    ...groups.flatMap(({ id, seasonId, captain, players }) => [
      { id: captain, seasonId, kind: 'captain', groupId: id },
      ...players.map((player) => ({ id: player, seasonId, kind: 'player', groupId: id })),
    ]),
    ...withoutGroup.map(({ id, kind }) => ({ id, seasonId: running, kind, groupId: null })),
  ]
  const groupRows = groups.map((group, index) => ({ ...group, nameKey: group.name.toLowerCase(), lot: index }))
  await runStatements(db, [
    sql`INSERT OR IGNORE INTO season_groups (id, season_id, name, name_key, level_min, level_max, size, lot)
      SELECT value->>'id', value->>'seasonId', value->>'name', value->>'nameKey', value->>'levelMin', value->>'levelMax', 6, value->>'lot' FROM ${list(groupRows)}`,
    sql`INSERT INTO season_registrations (season_id, user_id, ends_on, registered_at, kind, group_id)
      SELECT s.id, p.value->>'id', s.ends_on, ${now - 50 * day}, p.value->>'kind', p.value->>'groupId'
      FROM ${list(people)} p JOIN seasons s ON s.id = p.value->>'seasonId' WHERE true
      ON CONFLICT (season_id, user_id) DO UPDATE SET kind = excluded.kind, group_id = excluded.group_id`,
    sql`INSERT OR IGNORE INTO team_sessions (event_id, season_id, home_group_id, away_group_id, home_score, away_score, forfeit_side,
        home_agrees, away_agrees, disputed_side, version)
      SELECT value->>'id', coalesce((SELECT season_id FROM season_groups g WHERE g.id = value->>'home'), ${running}), value->>'home', value->>'away',
        value->>'$.result.home', value->>'$.result.away', value->>'$.result.forfeits', value->>'result' IS NOT NULL,
        value->>'$.result.state' IS 'confirmed', iif(value->>'$.result.state' IS 'disputedByAway', 'away', NULL), 2 * (value->>'result' IS NOT NULL)
      FROM ${list(matches)}`,
    ...[0, 1].map(
      (
        step,
      ) => sql`INSERT OR IGNORE INTO result_changes (id, event_id, user_id, kind, home_score, away_score, forfeit_side, note, created_at)
        SELECT (value->>'id') || ${`-${step}`}, e.id, r.user_id, iif(${step} = 0, 'entered', iif(value->>'$.result.state' = 'confirmed', 'confirmed', 'disputed')),
          value->>'$.result.home', value->>'$.result.away', value->>'$.result.forfeits', coalesce(value->>${`$.result.notes[${step}]`}, ''), e.ends_at + ${(step + 1) * hour}
        FROM ${list(matches.filter(({ result }) => result && (step === 0 || result.state !== 'waitsForAway')))} m JOIN events e ON e.id = value->>'id'
          JOIN season_registrations r ON r.group_id = iif(${step} = 0, value->>'home', value->>'away') AND r.kind = 'captain'`,
    ),
    // Somebody of Kitchen Rules cannot come, and three people are asked.
    sql`INSERT OR IGNORE INTO substitute_calls (event_id, seats) VALUES ('round-7-floyd', 1)`,
    sql`INSERT OR IGNORE INTO substitute_asks (event_id, user_id, asked_at, is_by_hand, asked_by, answer, answered_at)
      SELECT 'round-7-floyd', value->>'id', ${now - hour}, value->>'isByHand', value->>'askedBy', value->>'answer', value->>'answeredAt' FROM ${list(asked(now))}`,
    sql`UPDATE seasons SET results_version = results_version + 1 WHERE team_id = ${teamId}`,
  ])
}

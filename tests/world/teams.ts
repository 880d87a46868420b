import { sql } from 'drizzle-orm'
import type { ActivityId } from '../../domain/activities.ts'
import { grantedRoles, type JoinMode, type teamColors } from '../../domain/teams/contract.ts'
import { eachWeekday } from '../../domain/time/clock.ts'
import { findCity } from '../../worker/cities/queries.ts'
import type { Database } from '../../worker/platform/database.ts'
import { addChild } from '../../worker/roster/children.ts'
import { saveDetails } from '../../worker/roster/details.ts'
import { addField } from '../../worker/roster/fields.ts'
import { listPeople } from '../../worker/roster/list-people.ts'
import { asPerson, countMembers } from '../../worker/teams/actor.ts'
import { addGuest } from '../../worker/teams/change-guests.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { findIndexedTeam, indexTeam, unindexTeam } from '../../worker/teams/index-team.ts'
import { findTeam } from '../../worker/teams/queries.ts'
import { makeRandom } from '../setup/make-random.ts'
import { runStatements } from '../setup/run-statements.ts'
import { crowdIds } from './crowd.ts'

type TeamColor = (typeof teamColors)[number]

/** How a team looks, what it plays and how people join. */
type TeamLook = { activity: ActivityId | null; joinMode: JoinMode; colors: [main: TeamColor, second: TeamColor] }

type DemoTeam = TeamLook & {
  id: string
  ownerId: string
  name: string
  description: string
  cityId: number
  members: readonly string[]
}

const austin = 4671654
const sanAntonio = 4726206

const teams: DemoTeam[] = [
  {
    id: 'sunset-smashers',
    ownerId: 'demo-host',
    name: 'Sunset Smashers',
    description: 'Pickleball at Northside Courts, most evenings. New partner every fifteen minutes, coffee after.',
    cityId: austin,
    activity: 'pickleball',
    joinMode: 'ask',
    colors: ['green', 'blue'],
    members: ['demo-player'],
  },
  {
    id: 'riverside-rookies',
    ownerId: 'demo-organizer',
    name: 'Riverside Rookies',
    description: 'A first team for whoever never had one. We learn the rules as we go.',
    cityId: sanAntonio,
    activity: null,
    joinMode: 'open',
    colors: ['orange', 'white'],
    members: ['demo-player'],
  },
]

type CommunitySketch = TeamLook & {
  id: string
  name: string
  description: string
  cityId: number
  placeId?: string
  ownerId?: string
  size: number
}

/** Communities whose owners are people of the crowd, unless they name another one. The games at their place, if they have one, belong to them. */
const communities: CommunitySketch[] = [
  {
    id: 'trailhead-runners',
    name: 'Trailhead Runners',
    description: 'Easy miles along the water before work. Nobody is left behind.',
    cityId: austin,
    placeId: 'barton-trail',
    activity: 'running',
    joinMode: 'open',
    colors: ['teal', 'white'],
    size: 23,
  },
  {
    id: 'sand-and-sunset',
    name: 'Sand & Sunset Volleyball',
    description: 'Fours in the sand, king of the court until it is dark.',
    cityId: austin,
    placeId: 'lake-sand',
    activity: 'sand-volleyball',
    joinMode: 'open',
    colors: ['orange', 'yellow'],
    size: 17,
  },
  {
    id: 'hudson-dinkers',
    name: 'Hudson Dinkers',
    description: 'Pickleball by the river. Paddles to lend, patience to spare.',
    cityId: 5128581,
    placeId: 'new-york-1',
    activity: 'pickleball',
    joinMode: 'ask',
    colors: ['blue', 'white'],
    size: 26,
  },
  {
    id: 'lakeside-sevens',
    name: 'Lakeside Sevens',
    description: 'Seven a side, two touch when it is crowded, rain or shine.',
    cityId: 4887398,
    placeId: 'chicago-1',
    activity: 'ultimate-frisbee',
    joinMode: 'open',
    colors: ['green', 'black'],
    size: 14,
  },
  {
    id: 'mile-high-pickup',
    name: 'Mile High Pickup',
    description: 'Pickup soccer a mile up. Bring a dark shirt and a light one.',
    cityId: 5419384,
    placeId: 'denver-1',
    activity: 'soccer',
    joinMode: 'ask',
    colors: ['purple', 'white'],
    size: 9,
  },
  {
    id: 'deep-ellum-hoops',
    name: 'Deep Ellum Hoops',
    description: 'Full court, winners stay, everyone plays.',
    cityId: 4684888,
    placeId: 'dallas-1',
    activity: 'basketball',
    joinMode: 'open',
    colors: ['red', 'black'],
    size: 12,
  },
  {
    id: 'rain-city-ultimate',
    name: 'Rain City Ultimate',
    description: 'Discs and dry socks. Beginners throw first.',
    cityId: 5809844,
    placeId: 'seattle-1',
    activity: 'ultimate-frisbee',
    joinMode: 'open',
    colors: ['teal', 'blue'],
    size: 19,
  },
  {
    id: 'harbor-shuttles',
    name: 'Harbor Shuttles',
    description: 'Social badminton, doubles mostly, feather or plastic.',
    cityId: 5391811,
    placeId: 'san-diego-1',
    activity: 'badminton',
    joinMode: 'invite',
    colors: ['yellow', 'black'],
    size: 8,
  },
  {
    id: 'bayou-smash',
    name: 'Bayou Smash',
    description: 'Doubles before the heat. Bring water and a hat.',
    cityId: 4699066,
    activity: 'tennis',
    joinMode: 'open',
    colors: ['blue', 'yellow'],
    size: 21,
  },
  {
    id: 'desert-net',
    name: 'Desert Net',
    description: 'Grass volleyball at dusk, sixes, all levels.',
    cityId: 5308655,
    activity: 'volleyball',
    joinMode: 'ask',
    colors: ['orange', 'purple'],
    size: 16,
  },
  {
    id: 'liberty-strikers',
    name: 'Liberty Strikers',
    description: 'Sunday soccer since forever. New legs are welcome.',
    cityId: 4560349,
    activity: 'soccer',
    joinMode: 'ask',
    colors: ['red', 'blue'],
    size: 28,
  },
  {
    id: 'charles-river-chess',
    name: 'Charles River Chess',
    description: 'Blitz, coffee and post-mortems that take longer than the game.',
    cityId: 4930956,
    activity: 'chess',
    joinMode: 'open',
    colors: ['black', 'white'],
    size: 11,
  },
  {
    id: 'biscayne-padel',
    name: 'Biscayne Padel',
    description: 'Padel nights with rotating partners.',
    cityId: 4164138,
    activity: 'padel',
    joinMode: 'ask',
    colors: ['teal', 'orange'],
    size: 18,
  },
  {
    id: 'north-star-skaters',
    name: 'North Star Skaters',
    description: 'Pond hockey when it is cold, roller hockey when it is not.',
    cityId: 5037649,
    activity: 'ice-hockey',
    joinMode: 'invite',
    colors: ['blue', 'white'],
    size: 13,
  },
  {
    id: 'golden-gate-spikers',
    name: 'Golden Gate Spikers',
    description: 'Indoor sixes on Tuesdays, beach on Saturdays.',
    cityId: 5391959,
    activity: 'volleyball',
    joinMode: 'open',
    colors: ['yellow', 'red'],
    size: 24,
  },
  {
    id: 'rose-city-rowers',
    name: 'Rose City Rowers',
    description: 'Out on the river by six, at work by nine.',
    cityId: 5746545,
    activity: 'rowing',
    joinMode: 'invite',
    colors: ['red', 'white'],
    size: 9,
  },
  {
    id: 'venice-skate-crew',
    name: 'Venice Skate Crew',
    description: 'Bowls, ledges and first drops. Pads are cool.',
    cityId: 5368361,
    activity: 'skateboarding',
    joinMode: 'open',
    colors: ['purple', 'yellow'],
    size: 15,
  },
  {
    id: 'south-bay-shuttles',
    name: 'South Bay Shuttles',
    description: 'Badminton ladders with a result every week.',
    cityId: 5392171,
    activity: 'badminton',
    joinMode: 'ask',
    colors: ['green', 'yellow'],
    size: 12,
  },
  {
    id: 'round-rock-dinks',
    name: 'Round Rock Dinks',
    description: 'Evening pickleball, paddles to lend, four courts.',
    cityId: 4724129,
    ownerId: 'demo-host',
    activity: 'pickleball',
    joinMode: 'open',
    colors: ['purple', 'green'],
    size: 17,
  },
  {
    id: 'alamo-tennis-ladder',
    name: 'Alamo Tennis Ladder',
    description: 'Challenge whoever is two steps above you.',
    cityId: sanAntonio,
    activity: 'tennis',
    joinMode: 'open',
    colors: ['red', 'yellow'],
    size: 20,
  },
  {
    id: 'casco-bay-runners',
    name: 'Casco Bay Runners',
    description: 'Slow miles along the water, faster ones on Thursdays.',
    cityId: 4975802,
    activity: 'running',
    joinMode: 'open',
    colors: ['blue', 'teal'],
    size: 7,
  },
  {
    id: 'kaimana-swimmers',
    name: 'Kaimana Swimmers',
    description: 'Open water at first light, always in pairs.',
    cityId: 5856195,
    activity: 'swimming',
    joinMode: 'ask',
    colors: ['teal', 'yellow'],
    size: 10,
  },
]

const getPersonId = (index: number) => crowdIds[index % crowdIds.length] as string
const getOwnerId = (index: number) => communities[index]?.ownerId ?? getPersonId(index * 31)

/** Returns the community to which the games at a place belong. */
export function findCommunityAt(placeId: string): { id: string; ownerId: string } | null {
  const index = communities.findIndex((sketch) => sketch.placeId === placeId)
  const sketch = communities[index]
  return sketch ? { id: sketch.id, ownerId: getOwnerId(index) } : null
}

async function createTeams(db: Database, now: number, all: readonly DemoTeam[]): Promise<void> {
  for (const { id, ownerId, members, cityId, activity, joinMode, colors, ...input } of all) {
    const clock = { now, newId: () => id }
    const city = await findCity(db, cityId)
    if (!(await findTeam(db, id))) {
      await createTeam(db, clock, ownerId, { ...input, ...(city ? { cityId } : {}) })
      await giveLook(db, id, { activity, joinMode, colors })
    }
    for (const userId of members) await addMember(db, clock, asPerson(ownerId), id, userId)
  }
}

async function giveLook(db: Database, id: string, { activity, joinMode, colors: [main, second] }: TeamLook): Promise<void> {
  const created = await findIndexedTeam(db, id)
  if (!created) return
  await runStatements(db, [
    sql`UPDATE teams SET activity = ${activity}, join_mode = ${joinMode}, main_color = ${main}, second_color = ${second} WHERE id = ${id}`,
    ...unindexTeam(created, sql`true`),
    ...indexTeam({ ...created, activity, joinMode }, sql`true`),
  ])
}

/** Adds the two teams with fixed owners. Needs the people and the cities. */
export async function addTeams(db: Database, now: number): Promise<void> {
  await createTeams(db, now, teams)
  await addRoster(db, now)
}

/** A guest, a child of the demo player, and what Sunset Smashers has written down about its people. */
async function addRoster(db: Database, now: number): Promise<void> {
  const [team, owner] = ['sunset-smashers', 'demo-host']
  const clock = (id: string) => ({ now, newId: () => id })
  const idempotencyKey = 'demo-roster'
  await addGuest(db, clock('demo-guest'), asPerson(owner), team, { name: 'Robin Castillo', email: 'robin@example.com', idempotencyKey })
  await addChild(db, clock('demo-child'), 'demo-player', team, { name: 'Kit', idempotencyKey })
  const field = { name: 'Shirt', kind: 'choice', choices: ['S', 'M', 'L'], seenBy: 'members', idempotencyKey } as const
  const fieldId = await addField(db, clock('demo-field'), asPerson(owner), team, { ...field, choices: [...field.choices] })
  const isWritten = (await listPeople(db, asPerson(owner), team, {})).people.some(({ version }) => version > 0)
  if (isWritten) return
  const values = [{ fieldId, value: 'M' }]
  const details = { jersey: '7', position: 'Left side', notes: 'Brings the balls.', values, version: 0 }
  await saveDetails(db, clock('demo-details'), owner, team, { userId: 'demo-player' }, details)
}

/**
 * Members of Sunset Smashers besides the two with fixed accounts. The first nineteen share their hours. The first two are organizers,
 * and the next ones have one other role each.
 */
export const smashers = crowdIds.slice(40, 64)
const sharingSmashers = 19

const workWeek = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

/** Hours as people have them: most play after work and on weekend mornings, some at lunch or before work. */
function makeHours(random: () => number) {
  const likes = (chance: number) => random() < chance
  const evening = { startTime: likes(0.6) ? '17:30' : '18:30', endTime: likes(0.5) ? '21:00' : '20:30' }
  const early = { startTime: '06:30', endTime: '08:00' }
  const lunch = { startTime: '11:30', endTime: '13:00' }
  const isEarly = likes(0.15)
  const hasLunch = likes(0.2)
  return eachWeekday((weekday) => {
    const isWorkDay = workWeek.some((one) => one === weekday)
    const morning = { startTime: likes(0.5) ? '08:00' : '09:00', endTime: likes(0.5) ? '11:30' : '12:30' }
    const timeRanges = isWorkDay
      ? [
          ...(isEarly && likes(0.5) ? [early] : []),
          ...(hasLunch ? [lunch] : []),
          ...(likes(weekday === 'friday' ? 0.35 : 0.75) ? [evening] : []),
        ]
      : [
          ...(likes(weekday === 'saturday' ? 0.75 : 0.6) ? [morning] : []),
          ...(likes(0.25) ? [{ startTime: '16:00', endTime: '18:30' }] : []),
        ]
    return { isAvailable: timeRanges.length > 0, timeRanges }
  })
}

/** Adds the other members of Sunset Smashers, and the hours that twenty of them share. Needs the crowd and the availability of the players. */
export async function addSmashers(db: Database, now: number): Promise<void> {
  const random = makeRandom(20)
  const members = smashers.map((id, index) => ({
    id,
    role: index === 0 ? 'organizer' : (grantedRoles[index - 1] ?? 'member'),
    week: JSON.stringify(makeHours(random)),
  }))
  const list = (rows: readonly unknown[]) => sql`json_each(${JSON.stringify(rows)})`
  const sharing = members.slice(0, sharingSmashers)
  await runStatements(db, [
    sql`INSERT OR IGNORE INTO team_members (team_id, user_id, role, joined_at)
      SELECT 'sunset-smashers', value->>'id', value->>'role', ${now} FROM ${list(members)}`,
    sql`INSERT OR IGNORE INTO team_changes (id, team_id, kind, actor_id, person_id, old_role, new_role, created_at)
      SELECT 'demo-change-' || key, 'sunset-smashers', 'role-changed', 'demo-host', value->>'id', 'member', value->>'role', ${now}
      FROM ${list(members.filter(({ role }) => role !== 'member'))}`,
    sql`INSERT INTO availability (user_id, time_zone, weekly, dates, version, created_at, updated_at)
      SELECT value->>'id', 'America/Chicago', value->>'week', '[]', 1, ${now}, ${now} FROM ${list(sharing)} WHERE true
      ON CONFLICT (user_id) DO UPDATE SET time_zone = excluded.time_zone, weekly = excluded.weekly`,
    sql`INSERT OR IGNORE INTO team_hour_shares (team_id, user_id, shared_since)
      SELECT 'sunset-smashers', value, ${now} FROM ${list([...sharing.map(({ id }) => id), 'demo-player'])}`,
    countMembers('sunset-smashers'),
  ])
}

/** Adds the communities of the crowd. All members are written in one statement, because adding them one by one is slow. Needs the crowd. */
export async function addCommunities(db: Database, now: number): Promise<void> {
  await createTeams(
    db,
    now,
    communities.map(({ placeId: _, size: __, ...sketch }, index) => ({ ...sketch, ownerId: getOwnerId(index), members: [] })),
  )
  const members = communities.flatMap(({ id, size }, index) =>
    Array.from({ length: size - 1 }, (_, member) => [id, getPersonId(index * 31 + 1 + member)]),
  )
  await runStatements(db, [
    sql`INSERT OR IGNORE INTO team_members (team_id, user_id, role, joined_at)
      SELECT value->>0, value->>1, 'member', ${now} FROM json_each(${JSON.stringify(members)})`,
    ...communities.map(({ id }) => countMembers(id)),
  ])
}

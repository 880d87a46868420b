import { eq } from 'drizzle-orm'
import { freePlan } from '../../domain/teams/contract.ts'
import { dateText, latestLocalDate } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { readFirst } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { createSeason } from '../../worker/seasons/commands.ts'
import { register } from '../../worker/seasons/register.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { communities } from '../../worker/teams/shared.ts'

type DemoSeason = {
  id: string
  teamId: string
  ownerId: string
  /** Days from today to the middle of the season. */
  middleDay: number
  /** It runs beside another season, which the free plan does not allow. */
  needsPlan?: true
  players: readonly string[]
}

/** The days from the start of a season to its middle, and from there to its end. */
const halfLength = 38
/** No quarter of a year is longer than this. So two seasons with this distance have different labels. */
const daysBetweenMiddles = 92

const demoSeasons: DemoSeason[] = [
  { id: 'smashers-over', teamId: 'sunset-smashers', ownerId: 'demo-host', middleDay: 3 - daysBetweenMiddles, players: ['demo-player'] },
  { id: 'smashers-running', teamId: 'sunset-smashers', ownerId: 'demo-host', middleDay: 3, players: ['demo-player'] },
  {
    id: 'smashers-coming',
    teamId: 'sunset-smashers',
    ownerId: 'demo-host',
    middleDay: 3 + daysBetweenMiddles,
    needsPlan: true,
    players: [],
  },
  { id: 'rookies-running', teamId: 'riverside-rookies', ownerId: 'demo-organizer', middleDay: -10, players: [] },
]

/** Returns a label such as "Fall 2026". */
function makeLabel(time: number): string {
  const date = new Date(time)
  const quarters = ['Winter', 'Spring', 'Summer', 'Fall']
  return `${quarters[Math.floor(((date.getUTCMonth() + 1) % 12) / 3)]} ${date.getUTCFullYear()}`
}

const hasPlan = async (db: Database, teamId: string): Promise<boolean> =>
  (await readFirst(db, db.select({ plan: communities.plan }).from(communities).where(eq(communities.id, teamId))))?.plan !== freePlan

/**
 * Adds a past and a current season of one team, and one season of another team. If the first team has a plan, it also gets a future
 * season. Needs the teams.
 */
export async function addSeasons(db: Database, now: number): Promise<void> {
  const today = Date.parse(latestLocalDate(now))
  const dateAt = (days: number) => dateText(today / day + days)
  for (const { id, teamId, ownerId, middleDay, needsPlan, players } of demoSeasons) {
    if (needsPlan && !(await hasPlan(db, teamId))) continue
    const clock = { now, newId: () => id }
    const input = {
      label: makeLabel(today + middleDay * day),
      startDate: dateAt(middleDay - halfLength),
      endDate: dateAt(middleDay + halfLength),
    }
    await createSeason(db, clock, asPerson(ownerId), teamId, input)
    for (const player of players)
      await register(
        db,
        { now, newId: () => crypto.randomUUID() },
        asPerson(ownerId),
        { seasonId: id, userId: player },
        { kind: 'player', groupId: null },
      )
  }
}

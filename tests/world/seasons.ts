import { latestLocalDate } from '../../domain/seasons/rules.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import type { Database } from '../../worker/platform/database.ts'
import { createSeason } from '../../worker/seasons/commands.ts'
import { register } from '../../worker/seasons/register.ts'
import { asPerson } from '../../worker/teams/actor.ts'

type DemoSeason = {
  id: string
  teamId: string
  ownerId: string
  /** Days from today to the middle of the season. */
  middleDay: number
  players: readonly string[]
}

/** The days from the start of a season to its middle, and from there to its end. */
const halfLength = 38
/** No quarter of a year is longer than this. So two seasons with this distance have different labels. */
const daysBetweenMiddles = 92

const demoSeasons: DemoSeason[] = [
  { id: 'smashers-over', teamId: 'sunset-smashers', ownerId: 'demo-host', middleDay: 3 - daysBetweenMiddles, players: ['demo-player'] },
  { id: 'smashers-running', teamId: 'sunset-smashers', ownerId: 'demo-host', middleDay: 3, players: ['demo-player'] },
  { id: 'smashers-coming', teamId: 'sunset-smashers', ownerId: 'demo-host', middleDay: 3 + daysBetweenMiddles, players: [] },
  { id: 'rookies-running', teamId: 'riverside-rookies', ownerId: 'demo-organizer', middleDay: -10, players: [] },
]

/** Returns a label such as "Fall 2026". */
function makeLabel(time: number): string {
  const date = new Date(time)
  const quarters = ['Winter', 'Spring', 'Summer', 'Fall']
  return `${quarters[Math.floor(((date.getUTCMonth() + 1) % 12) / 3)]} ${date.getUTCFullYear()}`
}

/** Adds a past, a current and a future season of one team, and one season of another team. Needs the teams. */
export async function addSeasons(db: Database, now: number): Promise<void> {
  const today = Date.parse(latestLocalDate(now))
  const dateAt = (days: number) => dateText(today / day + days)
  for (const { id, teamId, ownerId, middleDay, players } of demoSeasons) {
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

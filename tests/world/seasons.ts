import { lastToday } from '../../domain/seasons/rules.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import type { Database } from '../../worker/platform/database.ts'
import { createSeason, register } from '../../worker/seasons/commands.ts'
import { asPerson } from '../../worker/teams/acting.ts'

type DemoSeason = {
  id: string
  teamId: string
  ownerId: string
  /** Days from today to its middle. */
  middle: number
  players: readonly string[]
}

/** So long to either side of the middle. */
const half = 38
/** No quarter of a year is longer: two middles so far apart have two names. */
const apart = 92

const demoSeasons: DemoSeason[] = [
  { id: 'smashers-over', teamId: 'sunset-smashers', ownerId: 'demo-host', middle: 3 - apart, players: ['demo-player'] },
  { id: 'smashers-running', teamId: 'sunset-smashers', ownerId: 'demo-host', middle: 3, players: ['demo-player'] },
  { id: 'smashers-coming', teamId: 'sunset-smashers', ownerId: 'demo-host', middle: 3 + apart, players: [] },
  { id: 'rookies-running', teamId: 'riverside-rookies', ownerId: 'demo-organizer', middle: -10, players: [] },
]

/** "Fall 2026". */
function labelAt(time: number): string {
  const date = new Date(time)
  const quarters = ['Winter', 'Spring', 'Summer', 'Fall']
  return `${quarters[Math.floor(((date.getUTCMonth() + 1) % 12) / 3)]} ${date.getUTCFullYear()}`
}

/** One season that is over, one that is on and one to come, and one of another team. Needs the teams. */
export async function addSeasons(db: Database, now: number): Promise<void> {
  const today = Date.parse(lastToday(now))
  const dateAt = (days: number) => dateText(today / day + days)
  for (const { id, teamId, ownerId, middle, players } of demoSeasons) {
    const clock = { now, newId: () => id }
    const input = { label: labelAt(today + middle * day), startDate: dateAt(middle - half), endDate: dateAt(middle + half) }
    await createSeason(db, clock, asPerson(ownerId), teamId, input)
    for (const player of players) await register(db, clock, asPerson(ownerId), id, player)
  }
}

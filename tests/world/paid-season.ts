import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import type { Database } from '../../worker/platform/database.ts'
import { putSession } from '../../worker/seasons/sessions.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { demoGameDefaults, readPlaces, toWhere } from './events.ts'
import { buySeat } from './paid-games.ts'
import { openSandbox } from './sandbox.ts'
import { smashers } from './teams.ts'

/** Members who manage no games: whoever does is a host of each game of the community, and hosts do not pay. */
const plainMembers = smashers.slice(12)

const games = [
  { id: 'demo-season-drills', title: 'Season drills with a coach', days: 12, players: ['demo-player', ...plainMembers.slice(0, 3)] },
  { id: 'demo-season-social', title: 'Season social', days: 22, players: plainMembers.slice(2, 4) },
]
const amount = 1800

/**
 * Games of the running season of Sunset Smashers that cost money, so its books have a season. Members pay as in the product. Needs the sandbox,
 * the account of the host and the seasons.
 */
export async function addPaidSeason(db: Database): Promise<void> {
  const sandbox = await openSandbox(db)
  if (!sandbox) return
  const { settings, openAt } = sandbox
  const now = Date.now()
  const money = openAt(now)
  const { courts } = await readPlaces(db)
  for (const { id, title, days, players } of games) {
    const date = dateText(Math.floor(now / day) + days)
    await createEvent(db, { now, newId: () => id }, 'demo-host', {
      form: {
        ...demoGameDefaults,
        ...({
          activity: 'pickleball',
          where: toWhere(courts),
          teamId: 'sunset-smashers',
          visibility: 'team',
          title,
          capacity: 12,
        } as const),
        ...{ starts: `${date}T18:00`, ends: `${date}T20:00` },
        pricing: { currency: 'usd', amount, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 },
      },
      repeat: null,
      publish: { when: 'now' },
      idempotencyKey: null,
    })
    const path = { seasonId: 'smashers-running', eventId: id }
    await putSession(db, asPerson('demo-host'), path, { homeGroupId: null, awayGroupId: null })
    for (const playerId of players) await buySeat({ settings, money }, playerId, id, { amount, currency: 'usd' })
  }
}

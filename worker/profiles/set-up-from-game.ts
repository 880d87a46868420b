import { and, eq } from 'drizzle-orm'
import { defaultPrivacy } from '../../domain/privacy/contract.ts'
import type { SetUpFromGame } from '../../domain/seat-codes/contract.ts'
import { findNearestCity } from '../cities/queries.ts'
import { isVisibleTo } from '../events/acting.ts'
import { e } from '../events/tables.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { setUpProfile } from './commands.ts'

type Newcomer = { id: string; email: string }

/** What a game says about who joins it: what they play and where. No row if the viewer does not see it; null is a stranger. */
export const findGameOfNewcomer = (db: Database, viewerId: string | null, eventId: string) =>
  readFirst(
    db,
    db
      .select({ activity: e.activity, lat: e.lat, lng: e.lng, address: e.address })
      .from(e)
      .where(and(eq(e.id, eventId), isVisibleTo(viewerId))),
  )
type Game = NonNullable<Awaited<ReturnType<typeof findGameOfNewcomer>>>

/**
 * Creates the profile of a person who joins a game before anything else. All that the game does not say can be asked later. Returns false if
 * they have a profile already.
 */
export async function setUpFromGame(
  db: Database,
  now: number,
  person: Newcomer,
  game: Game,
  { name, ...acceptance }: Omit<SetUpFromGame, 'eventId'>,
): Promise<boolean> {
  const form = {
    displayName: name,
    fullName: name,
    gender: null,
    pronoun: 'Unspecified' as const,
    joinReason: null,
    bio: '',
    activities: [{ activity: game.activity, level: null, isOn: true }],
    privacy: defaultPrivacy,
    ...acceptance,
  }
  const city = await findNearestCity(db, game)
  // The email that confirms the seat welcomes them, so there is no other one.
  return setUpProfile(db, now, person, { ...form, cityId: city.id }, city, null)
}

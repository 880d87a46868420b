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

/**
 * Creates the profile of a person who joins a game before anything else. The game says what they play and where. All else can be asked
 * later. Returns false if they have a profile already, or the game is not one that `viewerId` sees.
 */
export async function setUpFromGame(
  db: Database,
  now: number,
  person: Newcomer,
  { eventId, name, ...acceptance }: SetUpFromGame,
  viewerId: string | null = null,
): Promise<boolean> {
  const isGame = and(eq(e.id, eventId), isVisibleTo(viewerId))
  const game = await readFirst(db, db.select({ activity: e.activity, lat: e.lat, lng: e.lng }).from(e).where(isGame))
  if (!game) return false
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

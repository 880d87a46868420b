import { demoPassword } from '../../domain/demo-accounts.ts'
import { hashPassword } from '../../worker/accounts/password.ts'
import { placePerson } from '../../worker/accounts/place-person.ts'
import type { Database } from '../../worker/platform/database.ts'

/** The fixed people: what is set up for each is in the corners of the world that name them. */
export const people = [
  { id: 'demo-player', email: 'player@demo.test', name: 'Maya Rivera', profileComplete: true },
  { id: 'demo-host', email: 'host@demo.test', name: 'Dana Alvarez', profileComplete: true },
  { id: 'demo-organizer', email: 'organizer@demo.test', name: 'Omar Haddad', profileComplete: true },
  { id: 'demo-new', email: 'new@demo.test', name: null, profileComplete: false },
  { id: 'demo-admin', email: 'admin@demo.test', name: 'Ada Quinn', profileComplete: true },
]

export async function addPeople(db: Database, now: number): Promise<void> {
  // One hash for all: it takes a tenth of a second.
  const passwordHash = await hashPassword(demoPassword)
  for (const person of people) await placePerson(db, { ...person, passwordHash, emailVerified: true }, now)
}

import type { ActivityId } from '../../domain/activities.ts'
import { demoPassword } from '../../domain/demo-accounts.ts'
import type { SetUpProfile } from '../../domain/profiles/contract.ts'
import { hashPassword } from '../../worker/accounts/password.ts'
import { upsertPerson } from '../../worker/accounts/upsert-person.ts'
import { addAdmin } from '../../worker/admin/commands.ts'
import { findCity } from '../../worker/cities/queries.ts'
import { follows, followTotals } from '../../worker/connections/schema.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { setUpProfile } from '../../worker/profiles/commands.ts'

type DemoPerson = { id: string; email: string; profile: SetUpProfile | null }

const austin = 4671654

const makeActivities = (...list: [ActivityId, number | null][]) => list.map(([activity, level]) => ({ activity, level, isOn: true }))

const makeProfile = (
  displayName: string,
  bio: string,
  activities: SetUpProfile['activities'],
  more: Partial<SetUpProfile> = {},
): SetUpProfile => ({
  displayName,
  fullName: displayName,
  cityId: austin,
  gender: null,
  pronoun: 'Unspecified',
  joinReason: 'Find-events',
  bio,
  activities,
  privacy: {
    messagesFromAnyone: true,
    publicBadges: true,
    publicOnlineStatus: true,
    publicUpcomingGames: true,
    publicHours: true,
    publicLinkPreview: true,
  },
  ...more,
})

/** The people with fixed ids. Other parts of the world add more data for them. */
const people: DemoPerson[] = [
  {
    id: 'demo-player',
    email: 'player@demo.test',
    profile: makeProfile(
      'Maya Rivera',
      'Moved here last spring and play most evenings. Happy to rally with anyone, better at the net than from the back.',
      makeActivities(['pickleball', 3.5], ['tennis', 2.5], ['soccer', 2], ['hiking', null]),
      { pronoun: 'She/Her', joinReason: 'Find-people', gender: 'Female' },
    ),
  },
  {
    id: 'demo-host',
    email: 'host@demo.test',
    profile: makeProfile(
      'Dana Alvarez',
      'I host games at Northside Courts, most evenings. New partner every fifteen minutes, coffee after.',
      makeActivities(['pickleball', 4.5], ['badminton', 3]),
      { joinReason: 'Organize', fullName: 'Dana Maria Alvarez' },
    ),
  },
  {
    id: 'demo-organizer',
    email: 'organizer@demo.test',
    profile: makeProfile('Omar Haddad', '', makeActivities(['soccer', 3], ['futsal', 3]), { joinReason: 'Organize', pronoun: 'He/Him' }),
  },
  { id: 'demo-new', email: 'new@demo.test', profile: null },
  { id: 'demo-admin', email: 'admin@demo.test', profile: makeProfile('Ada Quinn', '', makeActivities(['chess', 4])) },
]

const followedHosts = ['demo-host', 'demo-organizer']

/** Adds the people with fixed ids. Needs the cities. */
export async function addPeople(db: Database, now: number): Promise<void> {
  // One hash takes a tenth of a second, so everybody has the same one.
  const passwordHash = await hashPassword(demoPassword)
  for (const { id, email, profile } of people) {
    await upsertPerson(
      db,
      { id, email, name: profile?.displayName ?? null, passwordHash, emailVerified: true, profileComplete: profile !== null },
      now,
    )
    const city = profile && (await findCity(db, profile.cityId))
    // No platform is given, so no welcome email is sent.
    if (profile && city) await setUpProfile(db, now, { id, email }, profile, city, null)
  }
  await addAdmin(db, 'admin@demo.test', 'admin', now)
  await followHosts(db, now)
}

/** Lets Maya follow the hosts. It writes the rows directly, so that no notifications are sent. */
const followHosts = (db: Database, now: number) =>
  runBatch(db, {
    follows: db
      .insert(follows)
      .values(followedHosts.map((followedId) => ({ followerId: 'demo-player', followedId, createdAt: now })))
      .onConflictDoNothing(),
    totals: db
      .insert(followTotals)
      .values(followedHosts.map((userId) => ({ userId, followers: 1 })))
      .onConflictDoNothing(),
  })

import { env } from 'cloudflare:workers'
import type { Viewer } from '../../domain/access/contract.ts'
import type { SetUpProfile } from '../../domain/profiles/contract.ts'
import { findCity } from '../../worker/cities/queries.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { setUpProfile } from '../../worker/profiles/commands.ts'
import { ask, signIn } from '../setup/client.ts'

export type Person = Viewer & { ask: typeof ask }

const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()

/** Signs a person in. All requests by `ask` of the result use the same session. */
export async function enter(id: string, more: Partial<Viewer> = {}): Promise<Person> {
  const viewer = { id, name: `Name of ${id}`.slice(0, 25), emailVerified: true, profileComplete: true, ...more }
  const cookie = await signIn(viewer)
  // A person has no display name before they complete their profile.
  if (!viewer.profileComplete) await run('UPDATE users SET display_name = NULL WHERE id = ?', id)
  return {
    ...viewer,
    ask: (path, options = {}) => ask(path, { ...options, headers: { cookie, ...options.headers } }),
  }
}

/** A completed profile form. Each private text in it is unique, so that tests can search for it. */
export const completeForm: SetUpProfile = {
  displayName: 'Lee Rally',
  fullName: 'Zebedee Quuxworth',
  cityId: 4671654,
  gender: 'Non-binary',
  pronoun: 'They/Them',
  joinReason: 'Substitute',
  bio: 'Evenings, mostly doubles.',
  activities: [
    { activity: 'tennis', level: 3.5, isOn: true },
    { activity: 'chess', level: null, isOn: false },
  ],
  privacy: {
    messagesFromAnyone: false,
    publicBadges: true,
    publicOnlineStatus: true,
    publicUpcomingGames: false,
    publicHours: true,
    publicLinkPreview: false,
  },
}

/** Signs in a person with a completed profile. */
export async function enterAndSetUp(id: string, more: Partial<SetUpProfile> = {}): Promise<Person> {
  const db = openPrimary(env.DB)
  const profile = { ...completeForm, ...more }
  const person = await enter(id, { name: profile.displayName })
  const city = await findCity(db, profile.cityId)
  if (!city) throw new Error('Build the cities first')
  await setUpProfile(db, Date.now(), { id, email: `${id}@local.test` }, profile, city, null)
  return person
}

/** Adds people who never sign in. */
export const addCrowd = (ids: readonly string[]) =>
  run(
    `INSERT OR IGNORE INTO users (id, email, email_key, display_name, email_verified_at, completed_at, created_at, updated_at)
     SELECT value, value || '@crowd.test', value || '@crowd.test', 'Crowd', 1, 1, 0, 0 FROM json_each(?)`,
    JSON.stringify(ids),
  )

export const crowd = (name: string, size: number) => Array.from({ length: size }, (_, index) => `${name}-${index}`)

export const block = (blockerId: string, blockedId: string) =>
  run('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', `${blockerId}-${blockedId}`, blockerId, blockedId)

export const markDeleted = (id: string) => run('UPDATE users SET deleted_at = 1 WHERE id = ?', id)

/** Connects two people. */
export const befriend = (a: string, b: string) =>
  run("INSERT INTO connections (user_id, other_id, state, since) VALUES (?1, ?2, 'connected', 1), (?2, ?1, 'connected', 1)", a, b)

/** Adds teams with these ids and adds the people to each of them. */
export async function putInTeams(teamIds: readonly string[], userIds: readonly string[]): Promise<void> {
  const teams = JSON.stringify(teamIds)
  await run(
    "INSERT OR IGNORE INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) SELECT value, 'A team', '', NULL, NULL, 'ROOKIE', 1, 1, NULL FROM json_each(?)",
    teams,
  )
  await run(
    "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT t.value, p.value, 'member', t.key FROM json_each(?) t, json_each(?) p",
    teams,
    JSON.stringify(userIds),
  )
}

export const rowsOf = async (statement: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(statement)
      .bind(...values)
      .all()
  ).results

export const rowsRead = (answer: Response) => Number(/rows read (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])

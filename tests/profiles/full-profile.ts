import type { Viewer } from '../../domain/access/contract.ts'
import { activities } from '../../domain/activities.ts'
import { endorsementKinds } from '../../domain/endorsements/contract.ts'
import { upsertPerson } from '../../worker/accounts/upsert-person.ts'
import { findCity } from '../../worker/cities/queries.ts'
import { wrapDatabase } from '../../worker/platform/database.ts'
import { setUpProfile } from '../../worker/profiles/commands.ts'

const fanCount = 300
const kinds = JSON.stringify(endorsementKinds)

/** A JSON list of ids: `fan-0`, `fan-1`, and so on. */
const listNumberedIds = (name: string, count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `${name}-${index}`))

/** The viewers of the profile `star`, each with a different relation to that person. */
export const profileViewers = ['friend', 'mate', 'stranger'] as const

export const toViewer = (id: (typeof profileViewers)[number]): Viewer => ({
  id,
  name: `A ${id}`,
  emailVerified: true,
  profileComplete: true,
})

/**
 * Adds the person `star` with as much data as possible: a dozen activities, hundreds of followers, connections and endorsers,
 * a hundred communities and a hundred games. The friend is connected, the mate shares a community, and both have given every
 * endorsement. Build the cities first.
 */
export async function addFullProfile(d1: D1Database): Promise<void> {
  const db = wrapDatabase(d1)
  const city = await findCity(db, 4671654)
  if (!city) throw new Error('Build the cities first')
  const star = { id: 'star', email: 'star@example.com' }
  await upsertPerson(db, { ...star, name: 'Star', emailVerified: true, profileComplete: true }, 1)
  for (const id of profileViewers) await upsertPerson(db, { ...toViewer(id), email: `${id}@example.com` }, 1)
  const profile = {
    displayName: 'Star',
    fullName: 'Star',
    cityId: city.id,
    gender: null,
    pronoun: 'She/Her' as const,
    joinReason: null,
    bio: 'Everywhere.',
    activities: activities.slice(0, 12).map(({ id }) => ({ activity: id, level: 3, isOn: true })),
    privacy: {
      messagesFromAnyone: true,
      publicBadges: true,
      publicOnlineStatus: true,
      publicUpcomingGames: true,
      publicHours: true,
      publicLinkPreview: false,
    },
  }
  await setUpProfile(db, 1, star, profile, city, null)
  const run = (statement: string, ...values: string[]) => d1.prepare(statement).bind(...values)
  const crowd = listNumberedIds('fan', fanCount)
  const givers = JSON.stringify([...(JSON.parse(crowd) as string[]), 'friend', 'mate'])
  await d1.batch([
    run(
      "INSERT INTO users (id, email, email_key, created_at, updated_at) SELECT value, value || '@x', value || '@x', 0, 0 FROM json_each(?)",
      crowd,
    ),
    run("INSERT INTO follows SELECT value, 'star', key FROM json_each(?)", givers),
    run("INSERT INTO follow_totals SELECT 'star', json_array_length(?)", givers),
    run(
      "INSERT INTO connections (user_id, other_id, state, since) SELECT value, 'star', 'connected', key FROM json_each(?) WHERE value <> 'mate'",
      givers,
    ),
    run(
      "INSERT INTO connections (user_id, other_id, state, since) SELECT 'star', value, 'connected', key FROM json_each(?) WHERE value <> 'mate'",
      givers,
    ),
    run("INSERT INTO endorsements SELECT 'star', p.value, k.value, 1 FROM json_each(?) p, json_each(?) k", givers, kinds),
    run("INSERT INTO endorsement_totals SELECT 'star', k.value, json_array_length(?) FROM json_each(?) k", givers, kinds),
    run("INSERT INTO endorsement_totals SELECT 'star', '', json_array_length(?)", givers),
    run(
      "INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) SELECT value, 'A team', '', NULL, NULL, 'ROOKIE', 1, 1, NULL FROM json_each(?)",
      listNumberedIds('stars', 100),
    ),
    run(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT value, 'star', 'member', key FROM json_each(?)",
      listNumberedIds('stars', 100),
    ),
    // The community that the mate shares is the last one that a query would check.
    run(
      "INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) SELECT value, 'A team', '', NULL, NULL, 'ROOKIE', 1, 1, NULL FROM json_each(?)",
      listNumberedIds('others', 3),
    ),
    run(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT t.value, p.value, 'member', 1 + t.key FROM json_each(?) t, json_each(?) p",
      listNumberedIds('others', 3),
      JSON.stringify(profileViewers),
    ),
    run("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('stars-50', 'mate', 'member', 0)"),
    run(
      `INSERT INTO events SELECT value, NULL, NULL, NULL, 'tennis', 'A game', '', NULL, NULL, 'Courts', '', 0, 0, 'UTC', unixepoch() * 1000 + key,
        unixepoch() * 1000 + 7200000, NULL, NULL, 500, '[]', 0, 'public', 0, '[]', 0, 'order', 'published', NULL, '', 1, 0, 0, 1, 1, 1, NULL, NULL, 0, NULL, 0 FROM json_each(?)`,
      listNumberedIds('games', 100),
    ),
    // The viewers play too, but in other games.
    run(
      `INSERT INTO joiners SELECT e.id || '-' || p.value, e.id, p.value, NULL, NULL, 'going', 1, '[]', '{}', 0, 1, NULL, NULL, 0, NULL, 0, e.starts_at, 1, 0, NULL, NULL, NULL, 0, NULL, '[]'
        FROM events e, json_each(?) p WHERE (p.value = 'star' AND e.id < 'games-97') OR (p.value <> 'star' AND e.id >= 'games-97')`,
      JSON.stringify(['star', ...profileViewers]),
    ),
  ])
}

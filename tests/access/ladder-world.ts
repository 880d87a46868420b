import { env } from 'cloudflare:workers'
import { day } from '../../domain/time/spans.ts'
import { hashSecret } from '../../worker/accounts/secrets.ts'
import { exportKey } from '../../worker/data-exports/person-data.ts'
import { buildWorld } from '../world/build-world.ts'
import { offerToken } from './ladders.ts'

const run = (statement: string, ...values: unknown[]) => env.DB.prepare(statement).bind(...values)

/** What no rung changes for another: it takes a password's time to make. */
export async function buildLadderWorld(): Promise<void> {
  await buildWorld(env.DB, ['cities:some', 'people', 'teams'])
  await Promise.all(
    [exportKey('ladder-export'), `avatars/${'A'.repeat(43)}/96`, `photos/${'A'.repeat(43)}/480`].map((key) => env.FILES.put(key, 'Ladder')),
  )
}

/** Made anew for each rung, for some end it. */
export async function addLadderThings(): Promise<void> {
  await buildWorld(env.DB, ['cities:some'])
  await env.DB.batch([...people(), ...team(), ...places(), ...(await games()), ...ownThings()])
}

const names = ['a', 'c', 'd', 'e', 'f', 'g', 'h', 'm', 'gone'].map((letter) => `person-${letter}`)

/**
 * `person-a` owns what the ladders name, and `demo-player` is the other person they are about. Both have blocked `person-g`, and
 * `person-h` has blocked both.
 */
const people = () => [
  ...names.map((id) =>
    run('INSERT OR IGNORE INTO users (id, email, email_key, created_at, updated_at) VALUES (?1, ?2, ?2, 1, 1)', id, `${id}@local.test`),
  ),
  run("UPDATE users SET deleted_at = 1 WHERE id = 'person-gone'"),
  run("DELETE FROM blocks WHERE blocker_id LIKE 'person-%' OR blocker_id LIKE 'demo-%'"),
  ...[
    ['person-a', 'person-g'],
    ['demo-player', 'person-g'],
    ['person-h', 'person-a'],
    ['person-h', 'demo-player'],
  ].map(([one, other]) =>
    run('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', `${one}-${other}`, one, other),
  ),
  ...['connections WHERE user_id', 'connections WHERE other_id', 'follows WHERE follower_id'].map((rows) =>
    run(`DELETE FROM ${rows} LIKE 'person-%'`),
  ),
  run("INSERT OR REPLACE INTO follow_totals VALUES ('demo-player', 5)"),
]

/** A team that `person-a` owns and `person-b` knows nothing of; `person-c` could take over, and plays its season. */
const team = () => [
  run('DELETE FROM season_registrations'),
  run("DELETE FROM seasons WHERE team_id = 'ladder-team'"),
  run("DELETE FROM team_members WHERE team_id = 'ladder-team'"),
  run(
    "INSERT OR REPLACE INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) VALUES ('ladder-team', 'Ladder', '', NULL, NULL, 'ROOKIE', 1, 1, NULL)",
  ),
  run("INSERT INTO team_members VALUES ('ladder-team', 'person-a', 'owner', 1)"),
  ...['person-c', 'person-g', 'person-h', 'demo-player'].map((id) =>
    run("INSERT INTO team_members VALUES ('ladder-team', ?, 'member', 2)", id),
  ),
  run("INSERT INTO seasons VALUES ('ladder-season', 'ladder-team', 'Ladder', '2100-01-01', '2100-03-31', NULL, 1)"),
  run("INSERT INTO season_registrations VALUES ('ladder-season', 'person-c', '2100-03-31', 1)"),
]

/** A place where `person-a` is, for others to change; another like it, and one where nobody is. */
const places = () => [
  ...['ladder-place', 'ladder-visited', 'ladder-empty'].map((id) =>
    run(
      `INSERT OR IGNORE INTO places (id, name, description, lat, lng, time_zone, address, city_name, city_state, activities, surface,
        is_indoor, has_lights, fee, amenities, photos, version, created_at, updated_at)
       VALUES (?, 'Ladder Courts', '', 30.4, -97.7, 'America/Chicago', '', '', '', '["tennis"]', '', 0, 0, '', '[]', '[]', 1, 1, 1)`,
      id,
    ),
  ),
  ...['ladder-place', 'ladder-visited'].map((id) =>
    run("INSERT OR REPLACE INTO place_visits VALUES (?, 'person-a', 1, 1, 9000000000000)", id),
  ),
]

/**
 * Games that `person-a` runs: one for everyone with a seat on offer, one by its link, one for their community in which its people
 * play, a draft, and one with a time to go up. Another of someone else is full. `person-d` plays in all that are up.
 */
async function games() {
  const offer = await hashSecret(offerToken)
  const startsAt = Date.now() + 3 * day
  const game = (id: string, more: { host?: string; visibility?: string; state?: string; publishAt?: number; capacity?: number } = {}) => {
    const { host = 'person-a', visibility = 'public', state = 'published', publishAt = null, capacity = 9 } = more
    return run(
      `INSERT OR REPLACE INTO events (id, creator_id, team_id, activity, title, description, place_name, address, lat, lng, time_zone,
        starts_at, ends_at, capacity, slots, guests_most, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state,
        publish_at, cancel_reason, taken, waiting, reminded, version, created_at, updated_at)
       VALUES (?1, ?2, ?3, 'tennis', 'Ladder', '', 'Ladder Courts', '', 30.2, -97.7, 'America/Chicago',
        ?4, ?4 + 3600000, ?5, '[]', 0, ?6, 0, '[]', 0, 'order', ?7, ?8, '', 0, 0, 0, 1, 1, 1)`,
      ...[id, host, visibility === 'team' ? 'ladder-team' : null, startsAt, capacity, visibility, state, publishAt],
    )
  }
  const joiner = (eventId: string, userId: string, id: string, state = 'going') =>
    run(
      "INSERT INTO joiners SELECT ?1, ?2, ?3, NULL, NULL, ?4, 1, '[]', '{}', 0, 1, ?5, ?6, 0, NULL, 0, ?7, 1, 0",
      ...[id, eventId, userId, state, state === 'offered' ? offer : null, state === 'offered' ? startsAt : null, startsAt],
    )
  return [
    ...['joiners', 'event_updates', 'event_invites'].map((table) => run(`DELETE FROM ${table} WHERE event_id LIKE 'ladder-%'`)),
    game('ladder-game'),
    game('ladder-link', { visibility: 'link' }),
    game('ladder-inside', { visibility: 'team' }),
    game('ladder-draft', { state: 'draft' }),
    game('ladder-later', { state: 'draft', publishAt: startsAt - day }),
    game('ladder-full', { host: 'demo-host', capacity: 1 }),
    ...['ladder-game', 'ladder-inside', 'ladder-full'].map((id) => joiner(id, 'person-d', `${id}-joiner`)),
    ...['person-c', 'person-g', 'person-h'].map((id) => joiner('ladder-inside', id, `ladder-inside-${id}`)),
    joiner('ladder-game', 'person-e', 'ladder-offer', 'offered'),
  ]
}

/** What is one's own: of `person-a` all of it, and a list of whoever may put others on theirs. */
const ownThings = () => [
  run("DELETE FROM admins WHERE user_id <> 'demo-admin'"),
  run("INSERT INTO admins VALUES ('person-m', 'moderator', 1), ('demo-host', 'admin', 1)"),
  run("INSERT OR REPLACE INTO jobs VALUES ('dead-1', 'mail', 'dead', '{}', 'why', 6, 1)"),
  run("INSERT OR REPLACE INTO reports VALUES ('ladder-report', 'person', 'demo-player', 'person-a', 'spam', '', 1, NULL)"),
  run('DELETE FROM data_exports'),
  run("INSERT INTO data_exports VALUES ('ladder-export', 'person-a', 'ready', 1, 1, 6, 1, 1, 9000000000000)"),
  run("INSERT OR REPLACE INTO auth_sessions VALUES ('ladder-device', 'person-a', '', 1, 1, 9000000000000)"),
  run(
    `INSERT OR REPLACE INTO activity_subscriptions (id, user_id, address_name, address_description, lat, lng, radius, activities, is_temporary,
      version, created_at, updated_at) VALUES ('ladder-search', 'person-a', 'Austin', 'Austin', 30.3, -97.7, 15, '["tennis"]', 0, 1, 1, 1)`,
  ),
  run('DELETE FROM user_list_items'),
  run("INSERT OR REPLACE INTO user_lists VALUES ('ladder-list', 'person-a', 'Ladder', 1, 1)"),
  run("INSERT INTO user_list_items VALUES ('ladder-item', 'ladder-list', 'person-c', NULL, NULL, 1)"),
  ...names.map((id) => run('INSERT OR IGNORE INTO user_lists VALUES (?, ?, ?, 1, 1)', `list-of-${id}`, id, 'Mine')),
]

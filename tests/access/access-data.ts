import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { bitOf } from '../../domain/access/custom-rights.ts'
import type { FormContent } from '../../domain/forms/content.ts'
import { formFileKey } from '../../domain/forms/files.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { day } from '../../domain/time/spans.ts'
import { hashSecret } from '../../worker/accounts/secrets.ts'
import { exportKey } from '../../worker/data-exports/person-data.ts'
import { buildWorld } from '../world/build-world.ts'
import { offerToken } from './access-cases.ts'
import { coHostToken } from './event-access-cases.ts'
import { pushToken } from './push-access-cases.ts'
import { invitationToken } from './team-access-cases.ts'

const run = (statement: string, ...values: unknown[]) => env.DB.prepare(statement).bind(...values)

/** Builds the data that no request changes. It is built once, because hashing the passwords takes long. */
export async function buildAccessData(): Promise<void> {
  await buildWorld(env.DB, ['cities:some', 'people', 'teams'])
  await Promise.all(
    [
      exportKey('access-export'),
      'form-exports/access-form-export.csv',
      formFileKey('access-form', 'access-file'),
      `avatars/${'A'.repeat(43)}/96`,
      `photos/${'A'.repeat(43)}/480`,
    ].map((key) => env.FILES.put(key, 'Access')),
  )
  await env.CONVERSATION.getByName('team_access-team').send(
    {
      ...{ conversationId: 'team_access-team', userId: 'person-c', sessionId: 'access-session', checkedAt: Date.now() },
      ...{ mayWrite: true, mayModerate: false, isInvited: false, sharesOnline: false, hiddenIds: [], requesterId: null },
    },
    { clientId: 'first-message', text: 'Welcome', replyTo: null },
  )
  // Otherwise the database learns of the message at any time later.
  await runDurableObjectAlarm(env.CONVERSATION.getByName('team_access-team'))
}

/** Adds the data that requests may change or delete, so it is added again after such a request. */
export async function addAccessData(): Promise<void> {
  await buildWorld(env.DB, ['cities:some'])
  await env.DB.batch([
    ...people(),
    ...(await team()),
    ...group(),
    ...places(),
    ...(await games()),
    ...money(),
    ...privateData(await hashSecret(pushToken)),
  ])
}

/** A group that `person-a` owns, with the mate of the requests. */
const group = () => [
  run("DELETE FROM conversation_members WHERE conversation_id = 'group_access-group'"),
  run("INSERT OR REPLACE INTO conversations (id, kind, name, created_at) VALUES ('group_access-group', 'group', 'Access', 1)"),
  ...['person-a', 'person-c', 'demo-player'].map((id) =>
    run(
      "INSERT INTO conversation_members (conversation_id, user_id, role, joined_at) VALUES ('group_access-group', ?1, iif(?1 = 'person-a', 'owner', 'member'), 1)",
      id,
    ),
  ),
]

const names = ['a', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'gone'].map((letter) => `person-${letter}`)

/**
 * `person-a` owns everything that the requests are about, and `demo-player` is the other person in them. Both have blocked
 * `person-g`, and `person-h` has blocked both.
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

/** A team that `person-a` owns and `person-b` is not in. `person-c` is a member who could take over, and plays its season. */
const team = async () => [
  ...[
    'result_changes',
    'substitute_asks',
    'substitute_calls',
    'team_sessions',
    'season_tables',
    'season_registrations',
    'season_guests',
    'season_groups',
  ].map((table) => run(`DELETE FROM ${table}`)),
  run("DELETE FROM seasons WHERE team_id = 'access-team'"),
  run("DELETE FROM team_hour_shares WHERE team_id = 'access-team'"),
  run("DELETE FROM team_hour_counts WHERE team_id = 'access-team'"),
  ...['member_details', 'team_fields', 'guests'].map((table) => run(`DELETE FROM ${table} WHERE team_id LIKE 'access-%'`)),
  run('DELETE FROM team_hand_overs'),
  run('DELETE FROM team_requests'),
  run('DELETE FROM team_invitations'),
  run('DELETE FROM team_announcement_reads'),
  run('DELETE FROM team_announcements'),
  run("DELETE FROM team_topics WHERE team_id = 'access-team'"),
  run("INSERT OR REPLACE INTO hostnames VALUES ('access.example.com', 'access-team', 1)"),
  run('DELETE FROM team_changes'),
  run('DELETE FROM deleted_team_members'),
  run("DELETE FROM team_members WHERE team_id LIKE 'access-%'"),
  run("DELETE FROM team_roles WHERE team_id LIKE 'access-%'"),
  ...['access-team', 'access-offered'].map((id) =>
    run(
      "INSERT OR REPLACE INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) VALUES (?, 'Access', '', NULL, NULL, 'PRO', 1, 1, NULL)",
      id,
    ),
  ),
  run(
    "INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('access-offered', 'person-a', 'owner', 1), ('access-offered', 'person-c', 'member', 2)",
  ),
  run("INSERT INTO team_roles VALUES ('access-role', 'access-team', 'Scorer', 'scorer', ?, 1, 1)", bitOf('results.enter')),
  run("UPDATE teams SET join_mode = 'open' WHERE id = 'access-offered'"),
  run("INSERT INTO team_requests (team_id, user_id, message, created_at) VALUES ('access-team', 'demo-host', '', 1)"),
  run(
    "INSERT INTO team_invitations (id, team_id, inviter_id, token_hash, max_uses, created_at, expires_at) VALUES ('access-link', 'access-team', 'person-a', ?, 500, 1, 9000000000000)",
    await hashSecret(invitationToken),
  ),
  run('DELETE FROM organization_teams'),
  run('DELETE FROM organization_words'),
  run('DELETE FROM organization_changes'),
  run("DELETE FROM organizations WHERE owner_id = 'person-a'"),
  run("INSERT INTO organizations VALUES ('access-organization', 'Access', '', 'person-a', 1, 1, 1)"),
  run("INSERT INTO team_topics VALUES ('access-topic', 'access-team', 'Games', 'games', '', 0, 1)"),
  run(
    "INSERT INTO team_announcements (id, team_id, topic_id, author_id, title, text, created_at) VALUES ('access-news', 'access-team', 'access-topic', 'person-a', 'Courts', 'We moved.', 1)",
  ),
  run(
    "INSERT OR REPLACE INTO teams (id, name, description, plan, created_at, updated_at, deleted_at, purge_at) VALUES ('access-deleted', 'Access', '', 'ROOKIE', 1, 1, 1, 9000000000000)",
  ),
  run(
    "INSERT INTO deleted_team_members (team_id, user_id, role, joined_at) VALUES ('access-deleted', 'person-a', 'owner', 1), ('access-deleted', 'person-c', 'member', 2)",
  ),
  run("INSERT INTO team_hand_overs VALUES ('access-hand-over', 'access-offered', 'person-a', 'person-c', 1, 9000000000000)"),
  run("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('access-team', 'person-a', 'owner', 1)"),
  ...['person-c', 'person-g', 'person-h', 'demo-player'].map((id) =>
    run("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('access-team', ?, 'member', 2)", id),
  ),
  ...Object.entries({ i: 'captain', j: 'organizer', l: 'scorekeeper', n: 'treasurer', o: 'coach' }).map(([letter, role]) =>
    run("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('access-team', ?, ?, 3)", `person-${letter}`, role),
  ),
  run(
    "INSERT INTO team_changes (id, team_id, actor_id, kind, person_id, old_role, created_at) VALUES ('access-removal', 'access-team', 'person-a', 'member-removed', 'person-k', 'member', 4)",
  ),
  ...[
    ['access-guest', 'access-team', 'robin@local.test', null],
    ['access-child', 'access-team', null, 'person-c'],
    ['access-offered-guest', 'access-offered', 'person-f@local.test', null],
  ].map((values) =>
    run(
      "INSERT INTO guests (id, team_id, name, email, email_key, guardian_id, created_at) VALUES (?1, ?2, 'Guest', ?3, ?3, ?4, 1)",
      ...values,
    ),
  ),
  run(
    "INSERT INTO team_fields (id, team_id, name, kind, choices, audience, created_at) VALUES ('access-field', 'access-team', 'Shirt', 'text', '[]', 'members', 1)",
  ),
  run(
    "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_by, created_at) VALUES ('access-season', 'access-team', 'Access', '2020-01-01', '2100-03-31', NULL, 1)",
  ),
  ...['access-red', 'access-blue', 'access-empty'].map((id) =>
    run("INSERT INTO season_groups (id, season_id, name, name_key, lot) VALUES (?1, 'access-season', ?1, ?1, 1)", id),
  ),
  ...[
    ['person-c', 'captain', 'access-red'],
    ['person-a', 'captain', 'access-blue'],
    ['demo-player', 'player', null],
  ].map((values) =>
    run(
      "INSERT INTO season_registrations (season_id, ends_on, registered_at, user_id, kind, group_id) VALUES ('access-season', '2100-03-31', 1, ?, ?, ?)",
      ...values,
    ),
  ),
  run("INSERT INTO season_guests (season_id, guest_id, ends_on, registered_at) VALUES ('access-season', 'access-child', '2100-03-31', 1)"),
]

const price = {
  ...{ amount: 5000, currency: 'usd', charges: [], siblingDiscount: 0, couponDiscount: 0, bookingFee: 0, ourFee: 0, fault: null },
  parts: [
    { on: null, amount: 3000 },
    { on: '2100-01-01', amount: 1000 },
    { on: '2100-02-01', amount: 1000 },
  ],
}

const dropPaidForm = () => [
  run("DELETE FROM submission_refunds WHERE submission_payment_id LIKE 'access-%'"),
  run("DELETE FROM submission_payments WHERE team_id = 'access-team'"),
  ...['submission_parts', 'submission_events'].map((table) => run(`DELETE FROM ${table} WHERE submission_id = 'access-paid'`)),
  run("DELETE FROM submissions WHERE id = 'access-paid'"),
  run("DELETE FROM form_coupons WHERE form_id = 'access-paid-form'"),
]

const withFile = (content: FormContent): FormContent => {
  const file = { hint: '', isRequired: false, width: 'full', seenBy: 'organizers', maxFiles: 1 } as const
  return {
    ...content,
    pages: content.pages.map((page, at) =>
      at > 0 ? page : { ...page, fields: [...page.fields, { id: 'f9', kind: 'file', label: 'Insurance card', ...file }] },
    ),
  }
}

/** A mate has sent a form that costs money, and has paid two of its three parts. */
const addPaidForm = () => [
  run(
    "INSERT INTO forms (id, team_id, title, draft, version, published_number, published_version, created_at, updated_at) VALUES ('access-paid-form', 'access-team', 'A form', ?1, 1, 1, 1, 1, 1)",
    JSON.stringify(fromTemplate('waiver')),
  ),
  run(
    "INSERT INTO form_versions (form_id, number, content, published_at) VALUES ('access-paid-form', 1, ?, 1)",
    JSON.stringify(fromTemplate('waiver')),
  ),
  run(
    "INSERT INTO form_coupons (id, form_id, code, percent, currency, max_uses, created_at) VALUES ('access-form-coupon', 'access-paid-form', 'SUMMER', 20, 'usd', 5, 1)",
  ),
  run(
    "INSERT INTO submissions (id, form_id, version, state, user_id, label, label_key, answers, ending, price, total, currency, sent_at, changed_at) VALUES ('access-paid', 'access-paid-form', 1, 'accepted', 'person-c', 'C', 'c', '{}', 'e1', ?, 5000, 'usd', 1, 1)",
    JSON.stringify(price),
  ),
  ...[
    [0, null, 3000, 'access-form-card'],
    [1, '2100-01-01', 1000, null],
    [2, '2100-02-01', 1000, 'access-form-cash'],
  ].map((values) =>
    run(
      "INSERT INTO submission_parts (submission_id, number, due_on, amount, payment_id) VALUES ('access-paid', ?1, ?2, ?3, ?4)",
      ...values,
    ),
  ),
  ...[
    ['access-form-card', '[0]', 'card', 'person-a', 'acct_access', 3000, 'pi_access_form'],
    ['access-form-cash', '[2]', 'cash', null, null, 1000, null],
  ].map((values) =>
    run(
      "INSERT INTO submission_payments (id, submission_id, form_id, team_id, title, user_id, parts, method, state, payee_id, account_id, amount, currency, payment_id, created_at, paid_at) VALUES (?1, 'access-paid', 'access-paid-form', 'access-team', 'A form', 'person-c', ?2, ?3, 'paid', ?4, ?5, ?6, 'usd', ?7, 1, 1)",
      ...values,
    ),
  ),
  run(
    "INSERT INTO submission_refunds (id, submission_payment_id, amount, reason, state, waits_for, created_at) VALUES ('access-stuck', 'access-form-card', 100, 'manager', 'due', 'no-access', 1)",
  ),
]

/** The payout account of `person-a`, which was just read at Stripe, and a price of a plan. Nobody has a plan. */
const money = () => [
  run('DELETE FROM payout_accounts'),
  run(
    `INSERT INTO payout_accounts (user_id, stripe_id, kind, country, currency, charges_enabled, details_submitted, payouts_enabled, currently_due, created_at, read_at)
      VALUES ('person-a', 'acct_access', 'LINK', 'US', 'usd', 1, 1, 1, '[]', 1, ?)`,
    Date.now(),
  ),
  run("DELETE FROM membership_payments WHERE subscription_id = 'access-bought'"),
  run("DELETE FROM membership_subscriptions WHERE team_id = 'access-team'"),
  run("DELETE FROM memberships WHERE team_id = 'access-team'"),
  run(
    "INSERT INTO memberships (id, team_id, type, name, description, amount, currency, every, created_at) VALUES ('access-membership', 'access-team', 'DROPIN_PICKUP', 'Drop-in pass', '', 2000, 'usd', 'month', 1)",
  ),
  run(
    "INSERT INTO membership_subscriptions (id, membership_id, team_id, type, member_id, platform, account_id, customer_id, subscription_id, status, created_at, ended_at, read_at) VALUES ('access-bought', 'access-membership', 'access-team', 'DROPIN_PICKUP', 'person-c', 'gth', 'acct_access', 'cus_access', 'sub_access', 'canceled', 1, 1, 1)",
  ),
  run(
    "INSERT INTO membership_payments (id, subscription_id, member_id, amount, currency, period_start, period_end, paid_at, refused, refused_at) VALUES ('in_access', 'access-bought', 'person-c', 2000, 'usd', 1, 2, 1, 500, 1)",
  ),
  run(
    "DELETE FROM due_refunds WHERE due_payment_id IN (SELECT p.id FROM due_payments p JOIN dues d ON d.id = p.due_id WHERE d.team_id = 'access-team')",
  ),
  run("DELETE FROM due_payments WHERE due_id IN (SELECT id FROM dues WHERE team_id = 'access-team')"),
  run("DELETE FROM dues WHERE team_id = 'access-team'"),
  run(
    "INSERT INTO dues (id, team_id, title, note, amount, currency, due_on, created_at) VALUES ('access-dues', 'access-team', 'Season fee', '', 4000, 'usd', '2100-01-01', 1)",
  ),
  ...[
    ['access-paid-dues', 'person-c', 'card', 'person-a', 'acct_access', 'pi_access_dues'],
    ['access-cash-dues', 'demo-player', 'cash', null, null, null],
  ].map((values) =>
    run(
      "INSERT INTO due_payments (id, due_id, user_id, method, state, payee_id, account_id, payment_id, amount, currency, created_at, paid_at) VALUES (?1, 'access-dues', ?2, ?3, 'paid', ?4, ?5, ?6, 4000, 'usd', 1, 1)",
      ...values,
    ),
  ),
  run(
    "INSERT INTO due_refunds (id, due_payment_id, amount, reason, state, waits_for, created_at) VALUES ('access-stuck', 'access-paid-dues', 100, 'manager', 'due', 'no-access', 1)",
  ),
  ...dropPaidForm(),
  ...[
    'form_files',
    'form_exports',
    'form_views',
    'submission_keys',
    'submission_events',
    'submission_tags',
    'submission_options',
    'submissions',
    'form_drafts',
    'form_people',
    'form_links',
  ].map((table) =>
    run(
      table === 'submission_events' || table === 'submission_keys'
        ? `DELETE FROM ${table} WHERE submission_id IN (SELECT id FROM submissions WHERE form_id LIKE 'access-%')`
        : `DELETE FROM ${table} WHERE form_id LIKE 'access-%'`,
    ),
  ),
  run("DELETE FROM form_option_counts WHERE form_id LIKE 'access-%'"),
  run("DELETE FROM form_state_counts WHERE form_id LIKE 'access-%'"),
  ...['signed_waivers', 'form_waivers'].map((table) =>
    run(`DELETE FROM ${table} WHERE form_id IN (SELECT id FROM forms WHERE team_id = 'access-team')`),
  ),
  run("DELETE FROM form_versions WHERE form_id IN (SELECT id FROM forms WHERE team_id = 'access-team')"),
  run("DELETE FROM forms WHERE team_id = 'access-team'"),
  ...[
    ['access-form', 1],
    ['access-form-draft', null],
  ].map(([id, published]) =>
    run(
      "INSERT INTO forms (id, team_id, title, draft, version, published_number, published_version, created_at, updated_at) VALUES (?1, 'access-team', 'A form', ?2, 1, ?3, ?3, 1, 1)",
      ...[id, JSON.stringify(fromTemplate('waiver')), published],
    ),
  ),
  run(
    "INSERT INTO form_versions (form_id, number, content, published_at) VALUES ('access-form', 1, ?, 1)",
    JSON.stringify(withFile(fromTemplate('waiver'))),
  ),
  run("UPDATE forms SET settings = json_set(settings, '$.changesUntil', 9000000000000) WHERE id = 'access-form'"),
  run(
    `INSERT INTO submissions (id, form_id, version, state, user_id, label, label_key, answers, ending, sent_at, changed_at)
     VALUES ('access-submission', 'access-form', 1, 'accepted', 'person-c', 'Ava', 'ava', '{}', 'e1', 1795000000000, 1)`,
  ),
  run(
    `INSERT INTO form_files (id, form_id, field_id, submission_id, user_id, name, type, size, key, created_at)
     VALUES ('access-file', 'access-form', 'f9', 'access-submission', 'person-c', 'card.pdf', 'application/pdf', 6, ?, 1)`,
    formFileKey('access-form', 'access-file'),
  ),
  run(
    "INSERT INTO form_exports (id, form_id, user_id, format, state, part, count, size, created_at, expires_at) VALUES ('access-form-export', 'access-form', 'person-a', 'csv', 'made', '{}', 1, 6, 1, 9000000000000)",
  ),
  ...addPaidForm(),
  run("INSERT OR REPLACE INTO plan_prices VALUES ('varsity-50:usd:1500:month', 'price_access', 1)"),
]

/** Two places where `person-a` is checked in, who shows their games, and one where `person-f` is, who does not. */
const places = () => [
  ...['access-place', 'access-visited', 'access-shy'].map((id) =>
    run(
      `INSERT OR IGNORE INTO places (id, name, description, lat, lng, time_zone, address, city_name, city_state, activities, surface,
        is_indoor, has_lights, fee, amenities, photos, version, created_at, updated_at)
       VALUES (?, 'Access Courts', '', 30.4, -97.7, 'America/Chicago', '', '', '', '["tennis"]', '', 0, 0, '', '[]', '[]', 1, 1, 1)`,
      id,
    ),
  ),
  ...['access-place', 'access-visited'].map((id) =>
    run("INSERT OR REPLACE INTO place_check_ins VALUES (?, 'person-a', 1, 1, 9000000000000)", id),
  ),
  run("INSERT OR REPLACE INTO place_check_ins VALUES ('access-shy', 'person-f', 1, 1, 9000000000000)"),
  run(`INSERT OR REPLACE INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, updated_at)
    VALUES ('person-a', 0, 0, 0, 1, 1)`),
]

/**
 * Games of `person-a`: a public one with an offered seat, one by link, one for their community in which its members play, a
 * draft, and a scheduled one. `person-d` plays in the published games.
 */
async function games() {
  const coHostHash = await hashSecret(coHostToken)
  const offer = await hashSecret(offerToken)
  const startsAt = Date.now() + 3 * day
  const game = (id: string, more: { visibility?: string; state?: string; publishAt?: number; start?: number } = {}) => {
    const { visibility = 'public', state = 'published', publishAt = null, start = startsAt } = more
    return run(
      `INSERT OR REPLACE INTO events (id, creator_id, team_id, activity, title, description, place_name, address, lat, lng, time_zone,
        starts_at, ends_at, capacity, slots, max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state,
        publish_at, cancel_reason, taken, waiting, reminded, version, created_at, updated_at)
       VALUES (?1, 'person-a', ?2, 'tennis', 'Access', '', 'Access Courts', '', 30.2, -97.7, 'America/Chicago',
        ?3, ?3 + 3600000, 9, '[]', 0, ?4, 0, '[]', 0, 'order', ?5, ?6, '', 0, 0, 0, 1, 1, 1)`,
      ...[id, visibility === 'team' ? 'access-team' : null, start, visibility, state, publishAt],
    )
  }
  const joiner = (eventId: string, userId: string, id: string, state = 'going') =>
    run(
      "INSERT INTO joiners SELECT ?1, ?2, ?3, NULL, NULL, ?4, 1, '[]', '{}', 0, 1, ?5, ?6, 0, NULL, 0, ?7, 1, 0, NULL, NULL, NULL, 0, NULL, '[]'",
      ...[id, eventId, userId, state, state === 'offered' ? offer : null, state === 'offered' ? startsAt : null, startsAt],
    )
  return [
    ...['order_refunds', 'credits'].map((table) => run(`DELETE FROM ${table} WHERE order_id IN ('access-order', 'access-sold-order')`)),
    ...['orders', 'coupons', 'joiners', 'event_updates', 'event_invites', 'event_hosts', 'co_host_invites', 'co_host_links'].map((table) =>
      run(`DELETE FROM ${table} WHERE event_id LIKE 'access-%'`),
    ),
    game('access-game'),
    game('access-link', { visibility: 'link' }),
    game('access-inside', { visibility: 'team' }),
    game('access-played', { visibility: 'team', start: Date.now() - 3 * day }),
    run(
      "INSERT INTO team_sessions (event_id, season_id, home_group_id, away_group_id) VALUES ('access-inside', 'access-season', NULL, NULL)",
    ),
    run(
      "INSERT INTO team_sessions (event_id, season_id, home_group_id, away_group_id, home_score, away_score) VALUES ('access-played', 'access-season', 'access-red', 'access-blue', 1, 0)",
    ),
    game('access-draft', { state: 'draft' }),
    game('access-later', { state: 'draft', publishAt: startsAt - day }),
    ...['access-game', 'access-inside'].map((id) => joiner(id, 'person-d', `${id}-joiner`)),
    ...['person-c', 'person-g', 'person-h'].map((id) => joiner('access-inside', id, `access-inside-${id}`)),
    joiner('access-game', 'person-e', 'access-offer', 'offered'),
    run(
      `INSERT INTO orders (id, event_id, joiner_id, payer_id, payee_id, account_id, seats, amount, our_fee, currency, state, session_id, payment_id, created_at, paid_at)
        VALUES ('access-order', 'access-inside', 'access-inside-joiner', 'person-c', 'person-a', 'acct_access', 1, 1500, 75, 'usd', 'paid', 'cs_access', 'pi_access', 1, 1)`,
    ),
    run(
      "INSERT INTO order_refunds (id, order_id, amount, reason, state, waits_for, created_at) VALUES ('access-stuck', 'access-order', 100, 'host', 'due', 'no-access', 1)",
    ),
    // The former owner sold it before the community was handed over, and is outside now.
    game('access-sold', { visibility: 'team' }),
    run(
      `INSERT INTO orders (id, event_id, joiner_id, payer_id, payee_id, account_id, seats, amount, our_fee, currency, state, session_id, payment_id, created_at, paid_at)
        VALUES ('access-sold-order', 'access-sold', 'access-sold-joiner', 'person-c', 'person-k', 'acct_former', 1, 1500, 75, 'usd', 'paid', 'cs_sold', 'pi_sold', 1, 1)`,
    ),
    run(
      "INSERT INTO order_refunds (id, order_id, amount, reason, state, waits_for, created_at) VALUES ('access-sold-stuck', 'access-sold-order', 100, 'host', 'due', 'no-access', 1)",
    ),
    game('access-paid'),
    run(
      `UPDATE events SET pricing = '{"currency":"usd","amount":1500,"early":null,"memberAmount":null,"feeBy":"host","refundHours":24}' WHERE id = 'access-paid'`,
    ),
    run(
      `INSERT INTO orders (id, event_id, joiner_id, payer_id, payee_id, account_id, seats, amount, our_fee, currency, state, balance, shares, created_at, paid_at)
        VALUES ('access-share', 'access-paid', 'access-paid-joiner', 'person-a', 'person-a', 'acct_access', 1, 1500, 75, 'usd', 'paid', 3000, 2, 1, 1)`,
    ),
    ...['access-game', 'access-inside'].map((id) =>
      run(
        "INSERT INTO coupons (id, event_id, code, percent, currency, max_uses, created_at) VALUES (?, ?, 'SUMMER', 20, 'usd', 5, 1)",
        `${id}-coupon`,
        id,
      ),
    ),
    ...[
      ['access', 'acct_access', 'person-a', 'access-order', 'access-inside', 'access-season'],
      ['sold', 'acct_former', 'person-k', 'access-sold-order', 'access-sold', null],
    ].flatMap(([id, account, payee, order, event, season]) => [
      run(
        `INSERT OR IGNORE INTO ledger_entries (id, account_id, user_id, kind, gross, stripe_fee, our_fee, net, currency, month, created_at, available_at,
            payout_id, payment_id, order_id, event_id, team_id, season_id)
          VALUES ('txn_' || ?1, ?2, ?3, 'payment', 1500, 74, 75, 1351, 'usd', '2026-11', 1, 1,
            'po_' || ?1, 'pi_' || ?1, ?4, ?5, 'access-team', ?6)`,
        ...[id, account, payee, order, event, season],
      ),
      run(
        `INSERT OR IGNORE INTO payouts (id, account_id, user_id, amount, currency, state, arrives_at, created_at, is_listed)
          VALUES ('po_' || ?1, ?2, ?3, 1351, 'usd', 'paid', 1, 1, 1)`,
        ...[id, account, payee],
      ),
      run(
        `INSERT OR IGNORE INTO team_payouts (team_id, payout_id, created_at, gross, payments, stripe_fee, our_fee, refunds, disputes, other, net)
          VALUES ('access-team', 'po_' || ?1, 1, 1500, 1, 74, 75, 0, 0, 0, 1351)`,
        id,
      ),
    ]),
    run("INSERT INTO co_host_invites VALUES ('access-inside', 'person-c', 'person-a', 1, ?)", startsAt),
    run("INSERT INTO co_host_links VALUES ('access-inside', 'person-a', ?, 0, 0, 10, 1, ?)", coHostHash, startsAt),
  ]
}

/** Private data: all kinds of it for `person-a`, and one user list for each person. */
const privateData = (pushTokenHash: string) => [
  run("DELETE FROM admins WHERE user_id <> 'demo-admin'"),
  run("INSERT INTO admins VALUES ('person-m', 'moderator', 1), ('demo-host', 'admin', 1)"),
  run("INSERT OR REPLACE INTO jobs VALUES ('dead-1', 'mail', 'dead', '{}', 'why', 6, 1)"),
  run(
    "INSERT OR REPLACE INTO reports (id, kind, subject_id, reporter_id, reason, text, created_at, handled_at) VALUES ('access-report', 'person', 'demo-player', 'person-a', 'spam', '', 1, NULL)",
  ),
  run('DELETE FROM team_drafts'),
  run("DELETE FROM team_topics WHERE team_id <> 'access-team'"),
  run(`INSERT INTO team_drafts (id, user_id, version, step, furthest_step, activity, name, description, city_id, main_color, second_color, join_mode,
      topics, created_at, active_at)
    VALUES ('access-draft', 'person-a', 1, 6, 6, 'tennis', 'Access', '', 4671654, 'blue', 'white', 'ask', '[]', 1, 1)`),
  run('DELETE FROM data_exports'),
  run("INSERT INTO data_exports VALUES ('access-export', 'person-a', 'ready', 1, 1, 6, 1, 1, 9000000000000)"),
  run(
    "INSERT OR REPLACE INTO auth_sessions (id, user_id, user_agent, created_at, last_seen_at, expires_at) VALUES ('access-device', 'person-a', '', 1, 1, 9000000000000)",
  ),
  run(
    `INSERT OR REPLACE INTO activity_subscriptions (id, user_id, address_name, address_description, lat, lng, radius, activities, is_temporary,
      version, created_at, updated_at) VALUES ('access-search', 'person-a', 'Austin', 'Austin', 30.3, -97.7, 15, '["tennis"]', 0, 1, 1, 1)`,
  ),
  ...['access-external', 'access-external-removed'].map((id) =>
    run(
      `INSERT OR REPLACE INTO external_teams (id, user_id, name, address, feed_url, time_zone, state, skipped_entries, is_cut, failure_count,
        notified_failures, created_at, updated_at, removed_at)
       VALUES (?, 'person-a', 'Access', '', 'https://calendars.example.com/a.ics', 'America/Chicago', 'active', 0, 0, 0, '[]', 1, 1, ?)`,
      id,
      id === 'access-external' ? null : 1,
    ),
  ),
  run('DELETE FROM push_devices'),
  run(
    `INSERT INTO push_devices (id, user_id, session_id, endpoint, p256dh, auth, token_hash, user_agent, platform, hides_text, created_at, refreshed_at)
     VALUES ('access-device', 'person-a', 'access-device', 'https://fcm.googleapis.com/fcm/send/a', '', '', ?, '', 'gth', 0, 1, 1)`,
    pushTokenHash,
  ),
  run('DELETE FROM calendar_addresses'),
  run("INSERT INTO calendar_addresses VALUES ('access-calendar', 'person-a', NULL, 0, 1)"),
  run('DELETE FROM user_list_items'),
  run("INSERT OR REPLACE INTO user_lists VALUES ('access-list', 'person-a', 'Access', 1, 1)"),
  run("INSERT INTO user_list_items VALUES ('access-item', 'access-list', 'person-c', NULL, NULL, 1)"),
  ...names.map((id) => run('INSERT OR IGNORE INTO user_lists VALUES (?, ?, ?, 1, 1)', `list-of-${id}`, id, 'Mine')),
]

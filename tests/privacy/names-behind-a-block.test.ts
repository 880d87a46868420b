import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { directConversationId } from '../../domain/messages/rules.ts'
import { eachWeekday } from '../../domain/time/clock.ts'
import { hashSecret } from '../../worker/accounts/secrets.ts'
import { makeRows } from '../../worker/geo/tables.ts'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace, updatePlace } from '../places/places.ts'
import { befriend, enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask, productOrigin } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

/** Matches only the name of the blocked person and of their games. */
const trace = /quillon|varga/i

const mornings = eachWeekday(() => ({ isAvailable: true, timeRanges: [{ startTime: '08:00', endTime: '12:00' }] }))

const coHostToken = 'h'.repeat(43)
const teamOrigin = 'http://quiet-team.localhost:5173'

/**
 * Every GET endpoint that can contain the name of another person, with its paths. Before the block, Quillon is in all of
 * them; after it, in none.
 */
const withNames: Record<string, string[]> = {
  'GET /accounts/deletion': ['/api/accounts/deletion'],
  'GET /connections': ['/api/connections'],
  'GET /conversations': ['/api/conversations'],
  'GET /conversations/{conversationId}': ['/api/conversations/DIRECT', '/api/conversations/team_quiet-team'],
  'GET /conversations/{conversationId}/members': ['/api/conversations/GROUP/members'],
  'GET /conversations/{conversationId}/participants': [
    '/api/conversations/DIRECT/participants',
    '/api/conversations/team_quiet-team/participants',
  ],
  'GET /conversations/{conversationId}/people': [
    '/api/conversations/DIRECT/people?ids=quillon',
    '/api/conversations/team_quiet-team/people?ids=quillon',
  ],
  'GET /conversations/{conversationId}/mentionable': [
    '/api/conversations/DIRECT/mentionable',
    '/api/conversations/team_quiet-team/mentionable?q=quill',
  ],
  'GET /conversations/{conversationId}/messages/{seq}': [
    '/api/conversations/DIRECT/messages/1',
    '/api/conversations/team_quiet-team/messages/1',
  ],
  'GET /conversations/{conversationId}/messages': ['/api/conversations/DIRECT/messages', '/api/conversations/team_quiet-team/messages'],
  'GET /conversations/{conversationId}/search': [
    '/api/conversations/DIRECT/search?q=quillon',
    '/api/conversations/team_quiet-team/search?q=quillon',
  ],
  'GET /conversations/search': ['/api/conversations/search?q=quillon'],
  'GET /discover/map': [
    '/api/discover/map?south=30&north=31&west=-98&east=-97',
    '/api/discover/map?south=30&north=31&west=-98&east=-97&hosts=followed',
  ],
  'GET /discover/events': [
    '/api/discover/events?lat=30.2672&lng=-97.7431&radius=15',
    '/api/discover/events?hosts=followed',
    '/api/discover/events?team=quiet-team',
  ],
  'GET /events': [
    '/api/events?placeId=PLACE',
    '/api/events?teamId=quiet-team',
    '/api/events?hostId=quillon',
    '/api/events?seriesId=SERIES',
  ],
  'GET /events/{id}': ['/api/events/PLAYED', '/api/events/RUN', '/api/events/OWN'],
  'GET /events/{id}/live': ['/api/events/PLAYED/live', '/api/events/OWN/live'],
  'GET /events/{id}/joiners': ['/api/events/PLAYED/joiners', '/api/events/OWN/joiners'],
  'GET /events/{id}/familiar': ['/api/events/ALONE/familiar'],
  'GET /events/{id}/manage': ['/api/events/OWN/manage'],
  'GET /events/{id}/form': ['/api/events/LAST/form'],
  'GET /events/{id}/me/co-host-invite': ['/api/events/ASKED/me/co-host-invite'],
  'GET /co-host-links/{token}': [`/api/co-host-links/${coHostToken}`],
  'GET /events/{id}/orders': ['/api/events/OWN/orders'],
  'GET /credits': ['/api/credits'],
  'GET /ledger/payouts/{payoutId}/refunds': ['/api/ledger/payouts/PAYOUT/refunds'],
  'GET /teams/{id}/ledger/payouts/{payoutId}/refunds': ['/api/teams/dues-team/ledger/payouts/TEAM_BOOKS/refunds'],
  'GET /events/{id}/updates': ['/api/events/RUN/updates'],
  'GET /follows': ['/api/follows'],
  'GET /home/nearby': ['/api/home/nearby'],
  'GET /home/upcoming': ['/api/home/upcoming'],
  'GET /my-games/years/{year}': ['/api/my-games/years/2025'],
  'GET /hostnames/team-site': [`${teamOrigin}/api/hostnames/team-site`],
  'GET /notifications': ['/api/notifications'],
  'GET /organizations/{id}': ['/api/organizations/an-organization'],
  'GET /organizations/{id}/changes': ['/api/organizations/own-organization/changes'],
  'GET /organizations/{id}/games': ['/api/organizations/an-organization/games'],
  'GET /organizations/{id}/people': ['/api/organizations/an-organization/people'],
  'GET /people': ['/api/people?q=quillon'],
  'GET /needs-you': ['/api/needs-you'],
  'GET /needs-you/messages': ['/api/needs-you/messages'],
  'GET /people/near': ['/api/people/near'],
  'GET /places/{id}': ['/api/places/PLACE', '/api/places/SUGGESTED'],
  'GET /places/{id}/edits': ['/api/places/PLACE/edits', '/api/places/SUGGESTED/edits'],
  'GET /places/{id}/removed': ['/api/places/GONE/removed'],
  'GET /profiles/{userId}': ['/api/profiles/quillon'],
  'GET /profiles/{userId}/games': ['/api/profiles/neighbor/games'],
  'GET /profiles/{userId}/teams': ['/api/profiles/neighbor/teams'],
  'GET /shares/{id}': ['/api/shares/a-share'],
  'GET /seasons/{id}': ['/api/seasons/a-season'],
  'GET /seasons/{id}/candidates': ['/api/seasons/owned-season/candidates'],
  'GET /seasons/{id}/registrations': ['/api/seasons/a-season/registrations'],
  'GET /seasons/{id}/sessions': ['/api/seasons/a-season/sessions'],
  'GET /seasons/{id}/sessions/{eventId}/result/changes': ['/api/seasons/a-season/sessions/MATCH/result/changes'],
  'GET /seasons/{id}/sessions/{eventId}/substitutes': ['/api/seasons/a-season/sessions/MATCH/substitutes'],
  'GET /seasons/{id}/sessions/{eventId}/substitute-candidates': ['/api/seasons/a-season/sessions/SPARE/substitute-candidates'],
  'GET /search': ['/api/search?q=quillon', '/api/search?q=vargo'],
  'GET /teams': ['/api/teams?south=30&north=31&west=-98&east=-97'],
  'GET /teams/directory': ['/api/teams/directory'],
  'GET /teams/followed': ['/api/teams/followed'],
  'GET /teams/{id}': ['/api/teams/founded-team'],
  'GET /teams/mine': ['/api/teams/mine'],
  'GET /teams/{id}/detail': ['/api/teams/owned-team/detail', '/api/teams/quiet-team/detail'],
  'GET /teams/{id}/guests': ['/api/teams/kids-team/guests'],
  'GET /teams/{id}/guests/{guestId}': ['/api/teams/kids-team/guests/a-child'],
  'GET /teams/{id}/people': ['/api/teams/quiet-team/people', '/api/teams/quiet-team/people?q=quil'],
  'GET /teams/{id}/invitations': ['/api/teams/asked-team/invitations'],
  'GET /teams/{id}/requests': ['/api/teams/asked-team/requests'],
  'GET /team-invitations/{token}': [`/api/team-invitations/${'q'.repeat(43)}`],
  'GET /teams/{id}/hours': ['/api/teams/owned-team/hours'],
  'GET /teams/{id}/announcements': ['/api/teams/quiet-team/announcements'],
  'GET /teams/{id}/announcements/{announcementId}/readers': [
    '/api/teams/kids-team/announcements/by-viewer/readers',
    '/api/teams/kids-team/announcements/unread-by-q/readers?list=unread',
  ],
  'GET /teams/{id}/changes': ['/api/teams/owned-team/changes'],
  'GET /memberships': ['/api/memberships?host=quillon'],
  'GET /memberships/refused': ['/api/memberships/refused'],
  'GET /teams/{id}/membership-holders': ['/api/teams/owned-team/membership-holders'],
  'GET /teams/{id}/dues/{dueId}/payments': ['/api/teams/dues-team/dues/quiet-dues/payments'],
  'GET /teams/{id}/holders': ['/api/teams/quiet-team/holders?capability=team.edit'],
  'GET /user-lists/{id}': ['/api/user-lists/a-list'],
  pages: [
    '/evt/PLAYED',
    '/evt/RUN',
    '/places/view/PLACE',
    '/discover?hosts=followed',
    '/discover?team=quiet-team',
    '/team/owned-team',
    '/team/quiet-team',
    '/discover',
    `${teamOrigin}/`,
  ],
}

/** Every GET endpoint that never contains the name of another person. */
const withoutNames = [
  ...['/conversations/unread', '/conversations/{conversationId}/socket'],
  ...['/accounts', '/accounts/devices', '/activity-subscriptions', '/ask', '/availability', '/betas', '/cities', '/cities/{id}', '/config'],
  ...[
    '/data-exports/latest',
    ...['/forms/{id}/exports', '/forms/{id}/views'],
    '/forms/{id}/submissions/summary',
    '/events/mine',
    ...['/my-games', '/my-games/month', '/my-games/saved', '/my-games/series'],
    '/events/{id}/coupons',
    '/teams/{id}/photos',
    ...['/disputes', '/payments', '/payments/plans', '/payments/invoices', '/payments/account/{id}'],
    '/payments/history',
    ...['/ledger', '/ledger/months/{month}', '/ledger/months/{month}/export', '/ledger/events/{eventId}', '/ledger/seasons/{seasonId}'],
    ...['/ledger/payouts', '/ledger/payouts/{payoutId}', '/teams/{id}/ledger', '/teams/{id}/ledger/months/{month}'],
    ...['/teams/{id}/ledger/months/{month}/export', '/teams/{id}/ledger/payouts', '/teams/{id}/ledger/payouts/{payoutId}'],
    ...['/ledger/payouts/{payoutId}/export', '/teams/{id}/ledger/payouts/{payoutId}/export'],
    // A receipt names who was paid, for the person who paid them: it is proof of what they paid.
    ...['/orders/{id}/receipt', '/dues/{id}/receipt', '/forms/{id}/submissions/{submissionId}/payments/{paymentId}/receipt'],
    '/memberships/payments/{id}/receipt',
    ...['/forms/{id}/submissions/{submissionId}/payment', '/forms/{id}/submissions/{submissionId}/files/{fileId}'],
    ...['/memberships/mine', '/teams/{id}/memberships', '/teams/{id}/dues', '/teams/{id}/hostname'],
    '/calendar-addresses/mine',
    '/calendar-addresses/teams/{id}',
    '/calendar-addresses/{token}/games.ics',
    '/external-teams',
    '/external-teams/games',
    '/events/payees',
    '/events/{id}/calendar.ics',
    ...['/events/{id}/me/apple-pass', '/events/{id}/me/google-pass'],
    '/events/{id}/feedback',
    '/events/{id}/co-host-link',
  ],
  ...[
    '/events/{id}/me/feedback',
    '/events/{id}/rematch',
    '/geocode',
    '/health',
    '/home/setup-tasks',
    '/notifications/settings',
    '/notifications/unread',
    '/organizations',
    '/organizations/mine',
    '/organizations/of-team/{teamId}',
    '/organizations/{id}/seasons',
    '/places',
  ],
  ...[
    '/places/map',
    '/places/named',
    '/places/near',
    '/places/nearest',
    '/presence/socket',
    '/presence/{userId}',
    '/privacy',
    '/push',
    '/privacy/blocks',
    '/profiles/me',
  ],
  ...[
    '/seasons/mine',
    '/seasons/{id}/asks',
    // Guests have no account, and a parent is not named with their child.
    '/seasons/{id}/guests',
    '/seasons/{id}/open-games',
    '/seasons/{id}/table',
    '/seat-offers/{token}',
    '/forms',
    '/forms/{id}',
    '/forms/{id}/coupons',
    '/forms/{id}/draft',
    '/forms/{id}/known',
    '/forms/{id}/settings',
    '/forms/{id}/submissions/overview',
    '/forms/submissions',
    '/session',
    '/teams/map',
    '/teams/mine/deleted',
    '/teams/{id}/form',
    '/teams/{id}/forms',
    '/teams/{id}/people/attendance',
    '/teams/{id}/people/online',
    '/teams/guest-offers',
    '/teams/{id}/seasons',
    '/teams/{id}/roles',
    '/teams/{id}/topics',
    '/team-drafts/mine',
    '/user-lists',
  ],
  // Only for owners and organizers, who see everyone in their community. Who has sent something sees no organizer.
  ...['/forms/{id}/people/{personId}', '/forms/{id}/waivers', '/forms/{id}/waivers/export'],
  ...['/teams/{id}/people/export', '/forms/{id}/submissions', '/forms/{id}/submissions/{submissionId}'],
  // Endpoints for operators and admins.
  ...['/admin/admins', '/admin/config', '/admin/dead-letters', '/admin/money', '/admin/feedback', '/admin/reports'],
].map((path) => `GET ${path}`)

/** Where viewers may see a person whom they blocked: in their own lists, in games that this person has joined, and with their money. */
const visibleToBlocker = [
  '/api/user-lists/a-list',
  '/api/profiles/quillon',
  '/api/events/PLAYED',
  '/api/events/OWN',
  '/api/events/OWN/manage',
  '/api/events/OWN/orders',
  '/api/credits',
  '/api/ledger/payouts/PAYOUT/refunds',
  '/evt/PLAYED',
]

const showAll = {
  messagesFromAnyone: true,
  publicBadges: true,
  publicOnlineStatus: true,
  publicUpcomingGames: true,
  publicHours: true,
  publicLinkPreview: false,
}

async function setUpPair(viewerId: string) {
  // Books are never deleted, so each pair has its own.
  const payoutIds = { PAYOUT: `po_game_${viewerId.replace(/\W/g, '')}`, TEAM_BOOKS: `po_dues_${viewerId.replace(/\W/g, '')}` }
  await buildWorld(env.DB, ['cities:some'])
  const person = (id: string, displayName: string) => enterAndSetUp(id, { displayName, privacy: showAll })
  const viewer = await person(viewerId, 'The Viewer')
  const quillon = await person('quillon', 'Quillon Varga')
  const neighbor = await person('neighbor', 'A Neighbor')
  for (const other of ['neighbor', viewerId]) await befriend('quillon', other)
  const team = "INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES (?1, ?1, '', 'ROOKIE', 1, 1)"
  await env.DB.batch([
    ...['quiet-team', 'owned-team', 'kids-team', 'asked-team', 'dues-team'].map((id) => env.DB.prepare(team).bind(id)),
    env.DB.prepare(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('quiet-team', 'neighbor', 'owner', 1), ('quiet-team', 'quillon', 'organizer', 2)",
    ),
    env.DB.prepare(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('quiet-team', ?1, 'member', 3), ('owned-team', ?1, 'owner', 1)",
    ).bind(viewerId),
    // A treasurer sees who has paid, but does not run the people.
    env.DB.prepare(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('dues-team', 'quillon', 'member', 1), ('dues-team', ?, 'treasurer', 2)",
    ).bind(viewerId),
    env.DB.prepare(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('kids-team', 'quillon', 'member', 1), ('kids-team', ?, 'captain', 2)",
    ).bind(viewerId),
    env.DB.prepare(
      "INSERT INTO teams (id, name, description, creator_id, plan, created_at, updated_at) VALUES ('followed-team', 'A team', '', 'quillon', 'ROOKIE', 1, 1)",
    ),
    env.DB.prepare("INSERT INTO team_follows VALUES ('followed-team', ?, 1)").bind(viewerId),
    env.DB.prepare(
      "INSERT INTO teams (id, name, description, creator_id, created_at, updated_at, city_id, city_name, city_state, lat, lng, join_mode) VALUES ('founded-team', 'A team', '', 'quillon', 1, 1, 4671654, 'Austin', 'TX', 30.27, -97.74, 'open')",
    ),
    env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('founded-team', 'neighbor', 'owner', 1)"),
    ...makeRows('team_cells', [{ id: 'founded-team', lat: 30.27, lng: -97.74, activities: [] }]).map((row) =>
      env.DB.prepare('INSERT OR REPLACE INTO team_cells (cell, activity, id, lat, lng) VALUES (?, ?, ?, ?, ?)').bind(...row),
    ),
    env.DB.prepare("INSERT INTO guests (id, team_id, name, guardian_id, created_at) VALUES ('a-child', 'kids-team', 'Sam', 'quillon', 1)"),
    env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('owned-team', 'quillon', 'member', 2)"),
    env.DB.prepare(
      "INSERT INTO team_announcements (id, team_id, author_id, title, text, created_at) VALUES ('news-1', 'quiet-team', 'quillon', '', 'Bring water.', 4), ('by-viewer', 'kids-team', ?1, '', 'Hi.', 4), ('unread-by-q', 'kids-team', ?1, '', 'Hi.', 4)",
    ).bind(viewerId),
    env.DB.prepare("INSERT INTO team_announcement_reads VALUES ('by-viewer', 'quillon', 5)"),
    env.DB.prepare(
      "INSERT INTO team_changes (id, team_id, actor_id, kind, person_id, created_at) VALUES ('by-q', 'owned-team', 'quillon', 'edited', NULL, 1), ('of-q', 'owned-team', NULL, 'member-added', 'quillon', 1)",
    ),
    env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('asked-team', ?, 'owner', 1)").bind(viewerId),
    env.DB.prepare("INSERT INTO team_requests (team_id, user_id, message, created_at) VALUES ('asked-team', 'quillon', 'I am Quillon', 1)"),
    env.DB.prepare(
      "INSERT INTO team_invitations (id, team_id, inviter_id, user_id, max_uses, created_at, expires_at) VALUES ('to-quillon', 'asked-team', ?, 'quillon', 1, 1, 9000000000000)",
    ).bind(viewerId),
    env.DB.prepare(
      "INSERT INTO team_invitations (id, team_id, inviter_id, token_hash, max_uses, created_at, expires_at) VALUES ('by-quillon', 'quiet-team', 'quillon', ?, 9, 1, 9000000000000)",
    ).bind(await hashSecret('q'.repeat(43))),
    env.DB.prepare("INSERT INTO user_lists VALUES ('a-list', ?, 'Fridays', 1, 1)").bind(viewerId),
    env.DB.prepare("INSERT INTO user_list_items VALUES ('an-item', 'a-list', 'quillon', NULL, NULL, 1)"),
    env.DB.prepare(
      "INSERT INTO notices (user_id, key, topic, title, text, path, actor_id, created_at) VALUES (?, 'k', 'connections', 'Quillon Varga asks', '', '/connect', 'quillon', 1)",
    ).bind(viewerId),
  ])
  await claimHostname(openPrimary(env.DB), new URL(teamOrigin).hostname, 'quiet-team', 1)
  const place = await addPlace(quillon)
  const where = { placeId: place.id, name: 'Oak Courts', address: '', lat: 30.35, lng: -97.74 }
  const at = (days: number) => ({ starts: inDays(days), ends: inDays(days, '14:00'), capacity: 9 })
  const tennis = { activity: 'tennis' as const }
  const played = await publishGame(neighbor, { ...at(2), ...tennis, where })
  const run = await publishGame(neighbor, { ...at(3), ...tennis, coHosts: ['quillon'] })
  const own = await publishGame(viewer, at(4))
  // Nobody is in it, so connections are suggested.
  const alone = await publishGame(viewer, { ...at(8), visibility: 'link' })
  await env.DB.prepare(
    `INSERT INTO orders (id, event_id, joiner_id, payer_id, payee_id, account_id, seats, amount, our_fee, currency, state, created_at, paid_at)
      VALUES ('an-order', ?, 'a-seat', 'quillon', ?, 'acct_names', 1, 1500, 75, 'usd', 'paid', 1, 1)`,
  )
    .bind(own, viewerId)
    .run()
  await env.DB.prepare(
    "INSERT INTO credits (id, payee_id, user_id, order_id, amount, currency, reason, created_at) VALUES ('a-credit', 'quillon', ?, 'an-order', 500, 'usd', 'host', 1)",
  )
    .bind(viewerId)
    .run()
  const public_ = await publishGame(
    quillon,
    { ...at(5), ...tennis, title: 'Quillon plays', where },
    { repeat: { every: 'week', interval: 1, weekdays: [], count: 2, until: null, except: [] } },
  )
  const forTeam = { visibility: 'team', teamId: 'quiet-team' } as const
  const owned = await publishGame(quillon, { ...at(1), title: 'Quillon’s own', ...forTeam })
  const match = await publishGame(neighbor, { ...at(6), ...forTeam })
  const spare = await publishGame(neighbor, { ...at(7), ...forTeam })
  await env.DB.batch([
    env.DB.prepare(
      `UPDATE events SET pricing = '{"currency":"usd","amount":1500,"early":null,"memberAmount":null,"feeBy":"host","refundHours":24}' WHERE id = ?`,
    ).bind(spare),
    env.DB.prepare(
      `INSERT INTO orders (id, event_id, joiner_id, payer_id, payee_id, account_id, seats, amount, our_fee, currency, state, balance, shares, created_at, paid_at)
        VALUES ('a-share', ?, 'another-seat', 'quillon', 'neighbor', 'acct_names', 1, 1500, 75, 'usd', 'paid', 3000, 2, 1, 1)`,
    ).bind(spare),
    env.DB.prepare(
      "INSERT OR REPLACE INTO availability (user_id, time_zone, weekly, dates, version, created_at, updated_at) VALUES ('quillon', 'America/Chicago', ?, '[]', 1, 1, 1)",
    ).bind(JSON.stringify(mornings)),
    env.DB.prepare("INSERT OR REPLACE INTO team_hour_shares VALUES ('owned-team', 'quillon', 3)"),
    env.DB.prepare(
      "INSERT INTO memberships (id, team_id, type, name, description, amount, currency, every, created_at) VALUES ('quiet-pass', 'owned-team', 'DROPIN_PICKUP', 'Pass', '', 2000, 'usd', 'month', 1)",
    ),
    env.DB.prepare(
      "INSERT INTO dues (id, team_id, title, note, amount, currency, due_on, created_at) VALUES ('quiet-dues', 'dues-team', 'Fee', '', 2000, 'usd', '2100-01-01', 1)",
    ),
    env.DB.prepare(
      `INSERT INTO dues (id, team_id, title, note, amount, currency, due_on, created_at)
        VALUES ('quiet-card-dues', 'dues-team', 'Card fee', '', 2000, 'usd', '2100-01-01', 1)`,
    ),
    env.DB.prepare(
      `INSERT INTO due_payments (id, due_id, user_id, method, state, amount, currency, created_at, paid_at, account_id, payment_id)
        VALUES ('q-card-dues', 'quiet-card-dues', 'quillon', 'card', 'paid', 2000, 'usd', 1, 1, 'acct_names', 'pi_dues')`,
    ),
    env.DB.prepare(
      `INSERT INTO payouts (id, account_id, user_id, amount, currency, state, arrives_at, created_at, is_listed, explained_at)
        VALUES (?2, 'acct_names', ?1, 100, 'usd', 'paid', 1, 1, 1, 1), (?3, 'acct_names', ?1, 100, 'usd', 'paid', 1, 1, 1, 1)`,
    ).bind(viewerId, payoutIds.PAYOUT, payoutIds.TEAM_BOOKS),
    env.DB.prepare(
      `INSERT INTO team_payouts (team_id, payout_id, created_at, gross, payments, stripe_fee, our_fee, refunds, disputes, other, net)
        VALUES ('dues-team', ?, 1, 0, 0, 0, 0, -500, 0, 0, -500)`,
    ).bind(payoutIds.TEAM_BOOKS),
    env.DB.prepare(
      `INSERT INTO ledger_entries (id, account_id, user_id, kind, gross, stripe_fee, our_fee, net, currency, month, created_at, available_at,
          payout_id, payment_id, order_id, event_id, team_id)
        VALUES ('txn_game' || ?3, 'acct_names', ?1, 'refund', -500, 0, 0, -500, 'usd', '2026-11', 1, 1, ?3, 'pi_game', 'an-order', ?2, NULL),
          ('txn_dues' || ?4, 'acct_names', ?1, 'refund', -500, 0, 0, -500, 'usd', '2026-11', 1, 1, ?4, 'pi_dues', NULL, NULL, 'dues-team')`,
    ).bind(viewerId, own, payoutIds.PAYOUT, payoutIds.TEAM_BOOKS),
    env.DB.prepare(
      "INSERT INTO due_payments (id, due_id, user_id, method, state, amount, currency, created_at, paid_at) VALUES ('q-dues', 'quiet-dues', 'quillon', 'cash', 'paid', 2000, 'usd', 1, 1)",
    ),
    env.DB.prepare(
      "INSERT INTO membership_subscriptions (id, membership_id, team_id, type, member_id, platform, account_id, customer_id, subscription_id, status, created_at, read_at) VALUES ('q-pass', 'quiet-pass', 'owned-team', 'DROPIN_PICKUP', 'quillon', 'gth', 'acct_q', 'cus_q', 'sub_q', 'active', 1, 1)",
    ),
    env.DB.prepare(
      "INSERT INTO teams (id, name, description, plan, created_at, updated_at, deleted_at) VALUES ('gone-team', 'gone-team', '', 'ROOKIE', 1, 1, 1)",
    ),
    env.DB.prepare(
      "INSERT INTO memberships (id, team_id, type, name, description, amount, currency, every, created_at) VALUES ('gone-pass', 'gone-team', 'DROPIN_PICKUP', 'Pass', '', 2000, 'usd', 'month', 1)",
    ),
    env.DB.prepare(
      "INSERT INTO payout_accounts (user_id, stripe_id, kind, country, currency, charges_enabled, details_submitted, payouts_enabled, currently_due, created_at, read_at) VALUES (?, 'acct_gone', 'NEW', 'US', 'usd', 1, 1, 1, '[]', 1, 1)",
    ).bind(viewerId),
    env.DB.prepare(
      "INSERT INTO membership_subscriptions (id, membership_id, team_id, type, member_id, platform, account_id, customer_id, subscription_id, status, created_at, read_at) VALUES ('q-gone', 'gone-pass', 'gone-team', 'DROPIN_PICKUP', 'quillon', 'gth', 'acct_gone', 'cus_gone', 'sub_gone', 'canceled', 1, 1)",
    ),
    env.DB.prepare(
      "INSERT INTO membership_payments (id, subscription_id, member_id, amount, currency, paid_at, period_start, period_end, refused, refused_at) VALUES ('in_gone', 'q-gone', 'quillon', 2000, 'usd', 1, 1, 2, 500, 1)",
    ),
    env.DB.prepare(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('a-season', 'quiet-team', 'Now', '2020-01-01', '2100-01-01', 1)",
    ),
    env.DB.prepare(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('owned-season', 'owned-team', 'Now', '2020-01-01', '2100-01-01', 1)",
    ),
    env.DB.prepare(
      "INSERT INTO season_registrations (season_id, user_id, ends_on, registered_at) VALUES ('a-season', 'quillon', '2100-01-01', 1)",
    ),
    env.DB.prepare(
      "INSERT INTO season_registrations (season_id, user_id, ends_on, registered_at, kind) VALUES ('a-season', ?, '2100-01-01', 1, 'captain')",
    ).bind(viewerId),
    ...[owned, match, spare].map((id) => env.DB.prepare("INSERT INTO team_sessions (event_id, season_id) VALUES (?, 'a-season')").bind(id)),
    env.DB.prepare(
      "INSERT INTO result_changes (id, event_id, user_id, kind, home_score, away_score, note, created_at) VALUES ('a-change', ?, 'quillon', 'entered', 1, 0, '', 1)",
    ).bind(match),
    env.DB.prepare("INSERT INTO substitute_asks (event_id, user_id, asked_at) VALUES (?, 'quillon', 1)").bind(match),
  ])
  await publishGame(quillon, { ...at(9), teamId: 'quiet-team', visibility: 'public', title: 'Quillon for all' })
  await env.DB.exec("INSERT INTO organizations VALUES ('an-organization', 'League', '', 'quillon', 1, 1, 1)")
  await env.DB.exec("INSERT INTO organization_teams VALUES ('an-organization', 'quiet-team', 1, 1)")
  await env.DB.prepare("INSERT INTO organizations VALUES ('own-organization', 'Own League', '', ?, 1, 1, 1)").bind(viewerId).run()
  await env.DB.exec(
    "INSERT INTO organization_changes (id, organization_id, actor_id, kind, created_at) VALUES ('by-q', 'own-organization', 'quillon', 'team-asks', 1)",
  )
  const asked = await publishGame(quillon, { ...at(6), visibility: 'link', coHosts: [viewerId] }, { coHostsAccept: false })
  await env.DB.prepare("INSERT INTO co_host_links VALUES (?, 'quillon', ?, 0, 0, 1, 1, 9000000000000)")
    .bind(asked, await hashSecret(coHostToken))
    .run()
  const send = async (who: Person, method: string, path: string, json: object = {}) => {
    const answer = await who.ask(`/api${path}`, { method, json })
    if (!answer.ok) throw new Error(`${method} ${path} ${answer.status} ${await answer.text()}`)
  }
  for (const id of [played, own]) await send(quillon, 'PUT', `/events/${id}/me`)
  for (const id of [played, run]) await send(viewer, 'PUT', `/events/${id}/me`)
  // They played a game together last year.
  const past = await publishGame(neighbor, { ...at(2), ...tennis, where })
  for (const person of [quillon, viewer]) await send(person, 'PUT', `/events/${past}/me`)
  const last = await publishGame(viewer, { ...at(2), ...tennis, where })
  await send(quillon, 'PUT', `/events/${last}/me`)
  const lastYear = Date.UTC(2025, 5, 2, 18)
  await env.DB.batch(
    [past, last].flatMap((id) => [
      env.DB.prepare('UPDATE events SET starts_at = ?2, ends_at = ?2 + 3600000 WHERE id = ?1').bind(id, lastYear),
      env.DB.prepare('UPDATE joiners SET starts_at = ?2 WHERE event_id = ?1').bind(id, lastYear),
    ]),
  )
  await send(neighbor, 'PUT', `/events/${public_}/me`)
  await send(viewer, 'PUT', '/follows/quillon')
  await send(quillon, 'POST', `/events/${run}/updates`, { text: 'Bring water.', idempotencyKey: 'words-key-1' })
  await send(quillon, 'PUT', `/places/${place.id}/check-in`, { position: { lat: place.lat, lng: place.lng } })
  await send(quillon, 'POST', `/places/${place.id}/calls`, { activity: 'tennis', needed: 2 })
  const [suggested, gone] = [await addPlace(neighbor), await addPlace(neighbor)]
  await updatePlace(quillon, suggested, { name: 'Elm Courts' })
  await env.DB.prepare("UPDATE place_edits SET confirmer_id = 'quillon' WHERE place_id = ?").bind(suggested.id).run()
  await send(neighbor, 'DELETE', `/places/${gone.id}`)
  await send(quillon, 'POST', `/places/${gone.id}/restore`)
  await env.DB.exec("UPDATE place_check_ins SET visits = 5 WHERE user_id = 'quillon'")
  const direct = await directConversationId('quillon', viewerId)
  await send(quillon, 'POST', '/conversations', { userId: viewerId })
  for (const id of [direct, 'team_quiet-team']) {
    // Who answers has read it.
    await send(viewer, 'POST', `/conversations/${id}/messages`, { clientId: `answered-${viewerId}`, text: 'Who is there?' })
    await send(quillon, 'POST', `/conversations/${id}/messages`, {
      clientId: `words-of-${viewerId}`,
      text: `This is Quillon, <@${viewerId}>`,
    })
  }
  await send(neighbor, 'POST', '/conversations/team_quiet-team/messages', { clientId: `mentions-${viewerId}`, text: 'Ask <@quillon>' })
  for (const id of [direct, 'team_quiet-team']) await runDurableObjectAlarm(env.CONVERSATION.getByName(id))
  const made = await quillon.ask('/api/conversations/groups', { method: 'POST', json: { name: 'Carpool', userIds: [viewerId] } })
  const { id: group } = (await made.json()) as { id: string }
  const [series] = await rowsOf('SELECT series_id AS id FROM events WHERE id = ?', public_)
  const ids: Record<string, string> = {
    PLAYED: played,
    RUN: run,
    OWN: own,
    LAST: last,
    ALONE: alone,
    ASKED: asked,
    MATCH: match,
    SPARE: spare,
    PLACE: place.id,
    SERIES: String(series?.id),
    SUGGESTED: suggested.id,
    GONE: gone.id,
    DIRECT: direct,
    GROUP: group,
    ...payoutIds,
  }
  const fill = (path: string) =>
    path.replace(
      /PLAYED|RUN|OWN|LAST|ALONE|ASKED|MATCH|SPARE|PAYOUT|TEAM_BOOKS|PLACE|SERIES|SUGGESTED|GONE|DIRECT|GROUP/g,
      (name) => ids[name] ?? '',
    )
  const read = async (path: string) => {
    const { origin, pathname, search } = new URL(fill(path), productOrigin)
    const answer = await viewer.ask(pathname + search, { origin })
    return { status: answer.status, isNamed: trace.test(await answer.text()) }
  }
  return { viewer, quillon, read, send }
}

const paths = Object.values(withNames).flat()

describe('Every GET endpoint', () => {
  it('is in one of the two lists above', async () => {
    const { paths: documented } = (await (await ask('/api/openapi.json')).json()) as { paths: Record<string, object> }
    const reads = Object.entries(documented).flatMap(([path, methods]) => ('get' in methods ? [`GET ${path}`] : []))
    expect([...Object.keys(withNames).filter((name) => name !== 'pages'), ...withoutNames].toSorted()).toEqual(reads.toSorted())
  })
})

describe.each([
  ['a person who blocked the viewer', 'watched', true],
  ['a person the viewer blocked', 'watching', false],
] as const)('The name of %s', (_, viewerId, isBlockedByOther) => {
  const before = new Map<string, boolean>()
  let read: Awaited<ReturnType<typeof setUpPair>>['read']

  beforeAll(async () => {
    // Deletes the data of the first round before the second.
    for (const table of [
      'notices',
      'conversation_members',
      'conversations',
      'blocks',
      'connections',
      'follows',
      'user_list_items',
      'user_lists',
      'joiners',
      'event_updates',
      'event_hosts',
      'co_host_invites',
      'co_host_links',
      'organization_teams',
      'organization_words',
      'organization_changes',
      'organizations',
      'result_changes',
      'substitute_asks',
      'team_sessions',
      'season_registrations',
      'season_guests',
      'seasons',
      'team_hour_shares',
      'team_hour_counts',
      'team_announcement_reads',
      'team_announcements',
      'team_changes',
      'team_requests',
      'team_invitations',
      'team_follows',
      'membership_payments',
      'membership_subscriptions',
      'memberships',
      'payout_accounts',
      'due_payments',
      'dues',
    ])
      await env.DB.exec(`DELETE FROM ${table}`)
    for (const table of [
      'order_refunds',
      'credits',
      'disputes',
      'orders',
      'coupons',
      'event_invites',
      'events',
      'event_series',
      'event_cells',
      'guests',
      'team_members',
      'teams',
      'player_calls',
      'place_check_ins',
      'place_proposals',
    ])
      await env.DB.exec(`DELETE FROM ${table}`)
    const met = await setUpPair(viewerId)
    read = met.read
    for (const path of paths) before.set(path, (await read(path)).isNamed)
    const [blocker, blockedId] = isBlockedByOther ? [met.quillon, viewerId] : [met.viewer, 'quillon']
    await met.send(blocker, 'POST', '/privacy/blocks', { userIds: [blockedId] })
  })

  const mayStayVisible = (path: string) => !isBlockedByOther && visibleToBlocker.includes(path)

  it.each(paths.filter((path) => !mayStayVisible(path)))('is not in the response of %s', async (path) => {
    expect(before.get(path), 'named before the block').toBe(true)
    expect((await read(path)).isNamed).toBe(false)
  })
})

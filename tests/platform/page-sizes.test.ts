import { beforeAll, describe, expect, it } from 'vitest'
import { maxSoldGames } from '../../domain/accounts/deletion.ts'
import { duePageSize, maxEndedDues, maxOpenDues } from '../../domain/dues/contract.ts'
import { maxJoinersShown } from '../../domain/events/contract.ts'
import { formPageSize } from '../../domain/forms/contract.ts'
import { submissionPageSize } from '../../domain/forms/submission-list-contract.ts'
import { waiverPageSize } from '../../domain/forms/waiver-contract.ts'
import { maxHomeList } from '../../domain/home/contract.ts'
import { participantPageSize } from '../../domain/messages/contract.ts'
import { maxMentionable } from '../../domain/messages/mentions.ts'
import { myGamesPageSize } from '../../domain/my-games/contract.ts'
import { maxCheckInsShown, maxRegulars } from '../../domain/places/kinds.ts'
import { maxProfileGames, maxProfileTeams } from '../../domain/profiles/public-contract.ts'
import { maxPushDevices } from '../../domain/push/contract.ts'
import { rosterPageSize } from '../../domain/roster/contract.ts'
import { seasonPageSize } from '../../domain/seasons/contract.ts'
import { announcementPageSize, readerPageSize } from '../../domain/team-announcements/contract.ts'
import { maxTopics } from '../../domain/team-topics/contract.ts'
import { teamPageSize } from '../../domain/teams/contract.ts'
import { maxCustomRoles } from '../../domain/teams/custom-roles-contract.ts'
import { teamListPageSize } from '../../domain/teams/directory-contract.ts'
import { publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace } from '../places/places.ts'
import { addCrowd, crowd, enter, type Person, rowsOf } from '../profiles/people.ts'
import { asAdmin, ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { repeatWeekly } from '../setup/make-game-form.ts'

collectLog()
holdQueues()

/** How many rows of each kind we create: more than any answer contains. */
const size = 130

/** The maximum length of each list in an answer. */
const listLimits: [path: string, list: string, max: number][] = [
  ['/accounts/deletion', 'games', maxSoldGames],
  ['/accounts/deletion', 'teams', teamPageSize],
  ['/accounts/devices', 'devices', 50],
  ['/admin/dead-letters', 'deadLetters', 100],
  ['/admin/feedback', 'feedback', 50],
  ['/admin/reports', 'reports', 50],
  ['/betas', 'betas', 100],
  ['/connections', 'connections', 30],
  ['/conversations/team_size-team/participants', 'participants', participantPageSize],
  ['/conversations/team_size-team/mentionable', 'people', maxMentionable],
  ['/events?hostId=size-host', 'events', 20],
  ['/events?placeId=PLACE', 'events', 20],
  ['/events?seriesId=SERIES', 'events', 20],
  ['/events?teamId=size-team', 'events', 20],
  ['/events/mine', 'events', 20],
  ['/events/GAME', 'live.joiners', maxJoinersShown],
  ['/events/GAME', 'series.others', 12],
  ['/events/GAME/live', 'joiners', maxJoinersShown],
  ['/events/GAME/updates', 'updates', 50],
  ['/follows', 'people', 30],
  ['/forms', 'forms', formPageSize],
  ['/forms/submissions', 'submissions', submissionPageSize],
  ['/forms/size-form/submissions', 'submissions', submissionPageSize],
  ['/forms/size-form/waivers', 'waivers', waiverPageSize],
  ['/home/upcoming', 'events', maxHomeList],
  ['/my-games', 'games', myGamesPageSize],
  ['/ledger', 'months', 12],
  ['/ledger/months/2026-11', 'games', 20],
  ['/ledger/payouts', 'payouts', 20],
  ['/ledger/payouts/po_1', 'lines', 20],
  ['/ledger/payouts/po_1/refunds', 'refunds', 20],
  ['/notifications', 'notices', 30],
  ['/notifications/settings', 'teams', 100],
  ['/push', 'devices', maxPushDevices],
  ['/people?q=crowd', 'people', 10],
  ['/places/PLACE', 'here.people', maxCheckInsShown],
  ['/places/PLACE', 'regulars.people', maxRegulars],
  ['/events/GAME/joiners', 'joiners', 40],
  ['/places/PLACE/edits', 'edits', 20],
  ['/privacy/blocks', 'blocklist', 30],
  ['/profiles/size-host/games', 'events', maxProfileGames],
  ['/profiles/size-person/teams', 'teams', maxProfileTeams],
  ['/seasons/mine', 'registrations', seasonPageSize],
  ['/teams/followed', 'teams', teamListPageSize],
  ['/teams/directory', 'teams', teamListPageSize],
  ['/teams/mine', 'teams', teamPageSize],
  ['/teams/size-team/topics', 'topics', maxTopics],
  ['/teams/size-team/announcements', 'announcements', announcementPageSize],
  ['/teams/size-team/announcements/news-1/readers', 'people', readerPageSize],
  ['/teams/size-team/announcements/news-1/readers?list=unread', 'people', readerPageSize],
  ['/teams/size-team/dues', 'dues', maxOpenDues + maxEndedDues],
  ['/teams/size-team-2/dues/size-books/payments', 'people', duePageSize],
  ['/teams/size-team/people', 'people', rosterPageSize],
  ['/teams/size-team/guests', 'guests', rosterPageSize],
  ['/teams/guest-offers', 'offers', teamPageSize],
  ['/teams/size-team-3/roles', 'roles', maxCustomRoles],
  ['/teams/size-team/seasons', 'seasons', seasonPageSize],
]

let person: Person
let ids: Record<string, string> = {}

const run = (statement: string, ...values: unknown[]) => rowsOf(statement, ...values)
const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${size})`
const crowdOf = `SELECT id, row_number() OVER (ORDER BY id) AS i FROM users WHERE id LIKE 'size-crowd-%'`

/** Copies a date of a series: as further dates of it, and as single games, because a series is one row of most lists. */
async function copyEvents(id: string, changed: Record<'id' | 'series_id', string>): Promise<void> {
  const columns = (await run('PRAGMA table_info(events)')).map(({ name }) => String(name))
  const copied: Record<string, string> = { starts_at: 'e.starts_at + i', ...changed }
  const values = columns.map((name) => copied[name] ?? `e.${name}`)
  await run(`${many} INSERT INTO events (${columns.join(', ')}) SELECT ${values.join(', ')} FROM events e, n WHERE e.id = ?`, id)
}

beforeAll(async () => {
  person = await enter('size-person')
  const host = await enter('size-host')
  await addCrowd(crowd('size-crowd', size))
  await run("UPDATE users SET display_name = 'Crowd' WHERE id LIKE 'size-crowd-%'")
  await run("INSERT INTO profile_words SELECT 'crowd', id FROM users WHERE id LIKE 'size-crowd-%'")
  const place = (await addPlace(person)).id
  const where = { placeId: place, name: 'Oak Courts', address: '', lat: 30.35, lng: -97.74 }
  await run(
    `${many} INSERT INTO teams (id, name, description, plan, created_at, updated_at) SELECT 'size-team-' || i, 'T', '', 'ROOKIE', 1, 1 FROM n`,
  )
  await run("UPDATE teams SET id = 'size-team' WHERE id = 'size-team-1'")
  await run(
    "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT id, 'size-person', 'member', 1 FROM teams WHERE id LIKE 'size-team%'",
  )
  await run("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('size-team', 'size-host', 'owner', 1)")
  const game = await publishGame(host, { where, teamId: 'size-team', capacity: 500 }, { repeat: repeatWeekly(2) })
  await copyEvents(game, { id: "e.id || '-date-' || i", series_id: 'e.series_id' })
  await copyEvents(game, { id: "e.id || '-single-' || i", series_id: 'NULL' })
  const [series] = await run('SELECT series_id AS id FROM events WHERE id = ?', game)
  ids = { GAME: game, PLACE: place, SERIES: String(series?.id) }
  const joiner = (userId: string) =>
    `SELECT 'j-' || e.id || ${userId}, e.id, ${userId}, NULL, NULL, 'going', 1, '[]', '{}', 0, 1, NULL, NULL, 0, NULL, 0, e.starts_at, 1, 0, NULL, NULL, NULL, 1, NULL, '[]' FROM events e`
  await run(`INSERT INTO joiners ${joiner("'size-person'")}`)
  await run(`INSERT INTO joiners ${joiner("'size-host'")} WHERE e.id <> ?`, game)
  await run(`INSERT INTO joiners ${joiner('u.id')}, users u WHERE e.id = ? AND u.id LIKE 'size-crowd-%'`, game)
  for (const statement of [
    `${many} INSERT INTO auth_sessions (id, user_id, user_agent, created_at, last_seen_at, expires_at) SELECT 's-' || i, 'size-person', '', i, i, 9000000000000 FROM n`,
    `${many} INSERT INTO push_devices (id, user_id, session_id, endpoint, p256dh, auth, token_hash, user_agent, platform, hides_text, created_at, refreshed_at)
     SELECT 'd-' || i, 'size-person', 's-' || i, 'https://fcm.googleapis.com/' || i, '', '', 'h-' || i, '', 'gth', 0, i, i FROM n`,
    `${many} INSERT INTO jobs (id, queue, state, body, error, attempts, updated_at) SELECT 'd-' || i, 'mail', 'dead', '{}', '', 1, i FROM n`,
    `${many} INSERT INTO feedback (id, rating, text, created_at) SELECT 'f-' || i, 5, '', i FROM n`,
    `${many} INSERT INTO reports (id, kind, subject_id, reason, text, created_at) SELECT 'r-' || i, 'place', 'x', 'spam', '', i FROM n`,
    `${many} INSERT INTO user_betas SELECT 'size-person', 'beta-' || i, 1 FROM n`,
    `${many} INSERT INTO event_updates (id, event_id, text, created_at) SELECT 'u-' || i, '${game}', 'x', i FROM n`,
    `${many} INSERT INTO notices (user_id, key, topic, title, text, path, created_at) SELECT 'size-person', 'n-' || i, 'news', 'x', '', '/', i FROM n`,
    `${many} INSERT INTO place_edits (place_id, version, changes, created_at) SELECT '${place}', i + 1, '{}', i FROM n`,
    "UPDATE team_members SET role = 'organizer' WHERE team_id = 'size-team-3' AND user_id = 'size-person'",
    `${many} INSERT INTO forms (id, team_id, title, draft, created_at, updated_at) SELECT 'form-' || i, 'size-team-3', 'F', '{}', i, i FROM n`,
    "INSERT INTO forms (id, team_id, title, draft, published_number, created_at, updated_at) VALUES ('size-form', 'size-team-3', 'F', '{}', 1, 1, 1)",
    `INSERT INTO form_versions (form_id, number, content, published_at) VALUES ('size-form', 1, '{"title":"F"}', 1)`,
    `${many} INSERT INTO submissions (id, form_id, version, state, user_id, label, label_key, answers, ending, sent_at, changed_at)
     SELECT 'sent-' || i, 'size-form', 1, 'accepted', 'size-person', 'A', 'a', '{}', 'e1', i, i FROM n`,
    `${many} INSERT INTO signed_waivers (id, team_id, form_id, version, field_id, submission_id, words_hash, user_id, signer, for_whom, "row", signature, signed_at)
     SELECT 'waiver-' || i, 'size-team-3', 'size-form', 1, 'f1', 'sent-' || i, 'x', 'size-person', 'A', '', 0, '{"name":"A"}', i FROM n`,
    `${many} INSERT INTO team_roles SELECT 'role-' || i, 'size-team-3', 'R', i, 1, i, i FROM n`,
    `${many} INSERT INTO team_topics SELECT 'topic-' || i, 'size-team', 'T', i, '', i, 1 FROM n`,
    "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT 'size-team', id, 'member', 2 FROM users WHERE id LIKE 'size-crowd-%'",
    `${many} INSERT INTO team_announcements (id, team_id, author_id, title, text, created_at) SELECT 'news-' || i, 'size-team', 'size-person', '', 'x', i FROM n`,
    `INSERT INTO team_announcement_reads SELECT 'news-1', id, i FROM (${crowdOf}) WHERE i % 2 = 0`,
    `${many} INSERT INTO teams (id, name, description, plan, created_at, updated_at) SELECT 'size-followed-' || i, 'T', '', 'ROOKIE', 1, 1 FROM n`,
    "INSERT INTO team_follows SELECT id, 'size-person', 1 FROM teams WHERE id LIKE 'size-followed-%'",
    `${many} INSERT INTO ledger_entries (id, account_id, user_id, kind, gross, stripe_fee, our_fee, net, currency, month, created_at, available_at)
     SELECT 'txn-' || i, 'acct_size', 'size-person', 'payment', 3, 1, 1, 1, 'usd', (1800 + i) || '-01', i, i FROM n`,
    `INSERT INTO ledger_entries (id, account_id, user_id, kind, gross, stripe_fee, our_fee, net, currency, month, created_at, available_at, event_id)
     SELECT 'txn-' || id, 'acct_size', 'size-person', 'payment', 3, 1, 1, 1, 'usd', '2026-11', 1, 1, id FROM events`,
    `INSERT INTO orders (id, event_id, joiner_id, payer_id, payee_id, account_id, seats, amount, our_fee, currency, state, created_at)
     SELECT 'order-' || id, id, 'j', 'size-host', 'size-person', 'acct_size', 1, 1500, 75, 'usd', 'paid', 1 FROM events`,
    `${many} INSERT INTO payouts (id, account_id, user_id, amount, currency, state, arrives_at, created_at, is_listed)
     SELECT 'po_' || i, 'acct_size', 'size-person', 1, 'usd', 'paid', i, i, 1 FROM n`,
    "UPDATE payouts SET explained_at = 1 WHERE id = 'po_1'",
    `${many} INSERT INTO ledger_entries (id, account_id, user_id, kind, gross, stripe_fee, our_fee, net, currency, month, created_at, available_at, payout_id)
     SELECT 'txn-back-' || i, 'acct_size', 'size-person', 'refund', -1, 0, 0, -1, 'usd', '2026-10', i, i, 'po_1' FROM n`,
    `INSERT INTO ledger_entries (id, account_id, user_id, kind, gross, stripe_fee, our_fee, net, currency, month, created_at, available_at, event_id, payout_id)
     SELECT 'txn-line-' || id, 'acct_size', 'size-person', 'payment', 3, 1, 1, 1, 'usd', '2026-10', 1, 1, id, 'po_1' FROM events`,
    "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT 'size-team-2', id, 'member', 2 FROM users WHERE id LIKE 'size-crowd-%'",
    "UPDATE team_members SET role = 'treasurer' WHERE user_id = 'size-person' AND team_id = 'size-team-2'",
    "INSERT INTO dues (id, team_id, title, note, amount, currency, due_on, created_at) VALUES ('size-books', 'size-team-2', 'D', '', 4000, 'usd', '2100-01-01', 1)",
    "UPDATE team_members SET role = 'captain' WHERE user_id = 'size-person' AND team_id = 'size-team'",
    "INSERT INTO guests (id, team_id, name, email, email_key, created_at) SELECT 'g-' || id, id, 'G', 'size-person@local.test', 'size-person@local.test', 1 FROM teams WHERE id LIKE 'size-team%'",
    `${many} INSERT INTO guests (id, team_id, name, created_at) SELECT 'guest-' || i, 'size-team', 'G', 1 FROM n`,
    `${many} INSERT INTO dues (id, team_id, title, note, amount, currency, due_on, created_at, ended_at)
     SELECT 'size-dues-' || i, 'size-team', 'D', '', 4000, 'usd', '2100-01-01', i, iif(i % 2, NULL, i) FROM n`,
    `${many} INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) SELECT 'season-' || i, 'size-team', 'S', '2100-01-01', '2100-02-01', 1 FROM n`,
    "INSERT INTO season_registrations (season_id, user_id, ends_on, registered_at) SELECT id, 'size-person', ends_on, 1 FROM seasons",
    `INSERT INTO connections (user_id, other_id, state, since) SELECT 'size-person', id, 'connected', i FROM (${crowdOf})`,
    `INSERT INTO follows SELECT 'size-person', id, i FROM (${crowdOf})`,
    `INSERT INTO place_check_ins SELECT '${place}', id, 5, 1, 9000000000000 FROM (${crowdOf})`,
    `INSERT INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, updated_at)
      SELECT id, 1, 1, 1, 1, 1 FROM users WHERE id LIKE 'size-%'`,
    `${many} INSERT INTO blocks (id, blocker_id, blocked_id, email, email_key, created_at) SELECT 'b-' || i, 'size-person', NULL, i || '@x.test', i || '@x.test', i FROM n`,
  ])
    await run(statement)
})

async function read(path: string): Promise<Record<string, unknown>> {
  const address = `/api${path.replace(/GAME|PLACE|SERIES/, (name) => ids[name] ?? '')}`
  const answer = await (path.startsWith('/admin') ? ask(address, { headers: asAdmin }) : person.ask(address))
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const at = (answer: unknown, list: string): unknown =>
  list.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], answer)

describe('If there are more rows than fit', () => {
  it.each(listLimits)('%s returns at most as many %s as fit: %i', async (path, list, max) => {
    const answer = await read(path)
    expect(at(answer, list)).toHaveLength(max)
    if ('next' in answer) expect(answer.next).toEqual(expect.any(String))
  })
})

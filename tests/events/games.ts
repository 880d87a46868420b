import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { EventDetail, EventLive, MyJoiner } from '../../domain/events/contract.ts'
import type { ChangeEvent, CreateEvent, EventForm, EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { JoinEvent } from '../../domain/events/join-contract.ts'
import type { HostAction } from '../../domain/events/manage-contract.ts'
import type { Pricing } from '../../domain/events/pricing-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { acceptCoHostInvite } from '../../worker/events/answer-co-host-invite.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverNotices } from '../notifications/hold-queues.ts'
import { type Person, rowsOf } from '../profiles/people.ts'
import { makeGameForm } from '../setup/make-game-form.ts'

let keys = 0
export const makeKey = () => `key-${Date.now()}-${++keys}`

/** Publishes a game by the API, as a host does, and returns its id. Its co-hosts accept at once. */
export async function publishGame(
  host: Person,
  form: Partial<EventForm> = {},
  { coHostsAccept = true, ...more }: Partial<CreateEvent> & { coHostsAccept?: boolean } = {},
): Promise<string> {
  const answer = await host.ask('/api/events', {
    method: 'POST',
    json: { form: makeGameForm(form), repeat: null, publish: { when: 'now' }, idempotencyKey: makeKey(), ...more } satisfies CreateEvent,
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: string }
  if (coHostsAccept) await acceptAsCoHosts(id, form.coHosts ?? [])
  return id
}

/** Lets these people accept to co-host a game and its series. The host is not notified. */
export async function acceptAsCoHosts(id: string, people: readonly string[]): Promise<void> {
  const context = { now: Date.now(), newId: () => crypto.randomUUID() }
  for (const personId of people) await acceptCoHostInvite(openPrimary(env.DB), context, personId, id)
  await env.DB.prepare("DELETE FROM outbox WHERE body LIKE '%co-host-accepted%'").run()
}

/** Answers the invitation of this person to co-host a game. */
export const answerCoHostInvite = (person: Person, id: string, answer: 'accept' | 'decline') =>
  person.ask(`/api/events/${id}/me/co-host-invite/${answer}`, { method: 'POST' })

/** Creates one game of each kind that not everyone can find: by link, for the host's team, a draft and a scheduled draft. */
export async function publishHiddenGames(host: Person, form: Partial<EventForm> = {}) {
  const teamId = `team-of-${host.id}`
  await env.DB.batch([
    env.DB.prepare(
      "INSERT OR IGNORE INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) VALUES (?, 'A team', '', NULL, NULL, 'ROOKIE', 1, 1, NULL)",
    ).bind(teamId),
    env.DB.prepare("INSERT OR IGNORE INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'owner', 1)").bind(
      teamId,
      host.id,
    ),
  ])
  const byLink = await publishGame(host, { ...form, visibility: 'link' })
  const forTeam = await publishGame(host, { ...form, visibility: 'team', teamId })
  const draft = await publishGame(host, form, { publish: { when: 'never' } })
  const scheduled = await publishGame(host, form, { publish: { when: 'later', at: Date.now() + hour } })
  return { byLink, forTeam, draft, scheduled }
}

/** A price in cents, without an early or a member price. Our fee is taken from it. */
export const priceOf = (amount: number, more: Partial<Pricing> = {}): Pricing => ({
  currency: 'usd',
  amount,
  early: null,
  memberAmount: null,
  feeBy: 'host',
  refundHours: 24,
  ...more,
})

/** Sets what a seat costs, in cents; null makes the game free. Whoever is paid gets an account, unless they have one. */
export const setPrice = (id: string, amount: number | null = 1500, more: Partial<Pricing> = {}) =>
  env.DB.batch([
    env.DB.prepare(
      `INSERT OR IGNORE INTO payout_accounts (user_id, stripe_id, kind, country, currency, charges_enabled, details_submitted, payouts_enabled, currently_due, created_at, read_at)
        SELECT payee, 'acct_of_' || payee, 'NEW', 'US', 'usd', 1, 1, 1, '[]', 1, 1
        FROM (SELECT iif(team_id IS NULL, creator_id, (SELECT user_id FROM team_members m WHERE m.team_id = events.team_id AND role = 'owner')) AS payee FROM events WHERE id = ?)`,
    ).bind(id),
    env.DB.prepare('UPDATE events SET pricing = ?2 WHERE id = ?1').bind(id, amount === null ? null : JSON.stringify(priceOf(amount, more))),
  ])

/** Joins a game. A fake clock moves on by a millisecond, so that two players who join one after the other have a fixed order. */
export const join = (person: Person, id: string, json: Partial<JoinEvent> = {}) => {
  if (vi.isFakeTimers()) vi.setSystemTime(Date.now() + 1)
  return person.ask(`/api/events/${id}/me`, { method: 'PUT', json })
}
export const leave = (person: Person, id: string) => person.ask(`/api/events/${id}/me`, { method: 'DELETE' })

export const getEvent = async (person: Person, id: string): Promise<EventDetail> => (await person.ask(`/api/events/${id}`)).json()
export const getLive = async (person: Person, id: string): Promise<EventLive> => (await person.ask(`/api/events/${id}/live`)).json()
export const getMyJoiner = async (person: Person, id: string): Promise<MyJoiner | null> => (await getLive(person, id)).mine

/** Reads the entries of a game from the database, in the order of the waitlist. */
export async function readEntries(id: string): Promise<{ who: string | null; state: string; seats: number }[]> {
  const { results } = await env.DB.prepare(
    'SELECT coalesce(user_id, guest_name) AS who, state, seats FROM joiners WHERE event_id = ? ORDER BY waitlist_rank, joined_at, id',
  )
    .bind(id)
    .all<{ who: string | null; state: string; seats: number }>()
  return results
}

/** Changes some fields of a game, as its host does in the form. */
export async function change(host: Person, id: string, fields: Partial<EventForm>, more: Partial<ChangeEvent> = {}): Promise<Response> {
  const { form, version } = (await (await host.ask(`/api/events/${id}/form`)).json()) as EventFormAnswer
  return host.ask(`/api/events/${id}`, { method: 'PATCH', json: { form: { ...form, ...fields }, version, scope: 'this', ...more } })
}

export const cancel = (host: Person, id: string) => host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: 'Rain' } })

export async function actOn(host: Person, id: string, who: string, action: HostAction): Promise<Response> {
  const joinerId = await env.DB.prepare('SELECT id FROM joiners WHERE event_id = ? AND coalesce(user_id, guest_name) = ?')
    .bind(id, who)
    .first<string>('id')
  return host.ask(`/api/events/${id}/joiners/${joinerId}`, { method: 'POST', json: { action } })
}

export const statesOf = async (id: string) => (await readEntries(id)).map(({ who, state }) => `${who} ${state}`)

/** Delivers all notices and returns the titles of those about a game: for each person, in alphabetical order. */
export async function noticeTitlesOf(id: string, ...people: Person[]): Promise<string[][]> {
  await deliverNotices()
  const titlesTo = ({ id: userId }: Person) =>
    rowsOf('SELECT title FROM notices WHERE path LIKE ? AND user_id = ? ORDER BY title', `%/${id}%`, userId)
  return (await Promise.all(people.map(titlesTo))).map((rows) => rows.map(({ title }) => String(title)))
}

/** Moves the clock on by these minutes and runs the cron. */
export async function passMinutes(minutes: number): Promise<void> {
  vi.setSystemTime(Date.now() + minutes * 60_000)
  await runChores(env, Date.now())
}

export const offerSeat = (person: Person, id: string, to: string) =>
  person.ask(`/api/events/${id}/me/transfer`, { method: 'POST', json: { to } })

/** Answers the seat that a player has offered to this person. */
export async function answerSeat(person: Person, id: string, answer: 'accept' | 'decline'): Promise<Response> {
  const transferId = (await getLive(person, id)).transferReceived?.id ?? 'none'
  return person.ask(`/api/events/${id}/me/transfers/${transferId}/${answer}`, { method: 'POST' })
}

/** Moves a game, so that it started an hour ago. Nobody can join or leave it after that. */
export const beginGame = (id: string) =>
  env.DB.prepare('UPDATE events SET starts_at = ?2 - 3600000, ends_at = ?2 + 3600000 WHERE id = ?1').bind(id, Date.now()).run()

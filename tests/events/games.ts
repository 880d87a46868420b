import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { EventDetail, EventLive, MyPart } from '../../domain/events/contract.ts'
import type { ChangeEvent, CreateEvent, EventForm, EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { JoinEvent } from '../../domain/events/join-contract.ts'
import type { HostAction } from '../../domain/events/manage-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { deliverNotices } from '../notifications/post-office.ts'
import { type Person, rowsOf } from '../profiles/people.ts'
import { aGame } from '../setup/a-game.ts'

let keys = 0
export const aKey = () => `key-${Date.now()}-${++keys}`

/** Puts up a game as someone would, and answers its id. */
export async function putUp(host: Person, form: Partial<EventForm> = {}, more: Partial<CreateEvent> = {}): Promise<string> {
  const made = await host.ask('/api/events', {
    method: 'POST',
    json: { form: aGame(form), repeat: null, publish: { when: 'now' }, idempotencyKey: aKey(), ...more } satisfies CreateEvent,
  })
  if (made.status !== 201) throw new Error(`${made.status} ${await made.text()}`)
  return ((await made.json()) as { id: string }).id
}

/** One of each kind that is not for everyone: by its link, for a community the host runs, a draft, and a draft with a time to go up. */
export async function putUpHidden(host: Person, form: Partial<EventForm> = {}) {
  const teamId = `team-of-${host.id}`
  await env.DB.batch([
    env.DB.prepare(
      "INSERT OR IGNORE INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) VALUES (?, 'A team', '', NULL, NULL, 'ROOKIE', 1, 1, NULL)",
    ).bind(teamId),
    env.DB.prepare("INSERT OR IGNORE INTO team_members VALUES (?, ?, 'owner', 1)").bind(teamId, host.id),
  ])
  const byLink = await putUp(host, { ...form, visibility: 'link' })
  const inside = await putUp(host, { ...form, visibility: 'team', teamId })
  const draft = await putUp(host, form, { publish: { when: 'never' } })
  const later = await putUp(host, form, { publish: { when: 'later', at: Date.now() + hour } })
  return { byLink, inside, draft, later }
}

/** Nobody asks in the very same millisecond as another: with a clock that stands still, chance would put them in order. */
export const join = (person: Person, id: string, how: Partial<JoinEvent> = {}) => {
  if (vi.isFakeTimers()) vi.setSystemTime(Date.now() + 1)
  return person.ask(`/api/events/${id}/me`, { method: 'PUT', json: how })
}
export const leave = (person: Person, id: string) => person.ask(`/api/events/${id}/me`, { method: 'DELETE' })

export const lookAt = async (person: Person, id: string): Promise<EventDetail> => (await person.ask(`/api/events/${id}`)).json()
export const liveOf = async (person: Person, id: string): Promise<EventLive> => (await person.ask(`/api/events/${id}/live`)).json()
export const mine = async (person: Person, id: string): Promise<MyPart | null> => (await liveOf(person, id)).mine

/** What the database says of each entry, in the order of the line. */
export async function entriesOf(id: string): Promise<{ who: string | null; state: string; seats: number }[]> {
  const { results } = await env.DB.prepare(
    'SELECT coalesce(user_id, guest_name) AS who, state, seats FROM joiners WHERE event_id = ? ORDER BY turn, joined_at, id',
  )
    .bind(id)
    .all<{ who: string | null; state: string; seats: number }>()
  return results
}

/** Changes a game as its host does in the form: what they saw, with these differences. */
export async function change(host: Person, id: string, more: Partial<EventForm>, how: Partial<ChangeEvent> = {}): Promise<Response> {
  const { form, version } = (await (await host.ask(`/api/events/${id}/form`)).json()) as EventFormAnswer
  return host.ask(`/api/events/${id}`, { method: 'PATCH', json: { form: { ...form, ...more }, version, scope: 'this', ...how } })
}

export const cancel = (host: Person, id: string) => host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: 'Rain' } })

export async function actOn(host: Person, id: string, who: string, action: HostAction): Promise<Response> {
  const joinerId = await env.DB.prepare('SELECT id FROM joiners WHERE event_id = ? AND coalesce(user_id, guest_name) = ?')
    .bind(id, who)
    .first<string>('id')
  return host.ask(`/api/events/${id}/joiners/${joinerId}`, { method: 'POST', json: { action } })
}

export const statesOf = async (id: string) => (await entriesOf(id)).map(({ who, state }) => `${who} ${state}`)

/** What people were told of a game, the titles by person and alphabet, once all that is on its way to them has arrived. */
export async function toldOf(id: string, ...people: Person[]): Promise<string[][]> {
  await deliverNotices()
  const titlesTo = ({ id: userId }: Person) =>
    rowsOf('SELECT title FROM notices WHERE path LIKE ? AND user_id = ? ORDER BY title', `%/${id}%`, userId)
  return (await Promise.all(people.map(titlesTo))).map((rows) => rows.map(({ title }) => String(title)))
}

/** A minute of the cron goes by, as many later as said. */
export async function passMinutes(minutes: number): Promise<void> {
  vi.setSystemTime(Date.now() + minutes * 60_000)
  await runChores(env, Date.now())
}

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { outreachLimits } from '../../domain/outreach/limits.ts'
import { maxPlaceFollows, maxPlacePhotos } from '../../domain/places/kinds.ts'
import { maxReportsPerDay } from '../../domain/reports/contract.ts'
import { addPhoto } from '../../worker/places/photo-commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { makeKey, publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace } from '../places/places.ts'
import { addCrowd, crowd, enter, type Person } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeGameForm, repeatWeekly } from '../setup/make-game-form.ts'

collectLog()
holdQueues()

let person: Person
let game = ''
let place = ''

beforeAll(async () => {
  person = await enter('cap-person')
  game = await publishGame(person)
  place = (await addPlace(person)).id
})

/** Copies a row several times, each copy with its own id. */
async function copyRow(table: string, id: string, times: number): Promise<void> {
  const { results } = await env.DB.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>()
  const columns = results.map(({ name }) => name)
  const values = columns.map((name) => (name === 'id' ? "id || '-' || i" : name))
  await env.DB.prepare(
    `WITH RECURSIVE times(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM times WHERE i < ?1)
     INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table}, times WHERE id = ?2`,
  )
    .bind(times, id)
    .run()
}

const send = (method: string, path: string, json: object = {}) => person.ask(`/api${path}`, { method, json })
const statusOf = async (answer: Promise<Response>) => (await answer).status

describe('A limit allows the last one and refuses the next', () => {
  it('of upcoming games of a host, and allows all dates of a series or none', async () => {
    const create = (repeat: ReturnType<typeof repeatWeekly> | null) =>
      send('POST', '/events', { form: makeGameForm(), repeat, publish: { when: 'now' }, idempotencyKey: makeKey() })
    await copyRow('events', game, 300 - 2)
    const refused = await create(repeatWeekly(2))
    expect([refused.status, (await readProblem(refused)).title]).toEqual([409, 'You can host up to 300 upcoming games.'])
    expect(await statusOf(create(null))).toBe(201)
    expect(await statusOf(create(null))).toBe(409)
    await env.DB.prepare('DELETE FROM events WHERE id LIKE ?').bind(`${game}-%`).run()
    await copyRow('events', game, 300 - 4)
    expect(await statusOf(create(repeatWeekly(2)))).toBe(201)
    expect(await statusOf(create(null))).toBe(409)
  })

  it('of messages to the players of a game per day', async () => {
    const sendMessage = () => send('POST', `/events/${game}/updates`, { text: 'Rain', idempotencyKey: makeKey() })
    expect(await statusOf(sendMessage())).toBe(201)
    const first = await env.DB.prepare('SELECT id FROM event_updates WHERE event_id = ?').bind(game).first<string>('id')
    await copyRow('event_updates', String(first), 18)
    expect(await statusOf(sendMessage())).toBe(201)
    const refused = await sendMessage()
    expect([refused.status, (await readProblem(refused)).title]).toEqual([409, 'You can send up to 20 messages per day.'])
  })

  it('of people that a person invites per day', async () => {
    const { maxPerDay } = outreachLimits.invitation
    const people = crowd('cap-guest', 3)
    await addCrowd(people)
    await env.DB.prepare(
      `WITH RECURSIVE times(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM times WHERE i < ?1)
       INSERT INTO outreach (id, sender_id, kind, recipient_id, created_at) SELECT 'cap-' || i, ?2, 'invitation', ?3, ?4 FROM times`,
    )
      .bind(maxPerDay - 1, person.id, people[0], Date.now())
      .run()
    const invite = (userIds: string[]) => send('POST', `/events/${game}/invites`, { userIds })
    // The first of them was asked too often; of the others only one is left for today.
    expect(await (await invite(people)).json()).toEqual({ invited: 1 })
    const refused = await invite(people.slice(-1))
    expect([refused.status, (await readProblem(refused)).title]).toEqual([
      429,
      'You can send up to 200 invitations per day. Try again tomorrow.',
    ])
  })

  it('of places that a person follows', async () => {
    await copyRow('places', place, maxPlaceFollows)
    const follow = (id: string) => send('PUT', `/places/${id}/follow`)
    await env.DB.prepare(
      'INSERT INTO place_follows (place_id, user_id, created_at) SELECT id, ?1, 1 FROM places WHERE id LIKE ?2 AND id <> ?3',
    )
      .bind(person.id, `${place}-%`, `${place}-${maxPlaceFollows}`)
      .run()
    expect(await statusOf(follow(place))).toBe(200)
    expect(await statusOf(follow(`${place}-${maxPlaceFollows}`))).toBe(409)
    // A person who already follows this place can follow it again without an error.
    expect(await statusOf(follow(place))).toBe(200)
  })

  it('of reports that a person sends per day', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE times(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM times WHERE i < ?1)
       INSERT INTO reports (id, kind, subject_id, reporter_id, reason, text, created_at) SELECT 'cap-' || i, 'place', 'x', ?2, 'spam', '', ?3 FROM times`,
    )
      .bind(maxReportsPerDay - 1, person.id, Date.now())
      .run()
    const report = (kind: string, subjectId: string) => send('POST', '/reports', { kind, subjectId, reason: 'spam', text: '' })
    expect(await statusOf(report('place', place))).toBe(204)
    expect(await statusOf(report('event', game))).toBe(429)
    // A second report about the same place does not count as a new one.
    expect(await statusOf(report('place', place))).toBe(204)
  })

  it('of photos of a place', async () => {
    const add = (key: string) => addPhoto(openPrimary(env.DB), 2, person.id, place, key)
    for (let index = 0; index < maxPlacePhotos; index++) await add(`photo-${index}`)
    await expect(add('photo-more')).rejects.toThrow('A place can have up to 6 photos.')
    expect((await add('photo-0')).photos).toHaveLength(maxPlacePhotos)
  })
})

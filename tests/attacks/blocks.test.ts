import { beforeAll, describe, expect, it } from 'vitest'
import { join, publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace } from '../places/places.ts'
import { block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays } from '../setup/make-game-form.ts'

collectLog()
holdQueues()

/**
 * Everything that a person can see of an answer. The names of the person and of the thing they ask about differ anyway, and so does
 * the id of the request.
 */
async function readAll(answer: Response, names: Readonly<Record<string, string>>): Promise<string> {
  let text = `${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`
  for (const [name, stand] of Object.entries(names)) text = text.replaceAll(name, stand)
  return text.replace(/"requestId":"[^"]*"/g, '').replace(/nonce="?[\w-]+"?/g, '')
}

let host: Person
let blocked: Person
let stranger: Person

beforeAll(async () => {
  ;[host, blocked, stranger] = [await enter('the-host'), await enter('foe-0001'), await enter('own-0001')]
  await enter('a-third')
  await block('the-host', 'foe-0001')
})

type Send = { path: string; method?: string; json?: unknown }

/** Every way to ask about one game. */
const gameQuestions = (id: string): Send[] => [
  { path: `/api/events/${id}` },
  { path: `/api/events/${id}/live` },
  { path: `/api/events/${id}/calendar.ics` },
  { path: `/api/events/${id}/manage` },
  { path: `/api/events/${id}/form` },
  { path: `/api/events/${id}/updates` },
  { path: `/api/events/${id}/me/feedback` },
  { path: `/api/events/${id}/me`, method: 'PUT', json: {} },
  { path: `/api/events/${id}/me`, method: 'PUT', json: { orWait: true, guests: ['Max'] } },
  { path: `/api/events/${id}/me`, method: 'PATCH', json: { guests: [] } },
  { path: `/api/events/${id}/me`, method: 'DELETE' },
  { path: `/api/events/${id}/me/friends`, method: 'POST', json: { friendIds: ['a-third'] } },
  { path: `/api/events/${id}/me/take`, method: 'POST' },
  { path: `/api/events/${id}/me/series`, method: 'PUT', json: {} },
  { path: `/api/events/${id}/me/series`, method: 'DELETE' },
  { path: `/api/events/${id}/me/transfer`, method: 'POST', json: { to: 'a-third' } },
  { path: `/api/events/${id}/invites`, method: 'POST', json: { userIds: ['a-third'] } },
  { path: '/api/reports', method: 'POST', json: { kind: 'event', subjectId: id, reason: 'spam' } },
  { path: `/evt/${id}` },
  { path: `/discover/events/${id}` },
]

const askAll = async (person: Person, id: string) => {
  const answers: string[] = []
  for (const { path, ...more } of gameQuestions(id))
    answers.push(
      `${more.method ?? 'GET'} ${path.replace(id, 'ID')} ${await readAll(await person.ask(path, more), { [id]: 'ID', [person.id]: 'ME', [person.name]: 'ME' })}`,
    )
  return answers
}

describe('A game of a host who blocked me', () => {
  const at = { starts: inDays(3), ends: inDays(3, '14:00') }
  const publishLater = async () => {
    const id = await publishGame(host, at)
    await rowsOf("UPDATE events SET state = 'draft', publish_at = starts_at - 3600000 WHERE id = ?", id)
    return id
  }
  it.each<[string, () => Promise<string>]>([
    ['with free seats', () => publishGame(host, { ...at, capacity: 9 })],
    [
      'that is full',
      async () => {
        const id = await publishGame(host, { ...at, capacity: 1 })
        await join(stranger, id)
        return id
      },
    ],
    ['that needs approval', () => publishGame(host, { ...at, needsApproval: true })],
    ['by link', () => publishGame(host, { ...at, visibility: 'link' })],
    ['that is published later', publishLater],
    [
      'of a co-host who blocked me',
      async () => {
        const other = await enter('a-planner')
        const id = await publishGame(other, at)
        await rowsOf(
          "INSERT INTO event_hosts (event_id, user_id, starts_at, created_at) SELECT id, 'the-host', starts_at, 1 FROM events WHERE id = ?",
          id,
        )
        return id
      },
    ],
  ])('%s answers every question as a game that nobody made', async (_, publish) => {
    const id = await publish()
    const seen = await askAll(blocked, id)
    expect(seen).toEqual(await askAll(stranger, 'no-such-game-for-anyone'.slice(0, id.length).padEnd(id.length, 'x')))
    // Everyone else can open it.
    expect((await stranger.ask(`/api/events/${id}`)).status).toBe(200)
  })

  it('is never called full while seats are free', async () => {
    const id = await publishGame(host, { ...at, capacity: 4 })
    const removed = await enter('rem-0001')
    expect((await join(removed, id)).status).toBe(200)
    await rowsOf("UPDATE joiners SET state = 'removed' WHERE event_id = ? AND user_id = 'rem-0001'", id)
    for (const person of [blocked, removed]) expect((await readProblem(await join(person, id))).code).not.toBe('EventFull')
  })

  it('stays mine if I had a seat before the block, with everything that I can do there', async () => {
    const id = await publishGame(host, { ...at, capacity: 4, maxGuests: 2 })
    const player = await enter('ply-0001')
    expect((await join(player, id)).status).toBe(200)
    await block('the-host', 'ply-0001')
    expect((await player.ask(`/api/events/${id}`)).status).toBe(200)
    const more = await player.ask(`/api/events/${id}/me`, { method: 'PATCH', json: { guests: ['Max'] } })
    expect(more.status).toBe(200)
    expect((await player.ask(`/api/events/${id}/me`, { method: 'DELETE' })).status).toBe(200)
    expect((await player.ask(`/api/events/${id}`)).status).toBe(404)
  })
})

describe('A place where somebody is who blocked me', () => {
  it('has the same numbers as for everyone, and the same answer as where somebody is who shows their games to nobody', async () => {
    const place = (await addPlace(await enter('a-third'))).id
    const share = (isOn: number) =>
      rowsOf(
        `INSERT OR REPLACE INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, updated_at)
         VALUES ('the-host', 0, 0, 0, ?, 1)`,
        isOn,
      )
    await share(1)
    await rowsOf("INSERT INTO place_check_ins VALUES (?, 'the-host', 9, 1, 9000000000000)", place)
    await rowsOf("INSERT INTO place_follows VALUES (?, 'the-host', 1)", place)
    const read = async (person: Pick<Person, 'ask'>) => await person.ask(`/api/places/${place}`)
    const numbers = async (person: Pick<Person, 'ask'>) => {
      const { followers, here, regulars } = await (await read(person)).json<{
        followers: number
        here: { count: number }
        regulars: { count: number }
      }>()
      return [followers, here.count, regulars.count]
    }
    for (const person of [blocked, stranger, host, { ask }]) expect(await numbers(person)).toEqual([1, 1, 1])
    expect(await (await read(stranger)).text()).toContain('the-host')
    const withBlock = await readAll(await read(blocked), {})
    expect(withBlock).not.toContain('the-host')
    await share(0)
    expect(await readAll(await read(stranger), {})).toBe(withBlock)
  })
})

describe('A call for players by somebody who blocked me', () => {
  const share = (isOn: number) =>
    rowsOf(
      `INSERT OR REPLACE INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, updated_at)
       VALUES ('the-host', 0, 0, 0, ?, 1)`,
      isOn,
    )
  const checkIn = (person: Person, place: string) =>
    rowsOf('INSERT INTO place_check_ins VALUES (?, ?, 1, 1, 9000000000000)', place, person.id)
  const call = (person: Person, place: string) =>
    person.ask(`/api/places/${place}/calls`, { method: 'POST', json: { activity: 'tennis', needed: 2 } })
  const askAbout = async (person: Person, place: string) => {
    const names = { [person.id]: 'ME', [person.name]: 'ME' }
    return [await readAll(await person.ask(`/api/places/${place}`), names), await readAll(await call(person, place), names)]
  }

  it('looks like one by somebody who shows their games to nobody, and explains why I cannot call', async () => {
    const place = (await addPlace(await enter('a-third'))).id
    for (const person of [host, blocked, stranger]) await checkIn(person, place)
    await share(1)
    expect((await call(host, place)).status).toBe(204)
    const seen = await askAbout(blocked, place)
    expect(seen.join()).not.toContain('the-host')
    // Who has to wait also sees the call that they wait for.
    expect(seen[0]).toContain('"needed":2')
    expect(seen[1]).toContain('PlayersJustCalled')
    expect((await askAbout(stranger, place))[0]).toContain('the-host')
    await share(0)
    expect(await askAbout(stranger, place)).toEqual(seen)
  })
})

describe('A person who blocked me', () => {
  it.each<[string, (id: string) => Send]>([
    ['the profile', (id) => ({ path: `/api/profiles/${id}` })],
    ['the games', (id) => ({ path: `/api/profiles/${id}/games` })],
    ['the online status', (id) => ({ path: `/api/presence/${id}` })],
    ['a follow', (id) => ({ path: `/api/follows/${id}`, method: 'PUT' })],
    ['a connection', (id) => ({ path: `/api/connections/${id}`, method: 'PUT' })],
    ['a report', (id) => ({ path: '/api/reports', method: 'POST', json: { kind: 'person', subjectId: id, reason: 'spam' } })],
    ['an endorsement', (id) => ({ path: `/api/endorsements/${id}/fair-play`, method: 'PUT' })],
  ])('looks like a person who never was: %s', async (_, question) => {
    const send = async (person: Person, id: string) => {
      const { path, ...more } = question(id)
      return readAll(await person.ask(path, more), { [id]: 'ID' })
    }
    expect(await send(blocked, 'the-host')).toBe(await send(stranger, 'no-body'))
  })
})

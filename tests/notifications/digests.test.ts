import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { MailFrequency } from '../../domain/mail/topics.ts'
import { nextDigestAt } from '../../domain/notifications/digests.ts'
import type { Weekday } from '../../domain/time/clock.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { join, publishGame } from '../events/games.ts'
import { block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { consume, deliverAll, holdQueues } from './hold-queues.ts'

collectLog()
const queues = holdQueues()

const start = Date.UTC(2026, 10, 25, 18, 20)
const nextHour = Date.UTC(2026, 10, 25, 19)

let host: Person
let players: Person[]
let gameId: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  for (const table of ['notices', 'jobs', 'digest_entries', 'mail_frequency_choices', 'mail_optouts', 'blocks', 'joiners'])
    await env.DB.exec(`DELETE FROM ${table}`)
  host = await enter('host')
  players = await Promise.all(Array.from({ length: 25 }, (_, number) => enter(`player-${number}`)))
  gameId = await publishGame(host, { capacity: 30 })
  await deliverAll()
  queues.sent.length = 0
  return () => vi.useRealTimers()
})

async function joinAll(people: readonly Person[]): Promise<void> {
  for (const person of people) expect((await join(person, gameId)).status).toBe(200)
  await deliverAll()
}

const sendDigests = async (now: number) => {
  vi.setSystemTime(now)
  await runChores(env, now)
  await consume('mail', queues.mail.splice(0))
}

const mailsToHost = () => queues.sent.filter(({ to }) => String(to).includes('host@'))

const choose = (frequency: MailFrequency) =>
  host.ask('/api/notifications/settings/eventCreatedJoin/frequency', { method: 'PUT', json: { frequency } })

describe('Emails to a host', () => {
  it('are one an hour, however many join, and the app shows each at once', async () => {
    await joinAll(players)
    expect(await rowsOf("SELECT 1 FROM notices WHERE user_id = 'host'")).toHaveLength(25)
    await sendDigests(nextHour - minute)
    expect(mailsToHost()).toEqual([])
    await sendDigests(nextHour)
    await sendDigests(nextHour + minute)
    const [mail, ...others] = mailsToHost()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('25 notifications: Event Join Notification')
    expect(mail?.text).toContain('Name of player-0 joined Open play')
    expect(mail?.text).toContain('And 5 more.')
    expect(mail?.headers['List-Unsubscribe']).toContain('/mail/unsubscribe/')
    expect(await rowsOf('SELECT 1 FROM digest_entries')).toEqual([])
  })

  it('leave out what the host has read in the app, and what a block has removed', async () => {
    await joinAll(players.slice(0, 2))
    await host.ask('/api/notifications/read', { method: 'POST', json: { upTo: Date.now() } })
    vi.setSystemTime(start + minute)
    await joinAll(players.slice(2, 4))
    await block('host', 'player-2')
    await sendDigests(nextHour)
    expect(mailsToHost().map(({ subject }) => subject)).toEqual([expect.stringContaining('Name of player-3')])
  })

  it('leave out new games that were cancelled since', async () => {
    const alert = (key: string, path: string) =>
      env.DB.batch([
        env.DB.prepare(
          "INSERT INTO notices (user_id, key, topic, title, text, path, created_at) VALUES ('host', ?, 'alerts', ?, 'Soon', ?, ?)",
        ).bind(...[key, `New: ${key}`, path, start]),
        env.DB.prepare("INSERT INTO digest_entries (user_id, key, topic, platform, due_at) VALUES ('host', ?, 'alerts', NULL, ?)").bind(
          ...[key, nextHour],
        ),
      ])
    const organizer = players[0] as Person
    const off = await publishGame(organizer)
    await alert('off', `/evt/${off}`)
    await alert('on', `/evt/${gameId}`)
    await organizer.ask(`/api/events/${off}/cancel`, { method: 'POST', json: { reason: '' } })
    await sendDigests(nextHour)
    expect(mailsToHost().map(({ subject }) => subject)).toEqual(['New: on'])
  })

  it('leave out what a block removes while the email is on its way', async () => {
    await joinAll(players.slice(0, 1))
    vi.setSystemTime(nextHour)
    await runChores(env, nextHour)
    expect(queues.mail).toHaveLength(1)
    await block('player-0', 'host')
    await consume('mail', queues.mail.splice(0))
    expect(mailsToHost()).toEqual([])
  })

  it('are not sent if the host has read everything or turned the topic off', async () => {
    await joinAll(players.slice(0, 1))
    await host.ask('/api/notifications/read', { method: 'POST', json: { upTo: Date.now() } })
    await sendDigests(nextHour)
    vi.setSystemTime(nextHour + minute)
    await joinAll(players.slice(1, 2))
    const off = { topic: 'eventCreatedJoin', channel: 'email', isOn: false }
    await host.ask('/api/notifications/settings', { method: 'PATCH', json: off })
    await sendDigests(nextHour + hour)
    expect(mailsToHost()).toEqual([])
  })

  it('come one by one or once a day if the host chooses so', async () => {
    expect((await choose('each')).status).toBe(204)
    await joinAll(players.slice(0, 2))
    expect(mailsToHost()).toHaveLength(2)
    await choose('daily')
    await joinAll(players.slice(2, 4))
    await sendDigests(nextHour)
    expect(mailsToHost()).toHaveLength(2)
    // 8 AM in the zone of people without a city.
    await sendDigests(Date.UTC(2026, 10, 26, 14))
    expect(mailsToHost().map(({ subject }) => subject)[2]).toBe('2 notifications: Event Join Notification')
  })

  it('that wait go out at once when the host chooses another frequency', async () => {
    await choose('daily')
    await joinAll(players.slice(0, 1))
    await choose('each')
    await sendDigests(start + minute)
    expect(mailsToHost()).toHaveLength(1)
  })

  it('about news that cannot wait have no frequency', async () => {
    const answer = await host.ask('/api/notifications/settings/eventJoined/frequency', { method: 'PUT', json: { frequency: 'daily' } })
    expect((await readProblem(answer)).status).toBe(400)
  })
})

describe('The next digest', () => {
  const at = (frequency: 'hourly' | 'daily' | 'weekly', now: number, weekday: Weekday = 'monday') =>
    new Date(nextDigestAt(frequency, { now, timeZone: 'America/New_York', weekday })).toISOString()

  it('is at the next full hour', () => {
    expect(at('hourly', start)).toBe('2026-11-25T19:00:00.000Z')
    expect(at('hourly', nextHour)).toBe('2026-11-25T20:00:00.000Z')
  })

  it('is at the next 8 AM of the person, also when the clocks change', () => {
    expect(at('daily', start)).toBe('2026-11-26T13:00:00.000Z')
    expect(at('daily', Date.UTC(2026, 10, 25, 12, 59))).toBe('2026-11-25T13:00:00.000Z')
    expect(at('daily', Date.UTC(2026, 10, 25, 13))).toBe('2026-11-26T13:00:00.000Z')
    expect(at('daily', Date.UTC(2026, 2, 7, 20))).toBe('2026-03-08T12:00:00.000Z')
    expect(at('daily', Date.UTC(2026, 9, 31, 20))).toBe('2026-11-01T13:00:00.000Z')
  })

  it('is at 8 AM of the chosen day, a week later if that has passed, also when the clocks change', () => {
    expect(at('weekly', start, 'friday')).toBe('2026-11-27T13:00:00.000Z')
    expect(at('weekly', Date.UTC(2026, 10, 25, 12, 59), 'wednesday')).toBe('2026-11-25T13:00:00.000Z')
    expect(at('weekly', Date.UTC(2026, 10, 25, 13), 'wednesday')).toBe('2026-12-02T13:00:00.000Z')
    expect(at('weekly', Date.UTC(2026, 9, 26, 13), 'monday')).toBe('2026-11-02T13:00:00.000Z')
    expect(at('weekly', Date.UTC(2026, 2, 3, 13), 'sunday')).toBe('2026-03-08T12:00:00.000Z')
  })
})

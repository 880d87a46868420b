import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { findQuietEnd, type QuietHours } from '../../domain/notifications/quiet-hours.ts'
import { explainNotice } from '../../domain/notifications/reasons.ts'
import { mailDueAt } from '../../domain/notifications/waiting.ts'
import { weekdays } from '../../domain/time/clock.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { join, publishGame } from '../events/games.ts'
import { block, enter, type Person } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { consume, deliverNotices, holdQueues } from './hold-queues.ts'

collectLog()
const queues = holdQueues()

/** Wednesday, 12:20 PM in Chicago, the zone of people without a city. */
const start = Date.UTC(2026, 10, 25, 18, 20)
const night: QuietHours = { from: '22:00', to: '07:00', days: [...weekdays], letsOffersThrough: true }

let ana: Person
let bo: Person

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  for (const table of ['notices', 'jobs', 'digest_entries', 'notification_times', 'mail_optouts', 'blocks', 'follows'])
    await env.DB.exec(`DELETE FROM ${table}`)
  ana = await enter('ana')
  bo = await enter('bo')
  return () => vi.useRealTimers()
})

const follow = async (person: Person, whom: string) => {
  expect((await person.ask(`/api/follows/${whom}`, { method: 'PUT' })).ok).toBe(true)
  await deliverNotices()
}

/** Moves the clock, runs the chores and sends the mails. Returns the subjects of those to a person. */
async function mailsAt(now: number, to = 'bo'): Promise<string[]> {
  vi.setSystemTime(now)
  await runChores(env, now)
  await consume('mail', queues.mail.splice(0))
  return queues.sent
    .filter((mail) => mail.to === `${to}@local.test` && !mail.subject.startsWith('New sign-in'))
    .map(({ subject }) => subject)
}

const setQuiet = async (person: Person, quietHours: QuietHours | null) =>
  expect((await person.ask('/api/notifications/settings', { method: 'PATCH', json: { quietHours } })).status).toBe(204)

describe('The email of a notice', () => {
  it('waits ten minutes, and then goes out once', async () => {
    await follow(ana, 'bo')
    expect(await mailsAt(start + 9 * minute)).toEqual([])
    expect(await mailsAt(start + 11 * minute)).toEqual(['Name of ana follows you'])
    expect(await mailsAt(start + 12 * minute)).toHaveLength(1)
  })

  it('says why the person gets it', async () => {
    await follow(ana, 'bo')
    await mailsAt(start + 11 * minute)
    const mail = queues.sent.find(({ to }) => to === 'bo@local.test')
    expect(mail?.text).toContain('Someone started to follow you.')
    const { notices } = await (await bo.ask('/api/notifications')).json<{ notices: { reason: string }[] }>()
    expect(notices.map(({ reason }) => reason)).toEqual(['Someone started to follow you.'])
  })

  it('is not sent if the person has read the notice by then, or after a block', async () => {
    await follow(ana, 'bo')
    await bo.ask('/api/notifications/read', { method: 'POST', json: { upTo: Date.now() } })
    expect(await mailsAt(start + 11 * minute)).toEqual([])
    vi.setSystemTime(start + hour)
    const cy = await enter('cy')
    await follow(cy, 'bo')
    await block('bo', 'cy')
    expect(await mailsAt(start + 2 * hour)).toEqual([])
  })

  it('is one for each notice, even if several are due at the same time', async () => {
    await follow(ana, 'bo')
    await follow(await enter('dee'), 'bo')
    expect((await mailsAt(start + 11 * minute)).toSorted()).toEqual(['Name of ana follows you', 'Name of dee follows you'])
  })

  it('goes out at once if the game starts in a few hours', async () => {
    const soon = await publishGame(ana, { starts: '2026-11-25T14:20', ends: '2026-11-25T15:20' })
    const later = await publishGame(ana, { starts: '2026-11-27T12:00', ends: '2026-11-27T13:00' })
    for (const id of [soon, later]) {
      expect((await join(bo, id)).status).toBe(200)
      await ana.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '' } })
    }
    await deliverNotices()
    await consume('mail', queues.mail.splice(0))
    const cancelled = () => queues.sent.filter(({ to, subject }) => to === 'bo@local.test' && subject.endsWith('was cancelled'))
    expect(cancelled()).toHaveLength(1)
    await mailsAt(start + 11 * minute)
    expect(cancelled()).toHaveLength(2)
  })
})

describe('Quiet hours', () => {
  const tenPm = Date.UTC(2026, 10, 26, 4)
  const sevenAm = Date.UTC(2026, 10, 26, 13)

  it('hold the email until their end, and the page shows the notice at once', async () => {
    await setQuiet(bo, night)
    vi.setSystemTime(tenPm - 5 * minute)
    await follow(ana, 'bo')
    expect((await (await bo.ask('/api/notifications')).json<{ notices: unknown[] }>()).notices).toHaveLength(1)
    expect(await mailsAt(sevenAm - 1)).toEqual([])
    expect(await mailsAt(sevenAm)).toEqual(['Name of ana follows you'])
  })

  it('are in the settings, and can be turned off again', async () => {
    const settings = async () => (await bo.ask('/api/notifications/settings')).json<{ quietHours: QuietHours | null; weekday: string }>()
    expect(await settings()).toMatchObject({ quietHours: null, weekday: 'monday' })
    await setQuiet(bo, night)
    expect((await bo.ask('/api/notifications/settings', { method: 'PATCH', json: { weekday: 'friday' } })).status).toBe(204)
    expect(await settings()).toMatchObject({ quietHours: night, weekday: 'friday' })
    await setQuiet(bo, null)
    expect(await settings()).toMatchObject({ quietHours: null, weekday: 'friday' })
  })

  it.each([
    ['that end when they begin', { ...night, to: '22:00' }],
    ['without a day', { ...night, days: [] }],
    ['with a day twice', { ...night, days: ['monday', 'monday'] }],
    ['at a time that no clock shows', { ...night, from: '24:00' }],
  ])('%s are refused', async (_, quietHours) => {
    const answer = await bo.ask('/api/notifications/settings', { method: 'PATCH', json: { quietHours } })
    expect((await readProblem(answer)).status).toBe(400)
  })

  const inNewYork = (quiet: QuietHours, now: number) => {
    const end = findQuietEnd(quiet, { now, timeZone: 'America/New_York' })
    return end && new Date(end).toISOString()
  }

  it('begin and end to the minute, and count from the day on which they begin', () => {
    const onFriday: QuietHours = { ...night, days: ['friday'] }
    expect(inNewYork(onFriday, Date.UTC(2026, 10, 28, 2, 59))).toBeNull()
    expect(inNewYork(onFriday, Date.UTC(2026, 10, 28, 3))).toBe('2026-11-28T12:00:00.000Z')
    expect(inNewYork(onFriday, Date.UTC(2026, 10, 28, 11, 59))).toBe('2026-11-28T12:00:00.000Z')
    expect(inNewYork(onFriday, Date.UTC(2026, 10, 28, 12))).toBeNull()
    expect(inNewYork(onFriday, Date.UTC(2026, 10, 29, 4))).toBeNull()
    expect(inNewYork({ ...night, from: '13:00', to: '15:00' }, Date.UTC(2026, 10, 28, 19))).toBe('2026-11-28T20:00:00.000Z')
  })

  it('end at the hour that the clocks show, also in the nights when they change', () => {
    // The night of spring is an hour shorter, and that of fall an hour longer.
    expect(inNewYork(night, Date.UTC(2026, 2, 8, 3))).toBe('2026-03-08T11:00:00.000Z')
    expect(inNewYork(night, Date.UTC(2026, 10, 1, 2))).toBe('2026-11-01T12:00:00.000Z')
    // 2:30 AM does not exist in that night of spring.
    expect(inNewYork({ ...night, to: '02:30' }, Date.UTC(2026, 2, 8, 6, 59))).toBe('2026-03-08T07:00:00.000Z')
    expect(inNewYork({ ...night, to: '02:30' }, Date.UTC(2026, 2, 8, 7))).toBeNull()
  })

  it('let an offer of a seat through if the person wants that, and nothing else', () => {
    const wait = { frequency: 'each', weekday: 'monday', now: tenPm, timeZone: 'America/Chicago' } as const
    expect(mailDueAt({ ...wait, urgency: 'seatOffered', quietHours: night })).toBe(tenPm)
    expect(mailDueAt({ ...wait, urgency: 'seatOffered', quietHours: { ...night, letsOffersThrough: false } })).toBe(sevenAm)
    expect(mailDueAt({ ...wait, urgency: 'firstComes', quietHours: night })).toBe(sevenAm)
    expect(mailDueAt({ ...wait, urgency: null, quietHours: night })).toBe(sevenAm)
  })

  it('hold an hourly email that would fall into them', () => {
    const now = tenPm - 20 * minute
    expect(mailDueAt({ frequency: 'hourly', weekday: 'monday', now, timeZone: 'America/Chicago', urgency: null, quietHours: night })).toBe(
      sevenAm,
    )
  })
})

describe('The reason of a notice', () => {
  it('names what the person did or is', () => {
    expect(explainNotice('event-joined', 'eventCreatedJoin')).toBe('You host this game.')
    expect(explainNotice('event-nearby', 'hostGames')).toBe('You follow the host of this game.')
    expect(explainNotice('event-nearby', 'followedTeams', { community: 'Sunset Smashers' })).toBe('You follow Sunset Smashers.')
    expect(explainNotice('event-nearby', 'alerts', { alert: 'Pickleball near Austin' })).toBe('Your alert: Pickleball near Austin.')
    const community = 'Sunset Smashers'
    expect(explainNotice('team-announced', 'announcements', { community, communityTopic: 'News' })).toBe(
      'You are a member of Sunset Smashers and get its topic News.',
    )
    expect(explainNotice('team-announced', 'announcements', { community, communityTopic: null })).toBe(
      'You are a member of Sunset Smashers.',
    )
  })
})

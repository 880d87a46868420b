import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { describeChanges, type ToldGame } from '../../domain/events/told-changes.ts'
import { actOn, answerCoHostInvite, change, join, publishGame } from '../events/games.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { befriend, enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'

collectLog()
const queues = holdQueues()

let [host, ana, bo] = [] as unknown as [Person, Person, Person]

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  ;[host, ana, bo] = (await Promise.all(['host', 'ana', 'bo'].map((id) => enter(id)))) as [Person, Person, Person]
  await befriend('host', 'ana')
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const nextYear = { starts: '2027-01-09T09:00', ends: '2027-01-09T11:00' }
const textsTo = async (title: string, who = 'ana') => {
  await deliverAll()
  return (await rowsOf('SELECT text FROM notices WHERE user_id = ? AND title = ?', who, title)).map(({ text }) => String(text))
}
const mailsAbout = (subject: string) => queues.sent.filter((mail) => mail.subject === subject)

describe('Everyone in a game is told once, with the old and the new value, if', () => {
  const game = 'The game is Saturday, Jan 9, 2027, 9:00 AM CST, Northside Courts.'
  it.each<[string, Partial<EventForm>, string]>([
    [
      'its end changes',
      { ends: '2027-01-09T12:30' },
      `The new time is Saturday, Jan 9, 2027, 9:00 AM to 12:30 PM CST. It was Saturday, Jan 9, 2027, 9:00 to 11:00 AM CST. ${game}`,
    ],
    [
      'it gets another name',
      { title: 'Game: it gets another name, but a longer one' },
      `It was called Game: it gets another name before. ${game}`,
    ],
    ['its activity changes', { activity: 'tennis' }, `The new activity is Tennis. It was Pickleball. ${game}`],
    ['its level changes', { levelMin: 4 }, `The new level: Level 4.5 and up. It was: All levels. ${game}`],
    [
      'its deadline to leave changes',
      { leaveMinutes: 60 },
      `New deadline to leave: 1 hour before the start. It was 12 hours before the start. ${game}`,
    ],
    [
      'its address changes',
      { where: { placeId: null, name: 'Northside Courts', address: '2 Court St', lat: 30.2672, lng: -97.7431 } },
      `New address: 2 Court St. It was 1 Court St, Austin, TX. ${game}`,
    ],
    [
      'its time, its place and its activity change at once',
      {
        starts: '2026-12-30T23:00',
        ends: '2026-12-31T00:30',
        activity: 'tennis',
        where: { placeId: null, name: 'Zilker Courts', address: 'Zilker Park', lat: 30.2669, lng: -97.7729 },
      },
      'The new time is Wednesday, Dec 30, 11:00 PM to 12:30 AM CST. It was Saturday, Jan 9, 2027, 9:00 to 11:00 AM CST. ' +
        'The new place is Zilker Courts. It was Northside Courts. The new activity is Tennis. It was Pickleball. ' +
        'The game is Wednesday, Dec 30, 11:00 PM CST, Zilker Courts.',
    ],
  ])('%s', async (why, changes, text) => {
    const title = `Game: ${why}`
    const id = await publishGame(host, { ...nextYear, title })
    await join(ana, id)
    await join(bo, id)
    expect((await change(host, id, changes)).status).toBe(204)
    const subject = `${changes.title ?? title} has changed`
    expect(await textsTo(subject)).toEqual([text])
    expect(await textsTo(subject, 'bo')).toEqual([text])
    expect(mailsAbout(subject).map(({ to }) => to)).toEqual(['ana@local.test', 'bo@local.test'])
    expect(mailsAbout(subject)[0]?.text).toContain(text)
  })

  it('nothing that matters to them changes, nobody is told', async () => {
    const id = await publishGame(host, { ...nextYear, title: 'Quiet' })
    await join(ana, id)
    await change(host, id, { title: 'Quiet', description: 'Bring water.', capacity: 12, maxGuests: 0, waitlistMode: 'lottery' })
    expect(await textsTo('Quiet has changed')).toEqual([])
  })

  it('a name that we made changes with the activity, they are told of the activity only', async () => {
    const id = await publishGame(host, { ...nextYear, title: '' })
    await join(ana, id)
    await change(host, id, { title: '', activity: 'tennis' })
    expect(await textsTo('Tennis at Northside Courts has changed')).toEqual([`The new activity is Tennis. It was Pickleball. ${game}`])
  })

  it('it changes again before the first message: the old value is not told as new', async () => {
    const id = await publishGame(host, { ...nextYear, title: 'Back' })
    await join(ana, id)
    await change(host, id, { activity: 'tennis' })
    await change(host, id, { activity: 'pickleball' })
    for (const text of await textsTo('Back has changed')) expect(text).not.toContain('is Tennis')
  })
})

describe('A message about a game next year', () => {
  it('names the game, its place, and its date with the year', async () => {
    const whenAndWhere = 'Saturday, Jan 9, 2027, 9:00 AM CST, Northside Courts'
    const id = await publishGame(host, { ...nextYear, title: 'Far', needsApproval: true, coHosts: ['ana'] }, { coHostsAccept: false })
    await deliverAll()
    expect((await answerCoHostInvite(ana, id, 'accept')).status).toBe(204)
    await host.ask(`/api/events/${id}/invites`, { method: 'POST', json: { userIds: ['bo'] } })
    await join(bo, id)
    await deliverAll()
    expect((await actOn(host, id, 'bo', 'approve')).status).toBe(204)
    await host.ask(`/api/events/${id}/updates`, { method: 'POST', json: { text: 'See you there.', idempotencyKey: 'far-away-1' } })
    await deliverAll()
    await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: 'Thunderstorm, sorry' } })
    await deliverAll()
    const notices = await rowsOf("SELECT title, text FROM notices WHERE title LIKE '%Far%'")
    expect(notices.map(({ title }) => title).toSorted()).toEqual(
      [
        'Far was cancelled',
        'Name of bo would like to join Far',
        'Name of bo would like to join Far',
        'Name of host invited you to Far',
        'Name of ana is now a co-host of Far',
        'Name of host asks you to co-host Far',
        'New message about Far',
        'You are in: Far',
      ].toSorted(),
    )
    for (const { text } of notices) expect(text).toContain(whenAndWhere)
    const [mail] = mailsAbout('Far was cancelled')
    expect(mail?.text).toContain(`The game of ${whenAndWhere} was cancelled. Reason: Thunderstorm, sorry`)
  })
})

describe('A change', () => {
  const game: ToldGame = {
    title: 'A'.repeat(80),
    startsAt: noon,
    endsAt: noon + 7_200_000,
    timeZone: 'America/Chicago',
    activity: 'pickleball',
    placeName: 'Northside Courts',
    address: '',
    lat: 30,
    lng: -97,
    levelMin: null,
    levelMax: null,
    leaveMinutes: 720,
  }

  it('of the time zone or of the point on the map only is told too', () => {
    expect(describeChanges(game, { ...game, lat: 30.01 }, noon)).toEqual(['The point on the map for Northside Courts has moved.'])
    expect(describeChanges(game, { ...game, timeZone: 'America/New_York' }, noon)).toEqual([
      'The new time is Wednesday, Nov 25, 1:00 to 3:00 PM EST. It was Wednesday, Nov 25, 12:00 to 2:00 PM CST.',
    ])
    expect(describeChanges(game, { ...game }, noon)).toEqual([])
  })

  it('fits into a message even with very long names', () => {
    const long = {
      ...game,
      title: 'T'.repeat(80),
      placeName: 'P'.repeat(80),
      startsAt: Date.UTC(2028, 1, 1),
      endsAt: Date.UTC(2028, 1, 9),
      activity: 'board-games',
      leaveMinutes: 60,
    }
    expect(describeChanges(game, long, noon).join(' ').length).toBeLessThan(500)
  })
})

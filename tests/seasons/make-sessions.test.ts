import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { outreachLimits } from '../../domain/outreach/limits.ts'
import type { MadeSessions, SessionPlan } from '../../domain/seasons/pattern-contract.ts'
import type { SessionPage } from '../../domain/seasons/results-contract.ts'
import { consume, deliverAll, deliverNotices, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { crew, max, mia, olga, omar, zoe } from '../teams/people.ts'
import { addGroup, as, enter, match, outcome, place, read, resetSeason, send } from './season-requests.ts'

const queues = holdQueues()

beforeEach(async () => {
  const tables = [
    'result_changes',
    'substitute_asks',
    'substitute_calls',
    'team_sessions',
    'joiners',
    'event_invites',
    'outreach',
    'notices',
    'outbox',
    'jobs',
  ]
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  await env.DB.prepare('DELETE FROM events WHERE team_id = ?').bind(crew).run()
  await resetSeason()
})

const where = { placeId: null, name: 'Northside Courts', address: '1 Court St, Austin, TX', lat: 30.2672, lng: -97.7431 }
const daily = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const pattern = { weekdays: daily, startTime: '19:00', durationMinutes: 90, except: [] as string[], where }
const form = {
  ...pattern,
  ...{ activity: 'pickleball', title: 'Season game', capacity: 4, attendance: 'joined', idempotencyKey: 'one-pattern' },
}
const make = (id: string, more: object = {}) => send(id, 'POST', '/session-series', { ...form, ...more })
const listSessions = async () => (await read<SessionPage>(mia, '/sessions?when=upcoming')).sessions
const runWork = async () => consume('work', queues.work.splice(0))
const goingTo = async (eventId: string) =>
  (await rowsOf("SELECT user_id FROM joiners WHERE event_id = ? AND state = 'going' ORDER BY user_id", eventId)).map((row) => row.user_id)

/** Does something directly before the next batch that gives seats. */
function beforeNextSeats(act: () => Promise<void>) {
  const withSession = env.DB.withSession.bind(env.DB)
  const spy = vi.spyOn(env.DB, 'withSession').mockImplementation((...args) => {
    const session = withSession(...args)
    const [prepare, send] = [session.prepare.bind(session), session.batch.bind(session)]
    let givesSeats = false
    vi.spyOn(session, 'prepare').mockImplementation((text) => {
      givesSeats ||= text.startsWith('INSERT INTO "joiners"')
      return prepare(text)
    })
    vi.spyOn(session, 'batch').mockImplementation(async (statements) => {
      if (givesSeats && spy.getMockImplementation()) {
        spy.mockRestore()
        await act()
      }
      return send(statements) as never
    })
    return session
  })
}

describe('Games from a pattern', () => {
  it('are shown before they are made, and all of them are made at once', async () => {
    const answer = await send(omar, 'POST', '/session-plan', pattern)
    expect(answer.status).toBe(200)
    const plan = await answer.json<SessionPlan>()
    // A community without a home city uses the clock of the place.
    expect(plan.timeZone).toBe('America/Chicago')
    expect(await listSessions()).toEqual([])
    const made = await make(omar)
    expect([made.status, await made.json<MadeSessions>()]).toEqual([201, { count: plan.sessions.length }])
    const sessions = await listSessions()
    expect(sessions.map(({ startsAt }) => startsAt)).toEqual(plan.sessions.slice(0, 30).map(({ startsAt }) => startsAt))
    expect(sessions[0]).toMatchObject({ title: 'Season game', homeGroupId: null, timeZone: 'America/Chicago' })
  })

  it('leave out days, and are for organizers only', async () => {
    const all = await (await send(omar, 'POST', '/session-plan', pattern)).json<SessionPlan>()
    const except = all.sessions.slice(0, 2).map(({ date }) => date)
    const { sessions } = await (await send(omar, 'POST', '/session-plan', { ...pattern, except })).json<SessionPlan>()
    expect(sessions).toEqual(all.sessions.slice(2))
    for (const path of ['/session-plan', '/session-series']) {
      expect(await outcome(send(mia, 'POST', path, form))).toBe('403 NotAllowed')
      expect(await outcome(send(zoe, 'POST', path, form))).toBe('404 SeasonNotFound')
    }
  })

  it('are made once, however often and by how many requests at once they are asked for', async () => {
    const counts = await Promise.all(Array.from({ length: 8 }, async () => (await make(omar)).status))
    expect(new Set(counts)).toEqual(new Set([201]))
    const { n } = (await env.DB.prepare('SELECT count(*) AS n FROM events WHERE team_id = ?').bind(crew).first<{ n: number }>()) ?? { n: 0 }
    const plan = await (await send(omar, 'POST', '/session-plan', pattern)).json<SessionPlan>()
    expect(n).toBe(plan.sessions.length)
    // A game that was taken out of the season does not come back with a repeated request.
    const [first] = await listSessions()
    await send(omar, 'DELETE', `/sessions/${first?.eventId}`)
    expect(await (await make(omar)).json<MadeSessions>()).toEqual({ count: n - 1 })
  })

  it('are refused with the field: no weekday, unknown groups, 500 games, and none at all', async () => {
    const pathOf = async (answer: Promise<Response>) => {
      const problem = await readProblem(await answer)
      return `${problem.status} ${problem.code} ${problem.issues?.[0]?.path}`
    }
    expect(await pathOf(make(omar, { weekdays: [] }))).toBe('400 InvalidInput weekdays')
    expect(await pathOf(make(omar, { startTime: '24:00' }))).toBe('400 InvalidInput startTime')
    expect(await pathOf(make(omar, { homeGroupId: 'a' }))).toBe('400 InvalidInput awayGroupId')
    expect(await pathOf(make(omar, { homeGroupId: 'a', awayGroupId: 'b' }))).toMatch(/GroupNotFound homeGroupId$/)
    await env.DB.prepare("UPDATE seasons SET ends_on = date(ends_on, '+500 days')").run()
    expect(await pathOf(make(omar))).toBe('400 TooManySessions weekdays')
    await env.DB.prepare("UPDATE seasons SET starts_on = '2020-01-01', ends_on = '2020-02-01'").run()
    expect(await pathOf(make(omar))).toBe('400 NoSessions weekdays')
    expect(await listSessions()).toEqual([])
    expect(await rowsOf('SELECT 1 FROM events WHERE team_id = ?', crew)).toEqual([])
  })

  it('give seats to the people of both sides. A second delivery brings nobody back who has left', async () => {
    const [red, blue] = [(await addGroup('Red')).id, (await addGroup('Blue')).id]
    await place(mia, 'captain', red)
    await place(max, 'player', blue)
    await place(olga, 'player')
    await make(omar, { homeGroupId: red, awayGroupId: blue })
    const [first, second] = await listSessions()
    await expect.poll(() => queues.work.length).toBeGreaterThan(0)
    const jobs = [...queues.work]
    await runWork()
    for (const game of [first, second]) expect(await goingTo(game?.eventId ?? '')).toEqual([max, mia])
    await env.DB.prepare("UPDATE joiners SET state = 'left' WHERE user_id = 'mia' AND event_id = ?")
      .bind(first?.eventId ?? '')
      .run()
    // The same work as another job, as after a crash before it was marked as done.
    await consume(
      'work',
      jobs.map((job) => ({ ...job, id: `${job.id}-again` })),
    )
    expect(await goingTo(first?.eventId ?? '')).toEqual([max])
    expect(
      await env.DB.prepare('SELECT taken FROM events WHERE id = ?')
        .bind(second?.eventId ?? '')
        .first('taken'),
    ).toBe(2)
  })

  it('give no more seats than there are, first to who registered first', async () => {
    for (const who of [max, mia, olga]) await place(who, 'player')
    await env.DB.batch(
      [max, mia, olga].map((id, index) =>
        env.DB.prepare('UPDATE season_registrations SET registered_at = ? WHERE user_id = ?').bind(9 - index, id),
      ),
    )
    await make(omar, { capacity: 2 })
    await expect.poll(() => queues.work.length).toBeGreaterThan(0)
    await runWork()
    const [first] = await listSessions()
    expect(await goingTo(first?.eventId ?? '')).toEqual([mia, olga])
  })

  it('give no seat that somebody takes while the seats are given', async () => {
    for (const who of [mia, max]) await place(who, 'player')
    await make(omar, { capacity: 2 })
    await expect.poll(() => queues.work.length).toBeGreaterThan(0)
    const [first, second] = await listSessions()
    const eventId = first?.eventId ?? ''
    beforeNextSeats(async () => {
      const json = { slotId: null, guests: [], answers: {}, orWait: false }
      expect((await ask(`/api/events/${eventId}/me`, { ...as(olga), method: 'PUT', json })).status).toBe(200)
    })
    await runWork()
    expect(await goingTo(eventId)).toEqual([mia, olga])
    expect(await rowsOf('SELECT taken FROM events WHERE id = ?', eventId)).toEqual([{ taken: 2 }])
    expect(await goingTo(second?.eventId ?? '')).toEqual([max, mia])
  })

  it('give seats to people who register later too, but not to who has left, and never more than there are', async () => {
    await place(mia, 'player')
    await make(omar, { capacity: 2 })
    await expect.poll(() => queues.work.length).toBeGreaterThan(0)
    await runWork()
    const [first, second, third] = await listSessions()
    await env.DB.prepare('UPDATE events SET capacity = 1 WHERE id = ?')
      .bind(second?.eventId ?? '')
      .run()
    await place(max, 'freeAgent')
    await place(max, 'player')
    await expect.poll(() => queues.work.length).toBe(1)
    const jobs = [...queues.work]
    await runWork()
    expect(await goingTo(first?.eventId ?? '')).toEqual([max, mia])
    expect(await goingTo(second?.eventId ?? '')).toEqual([mia])
    await env.DB.prepare("UPDATE joiners SET state = 'left' WHERE user_id = 'max' AND event_id = ?")
      .bind(first?.eventId ?? '')
      .run()
    await consume(
      'work',
      jobs.map((job) => ({ ...job, id: `${job.id}-again` })),
    )
    expect(await goingTo(first?.eventId ?? '')).toEqual([mia])
    expect(await goingTo(third?.eventId ?? '')).toEqual([max, mia])
    await place(olga, 'player')
    await expect.poll(() => queues.work.length).toBe(1)
    await runWork()
    expect(await goingTo(third?.eventId ?? '')).toEqual([max, mia])
  })

  it('mail each person once about all their seats, with the tickets and the games for the calendar', async () => {
    await env.DB.prepare("UPDATE users SET email_verified_at = 1 WHERE id IN ('mia', 'max')").run()
    await place(mia, 'player')
    const { count: games } = await (await make(omar)).json<MadeSessions>()
    expect(games).toBeGreaterThan(10)
    await expect.poll(() => queues.work.length).toBeGreaterThan(0)
    const jobs = [...queues.work]
    await runWork()
    // The same work as another job, as after a crash before it was marked as done.
    await consume(
      'work',
      jobs.map((job) => ({ ...job, id: `${job.id}-again` })),
    )
    await deliverAll()
    const toMia = () => queues.sent.filter(({ to }) => to.startsWith('mia'))
    expect(toMia().map(({ subject }) => subject)).toEqual([`You are in: Season game, ${games} dates`])
    const [mail] = toMia()
    const entries = atob(mail?.attachments[0]?.content ?? '')
    expect(entries.match(/STATUS:CONFIRMED/g)?.length).toBe(games)
    const codes = await rowsOf("SELECT ticket_code AS code FROM joiners WHERE user_id = 'mia'")
    for (const { code } of codes) expect(mail?.text).toContain(`${String(code).slice(0, 3)}-${String(code).slice(3)}`)
    // Who registers later gets their own, and nobody a second one.
    await send(max, 'PUT', '/registrations/max', { kind: 'player', groupId: null })
    await expect.poll(() => queues.work.length).toBe(1)
    await runWork()
    await deliverAll()
    expect(queues.sent.map(({ to }) => to.split('@')[0])).toEqual(['mia', 'max'])
    expect(queues.sent[1]?.subject).toBe(`You are in: Season game, ${games} dates`)
  })

  it('mail nobody when the guests of a seat change later', async () => {
    await env.DB.prepare("UPDATE users SET email_verified_at = 1 WHERE id = 'mia'").run()
    await place(mia, 'player')
    await make(omar)
    await expect.poll(() => queues.work.length).toBeGreaterThan(0)
    await runWork()
    await waitForEmptyOutbox()
    queues.mail.length = 0
    const [first] = await listSessions()
    const eventId = first?.eventId ?? ''
    await env.DB.prepare('UPDATE events SET max_guests = 2 WHERE id = ?').bind(eventId).run()
    const json = { slotId: null, guests: ['Leo'] }
    expect(await outcome(ask(`/api/events/${eventId}/me`, { ...as(mia), method: 'PATCH', json }))).toBeLessThan(300)
    expect(await rowsOf('SELECT seats FROM joiners WHERE event_id = ?', eventId)).toEqual([{ seats: 2 }])
    await waitForEmptyOutbox()
    expect(queues.mail).toEqual([])
  })

  it('invite people who register later too, with one notification', async () => {
    await make(omar, { attendance: 'invited' })
    await expect.poll(() => queues.work.length).toBeGreaterThan(0)
    await runWork()
    await send(mia, 'PUT', '/registrations/mia', { kind: 'player', groupId: null })
    await expect.poll(() => queues.work.length).toBe(1)
    await runWork()
    const sessions = await listSessions()
    for (const { eventId } of sessions.slice(0, 3)) {
      expect(await rowsOf('SELECT user_id, inviter_id FROM event_invites WHERE event_id = ?', eventId)).toEqual([
        { user_id: mia, inviter_id: omar },
      ])
      expect(await goingTo(eventId)).toEqual([])
    }
    await deliverNotices()
    expect(await rowsOf("SELECT count(*) AS n FROM notices WHERE user_id = 'mia'")).toEqual([{ n: 1 }])
  })

  it('invite the people of the season, with one notification', async () => {
    for (const who of [max, mia]) await place(who, 'player')
    await place(olga, 'substitute')
    await make(omar, { attendance: 'invited' })
    await expect.poll(() => queues.work.length).toBeGreaterThan(0)
    await runWork()
    const [first, second] = await listSessions()
    for (const game of [first, second]) {
      const invited = await rowsOf('SELECT user_id FROM event_invites WHERE event_id = ? ORDER BY user_id', game?.eventId ?? '')
      expect(invited.map((row) => row.user_id)).toEqual([max, mia])
      expect(await goingTo(game?.eventId ?? '')).toEqual([])
    }
    await deliverNotices()
    expect((await rowsOf('SELECT user_id FROM notices ORDER BY user_id')).map((row) => row.user_id)).toEqual([max, mia])
  })

  it('tell the people who got seats, once for all games, but nobody who registered on their own later', async () => {
    for (const who of [mia, omar]) await place(who, 'player')
    await make(omar)
    await expect.poll(() => queues.work.length).toBeGreaterThan(0)
    await runWork()
    // Max registers on their own, and an organizer registers Olga.
    await send(max, 'PUT', '/registrations/max', { kind: 'player', groupId: null })
    await place(olga, 'player')
    await expect.poll(() => queues.work.length).toBe(2)
    await runWork()
    const [first] = await listSessions()
    expect(await goingTo(first?.eventId ?? '')).toEqual([max, mia, olga, omar])
    await deliverNotices()
    expect(await rowsOf('SELECT user_id, title, path FROM notices ORDER BY user_id')).toEqual(
      [mia, olga].map((id) => ({ user_id: id, title: 'omar gave you a seat at Season game', path: `/evt/${first?.eventId}` })),
    )
  })

  it.each(['invited', 'joined'])('notify nobody about new games again and again, but still reach everybody: %s', async (attendance) => {
    const { max: maxNotices } = outreachLimits.seasonInvitation.toOnePerson
    await place(mia, 'player')
    for (let i = 0; i < maxNotices + 2; i++) {
      await make(omar, { attendance, weekdays: ['monday'], startTime: `${10 + i}:00`, idempotencyKey: `pattern-${i}` })
      await expect.poll(() => queues.work.length).toBeGreaterThan(0)
      await runWork()
      await deliverNotices()
    }
    expect(await rowsOf("SELECT count(*) AS n FROM notices WHERE user_id = 'mia'")).toEqual([{ n: maxNotices }])
    const table = attendance === 'invited' ? 'event_invites' : 'joiners'
    expect(await rowsOf(`SELECT 1 FROM team_sessions WHERE event_id NOT IN (SELECT event_id FROM ${table} WHERE user_id = 'mia')`)).toEqual(
      [],
    )
  })
})

describe('A captain', () => {
  const titlesOf = async (who: string) => {
    await deliverNotices()
    return (await rowsOf('SELECT title FROM notices WHERE user_id = ? ORDER BY created_at, title', who)).map(({ title }) => title)
  }

  it('hears of a result of the other side, and of a dispute', async () => {
    const [red, blue] = [(await addGroup('Red')).id, (await addGroup('Blue')).id]
    await place(mia, 'captain', red)
    await place(max, 'captain', blue)
    await make(omar)
    const [game] = await listSessions()
    const eventId = game?.eventId ?? ''
    await match(eventId, red, blue)
    await env.DB.prepare('UPDATE events SET starts_at = 1, ends_at = 2 WHERE id = ?').bind(eventId).run()
    await env.DB.prepare("UPDATE seasons SET starts_on = '1970-01-01'").run()
    await enter(mia, eventId, 11, 9)
    expect([await titlesOf(max), await titlesOf(mia)]).toEqual([['Is 11 to 9 right? Red against Blue'], []])
    await send(max, 'PUT', `/sessions/${eventId}/dispute`, { version: 1, note: 'It was 9 to 11.' })
    expect(await titlesOf(mia)).toEqual(['Blue disputes 11 to 9: Red against Blue'])
    expect(await titlesOf(max)).toHaveLength(1)
    // Whoever keeps the score settles it, and nobody has to answer any more.
    await enter(omar, eventId, 9, 11, 2)
    expect([(await titlesOf(max)).length, (await titlesOf(mia)).length]).toEqual([1, 1])
  })
})

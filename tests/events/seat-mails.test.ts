import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { optOutOfMail } from '../../worker/mail/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { befriend, enter, type Person } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon } from '../setup/make-game-form.ts'
import { actOn, answerSeat, cancel, change, join, leave, offerSeat, publishGame, publishHiddenGames, setPrice } from './games.ts'

collectLog()
const queues = holdQueues()

let [host, ana, bo] = [] as unknown as [Person, Person, Person]

beforeAll(async () => {
  ;[host, ana, bo] = (await Promise.all(['host', 'ana', 'bo'].map((id) => enter(id)))) as [Person, Person, Person]
  await befriend('ana', 'bo')
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const readFile = (content: string) => new TextDecoder().decode(Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)))

/** Delivers everything and returns the new mails to a person with the entry in each. */
async function mailsTo(person: Person) {
  await deliverAll()
  const mails = queues.sent.splice(0).filter(({ to }) => to === `${person.id}@local.test`)
  return mails.map(({ subject, text, attachments: [file] }) => {
    const entry = file && readFile(file.content).replaceAll('\r\n ', '')
    const read = (name: string) => new RegExp(`^${name}[^:\r\n]*:(.*)\r$`, 'm').exec(entry ?? '')?.[1]
    return {
      subject,
      text,
      file,
      status: read('STATUS'),
      uid: read('UID'),
      sequence: Number(read('SEQUENCE')),
      starts: read('DTSTART;TZID=America/Chicago'),
    }
  })
}

/** The next change comes a minute later, as for a person. */
const passMinute = () => vi.setSystemTime(Date.now() + 60_000)

describe('Who joins a game', () => {
  it('gets one email with when, where, who, the ticket, the way to leave and the game for the calendar', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    await join(ana, id)
    const [mail, ...more] = await mailsTo(ana)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'You are in: Open play', status: 'CONFIRMED', uid: `${id}@gather` })
    expect(mail?.file).toMatchObject({ name: 'open-play.ics', type: 'text/calendar; charset=utf-8; method=PUBLISH' })
    const { ticketCode } = (await env.DB.prepare("SELECT ticket_code AS ticketCode FROM joiners WHERE event_id = ? AND user_id = 'ana'")
      .bind(id)
      .first<{ ticketCode: string }>()) as { ticketCode: string }
    for (const words of [
      '12:00 to 2:00 PM CST',
      'Northside Courts',
      'Name of host',
      `?open=leave`,
      `?open=ticket`,
      'www.google.com/maps/dir',
    ])
      expect(mail?.text.replaceAll('\u202F', ' ')).toContain(words)
    expect(mail?.text).toContain(`${ticketCode.slice(0, 3)}-${ticketCode.slice(3)}`)
    expect(await mailsTo(host)).toEqual([])
  })

  it('reads until when the money for a paid seat comes back', async () => {
    const id = await publishGame(host)
    await setPrice(id)
    await join(bo, id)
    expect(await mailsTo(bo)).toEqual([])
    await actOn(host, id, 'bo', 'seat')
    const [mail] = await mailsTo(bo)
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('Money back if you leave by Friday 12 PM.')
  })

  it('gets none while they wait, ask or turned off emails about their games', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await join(ana, id)
    await mailsTo(ana)
    await join(bo, id, { orWait: true })
    const byApproval = await publishGame(host, { needsApproval: true })
    await join(bo, byApproval)
    expect(await mailsTo(bo)).toEqual([])
    const quiet = await enter('quiet')
    await optOutOfMail(openPrimary(env.DB), 'quiet@local.test', 'eventJoined', 1)
    await join(quiet, await publishGame(host))
    expect(await mailsTo(quiet)).toEqual([])
  })

  it('gets none if they have left before it is sent', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    await leave(ana, id)
    expect((await mailsTo(ana)).map(({ subject }) => subject)).toEqual(['You left Open play'])
  })

  it('gets one for an approved request and for a seat from the waitlist, in place of the email of the notice', async () => {
    const id = await publishGame(host, { capacity: 1, needsApproval: true })
    await join(ana, id)
    await actOn(host, id, 'ana', 'approve')
    expect((await mailsTo(ana)).map(({ subject }) => subject)).toEqual(['You are in: Open play'])
    const full = await publishGame(host, { capacity: 1 })
    await join(ana, full)
    await join(bo, full, { orWait: true })
    await mailsTo(bo)
    await leave(ana, full)
    await mailsTo(bo)
    await bo.ask(`/api/events/${full}/me/take`, { method: 'POST' })
    expect((await mailsTo(bo)).map(({ subject }) => subject)).toEqual(['You are in: Open play'])
  })
})

describe('The entry in the calendar of a player', () => {
  it('moves with the game and goes with it, even if they have read of it here', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    const [joined] = await mailsTo(ana)
    passMinute()
    expect((await change(host, id, { starts: inDays(4), ends: inDays(4, '14:00') })).status).toBe(204)
    await deliverNotices()
    await env.DB.exec('UPDATE notices SET read_at = 1')
    const [moved] = await mailsTo(ana)
    expect(moved).toMatchObject({ subject: 'Open play has changed', status: 'CONFIRMED', uid: `${id}@gather` })
    expect(moved?.text).toContain('If you added the game to your calendar, the attached file updates it.')
    expect(moved?.starts).not.toBe(joined?.starts)
    expect(moved?.sequence).toBeGreaterThan(joined?.sequence ?? 0)
    passMinute()
    await cancel(host, id)
    const [cancelled] = await mailsTo(ana)
    expect(cancelled).toMatchObject({ subject: 'Open play was cancelled', status: 'CANCELLED', uid: `${id}@gather` })
    expect(cancelled?.sequence).toBeGreaterThan(moved?.sequence ?? 0)
  })

  it('goes when they leave, and comes back with a higher number when they join again', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    const [joined] = await mailsTo(ana)
    passMinute()
    await leave(ana, id)
    const [left] = await mailsTo(ana)
    expect(left).toMatchObject({ subject: 'You left Open play', status: 'CANCELLED', uid: `${id}@gather` })
    passMinute()
    await join(ana, id)
    const [again] = await mailsTo(ana)
    expect(again).toMatchObject({ subject: 'You are in: Open play', status: 'CONFIRMED' })
    expect([joined, left, again].map((mail) => mail?.sequence ?? 0)).toEqual(
      [joined, left, again].map((mail) => mail?.sequence ?? 0).toSorted((a, b) => a - b),
    )
    expect(new Set([joined, left, again].map((mail) => mail?.sequence)).size).toBe(3)
  })

  it('is the same behind the link of the email, which opens a game for members without a session, as long as they have the seat', async () => {
    const { forTeam: id } = await publishHiddenGames(host)
    await env.DB.exec("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('team-of-host', 'ana', 'member', 1)")
    await join(ana, id)
    const [mail] = await mailsTo(ana)
    const link = new URL(/https?:\S+calendar\.ics\?seat=[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? '')
    const path = link.pathname + link.search
    const sequenceOf = async (answer: Response) => Number(/SEQUENCE:(\d+)/.exec(await answer.text())?.[1])
    expect(await sequenceOf(await ask(path))).toBe(mail?.sequence)
    expect(await sequenceOf(await ana.ask(link.pathname))).toBe(mail?.sequence)
    for (const other of [link.pathname, `${link.pathname}?seat=${mail?.uid}.AAAA`, path.replace(id, 'other')])
      expect((await ask(other)).status).toBe(404)
    await leave(ana, id)
    expect((await ask(path)).status).toBe(404)
    await env.DB.exec("DELETE FROM team_members WHERE user_id = 'ana'")
  })

  it('goes when a host removes them, but nobody who only waited gets one', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await join(ana, id)
    await join(bo, id, { orWait: true })
    await mailsTo(ana)
    await actOn(host, id, 'bo', 'remove')
    const [waited] = await mailsTo(bo)
    expect(waited).toMatchObject({ subject: 'You were removed from Open play', file: undefined })
    await actOn(host, id, 'ana', 'remove')
    const [removed] = await mailsTo(ana)
    expect(removed).toMatchObject({ subject: 'You were removed from Open play', status: 'CANCELLED', uid: `${id}@gather` })
  })

  it('goes from who gives their seat away to who takes it', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    await mailsTo(ana)
    expect((await offerSeat(ana, id, 'bo')).status).toBeLessThan(300)
    await mailsTo(bo)
    passMinute()
    expect((await answerSeat(bo, id, 'accept')).status).toBe(200)
    await deliverAll()
    const sent = [...queues.sent]
    const [taken] = await mailsTo(bo)
    expect(taken).toMatchObject({ subject: 'You are in: Open play', status: 'CONFIRMED' })
    queues.sent.push(...sent)
    const [given] = await mailsTo(ana)
    expect(given).toMatchObject({ subject: 'Name of bo took your seat at Open play', status: 'CANCELLED' })
  })
})

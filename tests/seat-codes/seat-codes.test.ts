import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import { hasGuessedCity } from '../../domain/profiles/guessed-city.ts'
import type { SeatCodeSent, SeatLink, SendSeatCode } from '../../domain/seat-codes/contract.ts'
import { seatCodeLifetime } from '../../domain/seat-codes/rules.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { Browser, mailsTo, makePerson, newEmail } from '../accounts/people.ts'
import {
  actOn,
  cancel,
  change,
  getLive,
  join,
  leave,
  makeKey,
  publishGame,
  publishHiddenGames,
  setPrice,
  statesOf,
} from '../events/games.ts'
import { answersOf, makeTeam, publishForm, send as sendForm } from '../forms/try-out.ts'
import { befriend, block, enter, type Person } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon } from '../setup/make-game-form.ts'

collectLog()

let host: Person
let ana: Person
let addresses = 0

/** A browser in a network of its own. */
const newBrowser = () => new Browser({ address: `203.0.${Math.floor(++addresses / 250)}.${addresses % 250}` })

beforeAll(async () => {
  ;[host, ana] = await Promise.all([enter('host'), enter('ana')])
  await env.DB.prepare(
    "INSERT OR IGNORE INTO cities (id, name, state, lat, lng, time_zone, population) VALUES (1, 'Austin', 'TX', 30.27, -97.74, 'America/Chicago', 1000)",
  ).run()
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  // Messages stay in the outbox, where the tests read them.
  for (const queue of [env.MAIL_QUEUE, env.NOTICES_QUEUE, env.WORK_QUEUE]) vi.spyOn(queue, 'sendBatch').mockRejectedValue(new Error('kept'))
  return async () => {
    vi.useRealTimers()
    await env.DB.prepare('DELETE FROM outbox').run()
  }
})

type Wish = Partial<Omit<SendSeatCode, 'choice'>> & { choice?: Partial<SendSeatCode['choice']> }

const request = (browser: Browser, eventId: string, { choice = {}, ...more }: Wish = {}) =>
  browser.ask('/api/seat-codes', {
    method: 'POST',
    json: { eventId, email: newEmail(), name: 'Maya R', isOldEnough: true, acceptsTerms: true, choice, ...more },
  })

async function send(browser: Browser, eventId: string, wish: Wish = {}): Promise<SeatCodeSent> {
  // Each email has a time of its own, so that the newest one can be found.
  vi.setSystemTime(Date.now() + 1)
  const answer = await request(browser, eventId, wish)
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function readMail(email: string) {
  const mail = (await mailsTo(email)).findLast(({ name }) => name === 'seat-code')
  if (mail?.name !== 'seat-code') throw new Error(`No code was sent to ${email}`)
  return mail.data
}

const redeem = async (browser: Browser, fields: Record<string, string>) =>
  (await browser.auth('callback/seat', fields)).searchParams.get('code')
const takeSeat = async (browser: Browser, eventId: string, email: string) =>
  redeem(browser, { eventId, code: (await readMail(email)).code })

const holdsOf = (id: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM joiners WHERE event_id = ? AND state = 'held'").bind(id).first<number>('n')
const stateOf = async (browser: Browser, id: string) =>
  (await (await browser.ask(`/api/events/${id}/live`)).json<{ mine: { state: string } | null }>()).mine?.state ?? null

const otherThan = (code: string) => (code === '111111' ? '222222' : '111111')

describe('A seat by a code', () => {
  it('is held while the code is on its way, and taken with it by a new person', async () => {
    const id = await publishGame(host, { capacity: 4 })
    const [browser, email] = [newBrowser(), newEmail()]
    expect(await send(browser, id, { email, name: 'Maya Rivera' })).toMatchObject({
      expiresAt: Date.now() + seatCodeLifetime,
      isHeld: true,
    })
    expect(await readMail(email)).toMatchObject({ isHeld: true, step: 'seat' })
    expect(await getLive(host, id)).toMatchObject({ taken: 1 })
    expect(await browser.viewer()).toBeNull()
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await browser.viewer()).toMatchObject({ name: 'Maya Rivera', emailVerified: true })
    expect(await stateOf(browser, id)).toBe('going')
    expect(await getLive(host, id)).toMatchObject({ taken: 1, joiners: [{ person: { name: 'Maya Rivera' } }] })
    expect(await holdsOf(id)).toBe(0)
    expect((await mailsTo(email)).map(({ name }) => name)).toEqual(expect.arrayContaining(['seat-code', 'seat-confirmed']))
    // The profile is enough to play on, and shows nothing to strangers.
    const profile = (await (await browser.ask('/api/profiles/me')).json()) as OwnProfile
    expect(profile).toMatchObject({ displayName: 'Maya Rivera', defaultCity: { id: 1 }, hasAcceptedTerms: true })
    // So that the welcome asks whether the city is right.
    expect(hasGuessedCity(profile)).toBe(true)
    expect(profile).toMatchObject({ sportAvailability: [{ level: null, isOn: true }] })
  })

  it('is taken by the link of the email in any browser, once', async () => {
    const id = await publishGame(host)
    const email = newEmail()
    await send(newBrowser(), id, { email })
    const { token } = await readMail(email)
    const phone = newBrowser()
    expect(await redeem(phone, { token })).toBeNull()
    expect(await stateOf(phone, id)).toBe('going')
    expect(await redeem(newBrowser(), { token })).toBe('LinkUsed')
    expect(await redeem(newBrowser(), { token: 'A'.repeat(43) })).toBe('LinkUsed')
  })

  it('is taken by a person who has an account, whose profile stays as it is', async () => {
    const id = await publishGame(host)
    const { email, password, browser } = await makePerson()
    const other = newBrowser()
    await send(other, id, { email: email.toUpperCase(), name: 'Somebody Else' })
    expect(await takeSeat(other, id, email)).toBeNull()
    expect((await other.viewer())?.id).toBe((await browser.viewer())?.id)
    expect(await new Browser().signIn(email, password)).toBeNull()
    expect(await stateOf(other, id)).toBe('going')
  })

  it('takes away the password that somebody else chose for an address they do not own', async () => {
    const id = await publishGame(host)
    const email = newEmail()
    await new Browser().signUp(email, 'attacker password')
    const browser = newBrowser()
    await send(browser, id, { email })
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await new Browser().signIn(email, 'attacker password')).toBe('Email unverified && Social set')
  })

  it('is asked for if the hosts approve everybody, and no seat is held', async () => {
    const id = await publishGame(host, { needsApproval: true })
    const [browser, email] = [newBrowser(), newEmail()]
    expect(await send(browser, id, { email })).toMatchObject({ isHeld: false })
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await stateOf(browser, id)).toBe('asked')
  })

  it('is a place on the waitlist of a full game if the person chose so', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await join(ana, id)
    const [browser, email] = [newBrowser(), newEmail()]
    const refused = await request(browser, id, { email })
    expect(refused.status).toBe(409)
    expect(await readProblem(refused)).toMatchObject({ code: 'EventFull' })
    expect(await mailsTo(email)).toEqual([])
    expect(await send(browser, id, { email, choice: { orWait: true } })).toMatchObject({ isHeld: false })
    expect(await readMail(email)).toMatchObject({ isHeld: false, step: 'wait' })
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await stateOf(browser, id)).toBe('waiting')
  })

  it('waits for its payment in a paid game', async () => {
    const id = await publishGame(host)
    await setPrice(id)
    const [browser, email] = [newBrowser(), newEmail()]
    expect(await send(browser, id, { email })).toMatchObject({ isHeld: true })
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await stateOf(browser, id)).toBe('paying')
    expect(await holdsOf(id)).toBe(0)
  })

  it('comes after the form of a game that nobody joins without it', async () => {
    const teamId = await makeTeam(host, 'Club')
    const formId = await publishForm(host, teamId, undefined, { isNeededToJoin: true })
    const id = await publishGame(host, { teamId, visibility: 'public', formId })
    const [browser, email] = [newBrowser(), newEmail()]
    expect(await send(browser, id, { email })).toMatchObject({ isHeld: false })
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await browser.viewer()).not.toBeNull()
    expect(await stateOf(browser, id)).toBeNull()
    // This is how the page knows that the form comes next.
    const { form } = await (await browser.ask(`/api/events/${id}`)).json<EventDetail>()
    expect(form).toMatchObject({ id: formId, isNeededToJoin: true, isDone: false })
    expect((await sendForm(browser, formId, answersOf('Maya Rivera'))).status).toBe(201)
    expect((await browser.ask(`/api/events/${id}/me`, { method: 'PUT', json: {} })).status).toBe(200)
    expect(await stateOf(browser, id)).toBe('going')
  })

  it('is in the slot that was chosen, with the answers', async () => {
    const slots = ['a', 'b'].map((slotId) => ({ id: slotId, name: `Court ${slotId}`, capacity: 2 }))
    const questions = [{ id: 'q1', text: 'Do you have a paddle?', isRequired: true }]
    const id = await publishGame(host, { slots, questions })
    const [browser, email] = [newBrowser(), newEmail()]
    expect(await readProblem(await request(browser, id, { email, choice: { slotId: 'b' } }))).toMatchObject({ code: 'AnswerMissing' })
    expect(await readProblem(await request(browser, id, { email, choice: { slotId: 'c' } }))).toMatchObject({ code: 'SlotMissing' })
    await send(browser, id, { email, choice: { slotId: 'b', answers: { q1: 'Yes' } } })
    expect(await takeSeat(browser, id, email)).toBeNull()
    const row = await env.DB.prepare('SELECT slot_id, answers, state FROM joiners WHERE event_id = ?').bind(id).first()
    expect(row).toEqual({ slot_id: 'b', answers: '{"q1":"Yes"}', state: 'going' })
  })
})

describe('A code', () => {
  it('works only in the browser that asked for it, for its game, and once', async () => {
    const [id, other] = await Promise.all([publishGame(host), publishGame(host)])
    const [browser, email] = [newBrowser(), newEmail()]
    await send(browser, id, { email })
    const { code } = await readMail(email)
    expect(await redeem(newBrowser(), { eventId: id, code })).toBe('CodeUsed')
    expect(await redeem(browser, { eventId: other, code })).toBe('CodeUsed')
    expect(await redeem(browser, { eventId: id, code })).toBeNull()
    await browser.signOut()
    expect(await redeem(browser, { eventId: id, code })).toBe('CodeUsed')
  })

  it('stops after five wrong ones, and says so to the fifth, the same for an address with an account and without one', async () => {
    const { email: known } = await makePerson()
    for (const email of [newEmail(), known]) {
      const id = await publishGame(host, { capacity: 1 })
      const browser = newBrowser()
      await send(browser, id, { email })
      const { code, token } = await readMail(email)
      const answers: (string | null)[] = []
      for (let i = 0; i < 5; i++) answers.push(await redeem(browser, { eventId: id, code: otherThan(code) }))
      answers.push(await redeem(browser, { eventId: id, code }))
      expect(answers).toEqual([...Array(4).fill('WrongCode'), 'TooManyWrongCodes', 'TooManyWrongCodes'])
      expect(await browser.viewer()).toBeNull()
      // The seat stays held for a new code, and for the link, which nobody can guess.
      expect(await holdsOf(id)).toBe(1)
      expect((await ask('/api/seat-codes/link', { method: 'POST', json: { token } })).status).toBe(200)
      // A new code has five tries again, and keeps the seat.
      expect(await send(browser, id, { email })).toMatchObject({ isHeld: true })
      expect(await takeSeat(browser, id, email)).toBeNull()
      expect(await stateOf(browser, id)).toBe('going')
    }
  })

  it('that is typed in two tabs at once takes one seat, and neither tab is told that it is wrong', async () => {
    const id = await publishGame(host, { capacity: 2 })
    const [browser, email] = [newBrowser(), newEmail()]
    await send(browser, id, { email })
    // Both tabs share the cookie that each form needs.
    await browser.ask('/api/auth/csrf')
    const answers = await Promise.all([takeSeat(browser, id, email), takeSeat(browser, id, email)])
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(answers).toContain('CodeUsed')
    expect(await stateOf(browser, id)).toBe('going')
    expect(await getLive(host, id)).toMatchObject({ taken: 1 })
  })

  it('is over after ten minutes, and its seat is free again', async () => {
    const id = await publishGame(host, { capacity: 1 })
    const [browser, email] = [newBrowser(), newEmail()]
    await send(browser, id, { email })
    expect((await join(ana, id)).status).toBe(409)
    vi.setSystemTime(Date.now() + seatCodeLifetime)
    expect((await join(ana, id)).status).toBe(200)
    expect(await takeSeat(browser, id, email)).toBe('CodeUsed')
    expect(await getLive(host, id)).toMatchObject({ taken: 1 })
  })

  it('that is too late gives its seat to whoever waits, and not to the person with the code', async () => {
    const id = await publishGame(host, { capacity: 1 })
    const [browser, email] = [newBrowser(), newEmail()]
    await send(browser, id, { email })
    await join(ana, id, { orWait: true })
    const anas = async () => (await getLive(ana, id)).mine?.state
    vi.setSystemTime(Date.now() + seatCodeLifetime - minute)
    await runChores(env, Date.now())
    expect([await anas(), await holdsOf(id)]).toEqual(['waiting', 1])
    vi.setSystemTime(Date.now() + minute)
    await runChores(env, Date.now())
    expect([await anas(), await holdsOf(id)]).toEqual(['offered', 0])
    const { code, token } = await readMail(email)
    expect(await redeem(browser, { eventId: id, code })).toBe('CodeUsed')
    expect(await redeem(newBrowser(), { token })).toBe('LinkUsed')
    // A new code holds no seat while it is offered to somebody else.
    expect(await readProblem(await request(browser, id, { email }))).toMatchObject({ code: 'EventFull' })
    expect(await getLive(host, id)).toMatchObject({ taken: 1 })
  })

  it('is not promised beyond the moment at which nobody can join or pay any more', async () => {
    const id = await publishGame(host, { capacity: 4 })
    const startsAt = await env.DB.prepare('SELECT starts_at FROM events WHERE id = ?').bind(id).first<number>('starts_at')
    vi.setSystemTime(Number(startsAt) - 4 * minute)
    expect(await send(newBrowser(), id)).toMatchObject({ expiresAt: startsAt, isHeld: true, heldUntil: startsAt })
  })

  it('of a game that nobody opens is over as well, and its address is forgotten', async () => {
    const id = await publishGame(host, { capacity: 4 })
    await send(newBrowser(), id)
    vi.setSystemTime(Date.now() + seatCodeLifetime)
    await runChores(env, Date.now())
    expect(await holdsOf(id)).toBe(0)
    const [taken, codes] = await env.DB.batch<{ n: number }>([
      env.DB.prepare('SELECT taken AS n FROM events WHERE id = ?').bind(id),
      env.DB.prepare('SELECT count(*) AS n FROM seat_codes WHERE event_id = ?').bind(id),
    ])
    expect([taken?.results[0]?.n, codes?.results[0]?.n]).toEqual([0, 0])
  })

  it('that is sent again replaces the one before, and keeps the seat, although somebody waits for it', async () => {
    const id = await publishGame(host, { capacity: 1 })
    const [browser, email] = [newBrowser(), newEmail()]
    await send(browser, id, { email })
    const first = await readMail(email)
    await join(ana, id, { orWait: true })
    vi.setSystemTime(Date.now() + 5 * minute)
    expect(await send(browser, id, { email })).toMatchObject({ isHeld: true })
    expect(await holdsOf(id)).toBe(1)
    expect(await redeem(newBrowser(), { token: first.token })).toBe('LinkUsed')
    vi.setSystemTime(Date.now() + 6 * minute)
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await stateOf(browser, id)).toBe('going')
  })

  it('that is sent again keeps its seat, and says until when, although the game has become smaller', async () => {
    const id = await publishGame(host, { capacity: 4 })
    const [browser, email] = [newBrowser(), newEmail()]
    const { expiresAt } = await send(browser, id, { email })
    await send(newBrowser(), id)
    // One seat of two may be held, so there is no new hold.
    expect((await change(host, id, { capacity: 2 })).status).toBe(204)
    vi.setSystemTime(Date.now() + 5 * minute)
    expect(await send(browser, id, { email })).toEqual({ expiresAt: Date.now() + seatCodeLifetime, isHeld: true, heldUntil: expiresAt })
    await join(ana, id, { orWait: true })
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await stateOf(browser, id)).toBe('going')
  })

  it('says in its email and behind its link what it does, under which name, and whether terms are accepted with it', async () => {
    const teamId = await makeTeam(host, 'Crew')
    const formId = await publishForm(host, teamId, undefined, { isNeededToJoin: true })
    const full = await publishGame(host, { capacity: 1 })
    await join(ana, full)
    const paid = await publishGame(host)
    await setPrice(paid)
    const games = {
      seat: await publishGame(host),
      pay: paid,
      ask: await publishGame(host, { needsApproval: true }),
      wait: full,
      form: await publishGame(host, { teamId, visibility: 'public', formId }),
    }
    const openLink = async (token: string) => ask('/api/seat-codes/link', { method: 'POST', json: { token } })
    const { email: known } = await makePerson()
    await env.DB.prepare("UPDATE users SET display_name = 'Known', completed_at = 1, terms_accepted_at = 1 WHERE email = ?")
      .bind(known)
      .run()
    for (const [step, id] of Object.entries(games)) {
      const email = newEmail()
      await send(newBrowser(), id, { email, choice: { orWait: true } })
      const { step: inMail, token } = await readMail(email)
      expect(inMail).toBe(step)
      // What was chosen is needed again after the form.
      const kept = step === 'form' ? { choice: { slotId: null, answers: {}, orWait: true } } : {}
      expect(await (await openLink(token)).json()).toEqual({ name: 'Maya R', acceptsTerms: true, step, ...kept })
      await send(newBrowser(), id, { email: known, choice: { orWait: true } })
      const ofKnown = await readMail(known)
      expect(await (await openLink(ofKnown.token)).json()).toEqual({ name: 'Known', acceptsTerms: false, step, ...kept })
    }
    const email = newEmail()
    await send(newBrowser(), games.seat, { email })
    const { token } = await readMail(email)
    await cancel(host, games.seat)
    expect(await (await openLink(token)).json()).toMatchObject({ step: null })
    expect(await redeem(newBrowser(), { token })).toBeNull()
    expect((await openLink(token)).status).toBe(404)
  })

  it('still works if the seat could not be taken because something failed, and then only once', async () => {
    const id = await publishGame(host, { capacity: 1 })
    const [browser, email] = [newBrowser(), newEmail()]
    await send(browser, id, { email })
    const { code, token } = await readMail(email)
    await env.DB.prepare("CREATE TRIGGER broken BEFORE INSERT ON joiners BEGIN SELECT RAISE(ABORT, 'broken'); END").run()
    const failed = await Promise.all([browser.auth('callback/seat', { eventId: id, code }), newBrowser().auth('callback/seat', { token })])
    await env.DB.prepare('DROP TRIGGER broken').run()
    expect(failed.map(({ searchParams }) => searchParams.get('error'))).toEqual(['Configuration', 'Configuration'])
    expect(await browser.viewer()).toBeNull()
    const codes = await Promise.all([redeem(browser, { eventId: id, code }), redeem(newBrowser(), { token })])
    expect(codes.filter((refusal) => refusal === null)).toHaveLength(1)
    expect(await getLive(host, id)).toMatchObject({ taken: 1 })
  })

  it('for another address keeps the last seat if nobody waits for it', async () => {
    const id = await publishGame(host, { capacity: 1 })
    const [browser, email] = [newBrowser(), newEmail()]
    await send(browser, id)
    expect(await send(browser, id, { email })).toMatchObject({ isHeld: true })
    expect(await holdsOf(id)).toBe(1)
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await stateOf(browser, id)).toBe('going')
  })

  it('for another address gives the seat to the waitlist', async () => {
    const id = await publishGame(host, { capacity: 1 })
    const browser = newBrowser()
    await send(browser, id)
    await join(ana, id, { orWait: true })
    expect(await readProblem(await request(browser, id))).toMatchObject({ code: 'EventFull' })
    expect(await send(browser, id, { choice: { orWait: true } })).toMatchObject({ isHeld: false })
    expect(await holdsOf(id)).toBe(0)
  })

  it('signs in even if the game was cancelled in the meantime, or the seat went away', async () => {
    const id = await publishGame(host, { capacity: 2 })
    const [browser, email] = [newBrowser(), newEmail()]
    await send(browser, id, { email })
    await cancel(host, id)
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await browser.viewer()).not.toBeNull()
    expect(await stateOf(browser, id)).toBeNull()
    expect(await holdsOf(id)).toBe(0)
  })

  describe('whose slot is gone', () => {
    const slots = ['a', 'b', 'c'].map((slotId) => ({ id: slotId, name: `Court ${slotId}`, capacity: 1 }))
    const readLink = async (email: string) =>
      (await ask('/api/seat-codes/link', { method: 'POST', json: { token: (await readMail(email)).token } })).json()
    /** Holds a seat on court c, which the host then removes. */
    const holdAndRemove = async (id: string, choice: Wish['choice'] = {}) => {
      const [browser, email] = [newBrowser(), newEmail()]
      await send(browser, id, { email, choice: { slotId: 'c', ...choice } })
      expect((await change(host, id, { slots: slots.slice(0, 2) })).status).toBe(204)
      expect(await holdsOf(id)).toBe(0)
      return { browser, email }
    }
    const slotOf = async (browser: Browser, id: string) =>
      (await (await browser.ask(`/api/events/${id}/live`)).json<{ mine: { slotId: string } }>()).mine.slotId

    it('takes a free seat in another slot', async () => {
      const id = await publishGame(host, { slots })
      await join(ana, id, { slotId: 'a' })
      const { browser, email } = await holdAndRemove(id)
      expect(await getLive(host, id)).toMatchObject({ taken: 1 })
      expect(await readLink(email)).toMatchObject({ step: 'seat' })
      expect(await takeSeat(browser, id, email)).toBeNull()
      expect([await stateOf(browser, id), await slotOf(browser, id)]).toEqual(['going', 'b'])
    })

    it('leaves the seat to whoever waits for it', async () => {
      const id = await publishGame(host, { slots })
      const [bea, cleo] = await Promise.all([enter('bea'), enter('cleo')])
      await join(ana, id, { slotId: 'a' })
      await join(bea, id, { slotId: 'a', orWait: true })
      expect((await leave(ana, id)).status).toBe(200)
      await join(cleo, id, { slotId: 'b' })
      const { browser, email } = await holdAndRemove(id)
      expect(await takeSeat(browser, id, email)).toBeNull()
      expect(await stateOf(browser, id)).toBeNull()
    })

    it('takes a seat of the whole game if it has no slots any more', async () => {
      const id = await publishGame(host, { slots })
      const [browser, email] = [newBrowser(), newEmail()]
      await send(browser, id, { email, choice: { slotId: 'c' } })
      expect((await change(host, id, { slots: [], capacity: 2 })).status).toBe(204)
      expect(await takeSeat(browser, id, email)).toBeNull()
      expect([await stateOf(browser, id), await slotOf(browser, id)]).toEqual(['going', null])
    })

    it('only signs in if no seat is free, or joins the waitlist for whoever would wait', async () => {
      const id = await publishGame(host, { slots })
      const bea = await enter('bea')
      await join(ana, id, { slotId: 'a' })
      await join(bea, id, { slotId: 'b' })
      const { browser, email } = await holdAndRemove(id)
      expect(await takeSeat(browser, id, email)).toBeNull()
      expect(await browser.viewer()).not.toBeNull()
      expect(await stateOf(browser, id)).toBeNull()
      expect((await change(host, id, { slots })).status).toBe(204)
      const patient = await holdAndRemove(id, { orWait: true })
      expect(await takeSeat(patient.browser, id, patient.email)).toBeNull()
      expect(await stateOf(patient.browser, id)).toBe('waiting')
      expect(await getLive(host, id)).toMatchObject({ taken: 2, waiting: 1 })
    })
  })
})

describe('While a seat is held', () => {
  let coHost: Person
  beforeAll(async () => {
    coHost = await enter('co-host')
    await befriend('host', 'co-host')
  })
  const hold = async (id: string) => {
    const [browser, email] = [newBrowser(), newEmail()]
    expect(await send(browser, id, { email })).toMatchObject({ isHeld: true })
    return { browser, email }
  }
  /** Moves a game to the same day at this moment, for two hours. */
  const moveTo = async (id: string, startsAt: number) => {
    const local = (at: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago', dateStyle: 'short', timeStyle: 'short' }).format(at).replace(' ', 'T')
    expect((await change(host, id, { starts: local(startsAt), ends: local(startsAt + 2 * hour) })).status).toBe(204)
  }
  const readStep = async (email: string) => {
    const json = { token: (await readMail(email)).token }
    return (await (await ask('/api/seat-codes/link', { method: 'POST', json })).json<SeatLink>()).step
  }

  it('two hosts who approve at once give the other seat to one person', async () => {
    const bea = await enter('bea')
    const id = await publishGame(host, { capacity: 2, coHosts: ['co-host'] })
    const { browser, email } = await hold(id)
    expect((await change(host, id, { needsApproval: true })).status).toBe(204)
    await join(ana, id)
    await join(bea, id)
    const answers = await Promise.all([actOn(host, id, 'ana', 'approve'), actOn(coHost, id, 'bea', 'approve')])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    const states = await statesOf(id)
    expect(states.filter((entry) => entry.endsWith('going'))).toHaveLength(1)
    expect(states.filter((entry) => entry.endsWith('waiting'))).toHaveLength(1)
    expect(await getLive(host, id)).toMatchObject({ capacity: 2, taken: 2, waiting: 1 })
    // The hosts approve everybody now, so the code asks, and the seat is for whoever waits.
    expect(await readStep(email)).toBe('ask')
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await stateOf(browser, id)).toBe('asked')
    expect(await holdsOf(id)).toBe(0)
  })

  it('two hosts who give the last seat at once, and the code, do not oversell', async () => {
    const [bea, cleo] = await Promise.all([enter('bea'), enter('cleo')])
    const id = await publishGame(host, { capacity: 2, coHosts: ['co-host'] })
    await join(cleo, id)
    const { browser, email } = await hold(id)
    await join(ana, id, { orWait: true })
    await join(bea, id, { orWait: true })
    expect((await actOn(host, id, 'ana', 'seat')).status).toBe(409)
    expect((await leave(cleo, id)).status).toBe(200)
    const [hosts, code] = await Promise.all([
      Promise.all([actOn(host, id, 'ana', 'seat'), actOn(coHost, id, 'bea', 'seat')]),
      takeSeat(browser, id, email),
    ])
    expect(hosts.map(({ status }) => status).sort()).toEqual([204, 409])
    expect([code, await stateOf(browser, id)]).toEqual([null, 'going'])
    expect(await getLive(host, id)).toMatchObject({ capacity: 2, taken: 2, waiting: 1 })
  })

  it('a game that moves to a later day keeps the seat for the code as long as before, and no longer', async () => {
    const id = await publishGame(host, { capacity: 2 })
    const [prompt, late] = [await hold(id), newBrowser()]
    const lateEmail = newEmail()
    await moveTo(id, Date.now() + 9 * day)
    expect(await holdsOf(id)).toBe(1)
    vi.setSystemTime(Date.now() + 9 * minute)
    await send(late, id, { email: lateEmail })
    expect(await takeSeat(prompt.browser, id, prompt.email)).toBeNull()
    expect(await stateOf(prompt.browser, id)).toBe('going')
    vi.setSystemTime(Date.now() + seatCodeLifetime)
    await runChores(env, Date.now())
    expect(await holdsOf(id)).toBe(0)
    expect(await takeSeat(late, id, lateEmail)).toBe('CodeUsed')
  })

  it('a game that moves to the next minutes holds the seat until its start, and the code gives none after it', async () => {
    const id = await publishGame(host, { capacity: 4 })
    const [prompt, late] = [await hold(id), await hold(id)]
    const startsAt = noon + 5 * minute
    await moveTo(id, startsAt)
    expect(await takeSeat(prompt.browser, id, prompt.email)).toBeNull()
    expect(await stateOf(prompt.browser, id)).toBe('going')
    vi.setSystemTime(startsAt)
    await runChores(env, Date.now())
    expect(await holdsOf(id)).toBe(0)
    expect(await readStep(late.email)).toBeNull()
    expect(await takeSeat(late.browser, id, late.email)).toBeNull()
    expect(await late.browser.viewer()).not.toBeNull()
    expect(await stateOf(late.browser, id)).toBeNull()
    expect(await getLive(host, id)).toMatchObject({ taken: 1 })
  })

  it('a paid game that moves too near to pay gives the seat back, and the link promises no payment', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await setPrice(id)
    const { browser, email } = await hold(id)
    expect(await readStep(email)).toBe('pay')
    await moveTo(id, noon + 30 * minute)
    expect(await readStep(email)).toBeNull()
    // A host can give it to somebody who pays in cash.
    const guest = { name: 'Gus', slotId: null, idempotencyKey: makeKey() }
    expect((await host.ask(`/api/events/${id}/joiners`, { method: 'POST', json: guest })).status).toBe(204)
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await browser.viewer()).not.toBeNull()
    expect(await stateOf(browser, id)).toBeNull()
    expect(await getLive(host, id)).toMatchObject({ capacity: 1, taken: 1 })
  })

  it('joining that opens later takes no seat before', async () => {
    const id = await publishGame(host, { capacity: 4 })
    const { browser, email } = await hold(id)
    expect((await change(host, id, { joinFrom: inDays(1) })).status).toBe(204)
    expect(await readStep(email)).toBeNull()
    expect(await takeSeat(browser, id, email)).toBeNull()
    expect(await stateOf(browser, id)).toBeNull()
    expect(await holdsOf(id)).toBe(0)
  })
})

describe('What a stranger learns', () => {
  it('is the same for an address with an account, without one, and with a block', async () => {
    const id = await publishGame(host)
    const { email, browser } = await makePerson()
    await env.DB.prepare("UPDATE users SET display_name = 'Known', completed_at = 1 WHERE email = ?").bind(email).run()
    const viewer = await browser.viewer()
    await block(host.id, viewer?.id ?? '')
    const answers = await Promise.all([newEmail(), email].map(async (address) => send(newBrowser(), id, { email: address })))
    expect(answers[0]).toEqual(answers[1])
    // Only the owner of the mailbox notices: the game does not exist for them, and nobody is blocked from a seat.
    const owner = newBrowser()
    await send(owner, id, { email })
    expect(await takeSeat(owner, id, email)).toBeNull()
    expect((await owner.ask(`/api/events/${id}`)).status).toBe(404)
    expect(
      await env.DB.prepare('SELECT count(*) AS n FROM joiners WHERE event_id = ? AND user_id = ?').bind(id, viewer?.id).first('n'),
    ).toBe(0)
  })

  it('is nothing about games that not everyone can join', async () => {
    const { forTeam, draft, byLink } = await publishHiddenGames(host)
    for (const id of [forTeam, draft, 'no-such-game']) {
      const refused = await request(newBrowser(), id)
      expect(refused.status).toBe(404)
      expect(await readProblem(refused)).toMatchObject({ code: 'EventNotFound' })
    }
    expect(await send(newBrowser(), byLink)).toMatchObject({ isHeld: true })
  })

  it('does not tell the hosts who holds a seat', async () => {
    const id = await publishGame(host)
    await send(newBrowser(), id)
    const { joiners } = await (await host.ask(`/api/events/${id}/manage`)).json<{ joiners: unknown[] }>()
    expect(joiners).toEqual([])
  })
})

describe('Nobody can block a game', () => {
  it('because at most a quarter of its seats or two are held, and never more than half', async () => {
    const heldIn = async (capacity: number) => {
      const id = await publishGame(host, { capacity })
      for (let i = 0; i < 7; i++) await send(newBrowser(), id, { choice: { orWait: true } })
      return holdsOf(id)
    }
    expect(await heldIn(1)).toBe(1)
    expect(await heldIn(3)).toBe(2)
    expect(await heldIn(8)).toBe(2)
    expect(await heldIn(20)).toBe(5)
  })

  it('because one network holds at most three of its seats', async () => {
    const id = await publishGame(host, { capacity: 40 })
    const neighbors = Array.from({ length: 4 }, () => new Browser({ address: '198.51.100.7' }))
    for (const neighbor of neighbors) await send(neighbor, id)
    expect(await holdsOf(id)).toBe(3)
  })

  it('or flood a mailbox: codes are limited by address and network, alike with and without an account', async () => {
    const id = await publishGame(host)
    const { email } = await makePerson()
    for (const address of [email, newEmail()]) {
      const browser = newBrowser()
      for (let i = 0; i < 5; i++) await send(browser, id, { email: address })
      const refused = await request(browser, id, { email: address })
      expect(refused.status).toBe(429)
      expect(await readProblem(refused)).toMatchObject({ code: 'TooManySeatCodes' })
      for (let i = 0; i < 5; i++) await send(newBrowser(), id, { email: address })
      expect((await request(newBrowser(), id, { email: address })).status).toBe(429)
      expect((await mailsTo(address)).filter(({ name }) => name === 'seat-code').length).toBe(10)
    }
  })
})

it('Many at once do not take more seats than a game has', async () => {
  const id = await publishGame(host, { capacity: 3 })
  const guests = Array.from({ length: 8 }, () => ({ browser: newBrowser(), email: newEmail() }))
  const sent = await Promise.all(guests.map(({ browser, email }) => request(browser, id, { email, choice: { orWait: true } })))
  expect(sent.every(({ status }) => status === 202)).toBe(true)
  await Promise.all([...guests.map(({ browser, email }) => takeSeat(browser, id, email)), join(ana, id, { orWait: true })])
  expect(await getLive(host, id)).toMatchObject({ capacity: 3, taken: 3 })
  expect(await holdsOf(id)).toBe(0)
})

it('Of many who ask for the last seat at once, one holds it, and the others are told that the game is full', async () => {
  const id = await publishGame(host, { capacity: 1 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => request(newBrowser(), id)))
  const [held, ...more] = answers.filter(({ status }) => status === 202)
  expect(await held?.json()).toMatchObject({ isHeld: true })
  expect(more).toEqual([])
  const refusals = await Promise.all(answers.filter((answer) => answer !== held).map(async (answer) => (await readProblem(answer)).code))
  expect(refusals).toEqual(Array.from({ length: 19 }, () => 'EventFull'))
  expect(await holdsOf(id)).toBe(1)
  expect(await getLive(host, id)).toMatchObject({ capacity: 1, taken: 1 })
})

it('A person without a profile gets one from the game, with their name', async () => {
  const id = await publishGame(host)
  const { browser } = await makePerson()
  const setUp = (eventId: string) => browser.ask('/api/profiles/me/from-game', { method: 'POST', json: { eventId, name: 'Maya' } })
  expect((await setUp('no-such-game')).status).toBe(404)
  expect((await setUp(id)).status).toBe(201)
  expect(await readProblem(await setUp(id))).toMatchObject({ code: 'ProfileExists' })
  expect((await browser.ask(`/api/events/${id}/me`, { method: 'PUT', json: {} })).status).toBe(200)
  expect((await ask('/api/profiles/me/from-game', { method: 'POST', json: { eventId: id, name: 'Maya' } })).status).toBe(401)
})

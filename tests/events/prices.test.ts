import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventPage, MyEventPage } from '../../domain/events/contract.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import type { SeatOffer } from '../../domain/events/join-contract.ts'
import type { Payees } from '../../domain/events/payees-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { offerSeats } from '../../worker/events/offers.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeGameForm, noon, repeatWeekly } from '../setup/make-game-form.ts'
import { actOn, change, getEvent, join, leave, makeKey, priceOf, publishGame, setPrice } from './games.ts'

collectLog()
const queues = holdQueues()
const db = openPrimary(env.DB)

let [host, owner, ana, bo] = [] as unknown as [Person, Person, Person, Person]
const crew = 'crew'

const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()
/** Gives a person a payout account. */
const linkAccount = ({ id }: Person, { currency = 'usd', isActive = true } = {}) =>
  run(
    `INSERT OR REPLACE INTO payout_accounts (user_id, stripe_id, kind, country, currency, charges_enabled, details_submitted, payouts_enabled,
       currently_due, created_at, read_at) VALUES (?1, 'acct_' || ?1, 'LINK', 'US', ?2, ?3, 1, 1, '[]', 1, 1)`,
    id,
    currency,
    Number(isActive),
  )

/** A player has paid for a seat, and has left. */
const sellTo = ({ id }: Person, eventId: string, payee: Person) =>
  run(
    `INSERT INTO orders (id, event_id, joiner_id, payer_id, payee_id, account_id, seats, amount, our_fee, currency, state, created_at, paid_at, settled_at)
       VALUES (?1, ?2, ?1, ?3, ?4, 'acct', 1, 1500, 75, 'usd', 'paid', 1, 1, 2)`,
    crypto.randomUUID(),
    eventId,
    id,
    payee.id,
  )

/** The owner of the community becomes an organizer, and an organizer its owner. */
async function handOver(from: Person, to: Person): Promise<void> {
  await run("UPDATE team_members SET role = 'organizer' WHERE team_id = ? AND user_id = ?", crew, from.id)
  await run("UPDATE team_members SET role = 'owner' WHERE team_id = ? AND user_id = ?", crew, to.id)
}

beforeAll(async () => {
  const all = await Promise.all(['host', 'owner', 'ana', 'bo'].map((id) => enter(id)))
  ;[host, owner, ana, bo] = all as typeof all & [Person, Person, Person, Person]
  await run("INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES (?, 'Crew', '', 'VARSITY', 1, 1)", crew)
  for (const [person, role] of [
    [owner, 'owner'],
    [host, 'organizer'],
    [bo, 'member'],
  ] as const)
    await run('INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, ?, 1)', crew, person.id, role)
})

beforeEach(async () => {
  await run("UPDATE events SET state = 'cancelled'")
  await run('DELETE FROM payout_accounts')
  await linkAccount(host)
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const post = (form: Partial<EventForm>) =>
  host.ask('/api/events', {
    method: 'POST',
    json: { form: makeGameForm(form), repeat: null, publish: { when: 'now' }, idempotencyKey: makeKey() },
  })
const refusalOf = async (answer: Promise<Response>) => {
  const { status, code, issues } = await readProblem(await answer)
  return [`${status} ${code}`, issues?.map(({ path }) => path).join()]
}
const pricing = priceOf(1500, { early: { amount: 1200, days: 2 } })

describe('A host', () => {
  it('sets a price, changes it and takes it away', async () => {
    const id = await publishGame(host, { pricing })
    expect((await getEvent(ana, id)).price).toMatchObject(pricing)
    expect((await change(host, id, { pricing: priceOf(2000) })).status).toBe(204)
    expect((await getEvent(ana, id)).price?.amount).toBe(2000)
    expect((await change(host, id, { pricing: null })).status).toBe(204)
    expect((await getEvent(ana, id)).price).toBeNull()
  })

  it('sets the price of a series; a date with its own price keeps it', async () => {
    const id = await publishGame(host, { pricing }, { repeat: repeatWeekly(3) })
    const dates = await rowsOf('SELECT id FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?) ORDER BY starts_at', id)
    await change(host, String(dates[1]?.id), { pricing: priceOf(900) })
    expect((await change(host, id, { pricing: priceOf(2000) }, { scope: 'all' })).status).toBe(204)
    const prices = await Promise.all(dates.map(async (date) => (await getEvent(host, String(date.id))).price?.amount))
    expect(prices).toEqual([2000, 900, 2000])
  })

  it('needs an active payout account in the currency of the price', async () => {
    const refused = ['409 NoActivePayouts', 'form.pricing']
    expect(await refusalOf(post({ pricing: { ...pricing, currency: 'eur' } }))).toEqual(refused)
    await linkAccount(host, { isActive: false })
    expect(await refusalOf(post({ pricing }))).toEqual(refused)
    expect(await rowsOf("SELECT 1 FROM events WHERE state = 'published'")).toEqual([])
    const free = await publishGame(host)
    expect(await refusalOf(change(host, free, { pricing }))).toEqual(refused)
    expect((await getEvent(host, free)).price).toBeNull()
  })

  it('can change other things of a paid game when the account is no longer active', async () => {
    const id = await publishGame(host, { pricing })
    await linkAccount(host, { isActive: false })
    expect((await change(host, id, { title: 'Late doubles' })).status).toBe(204)
  })

  it('needs the account of the owner for a game of a community', async () => {
    expect(await refusalOf(post({ pricing, teamId: crew }))).toEqual(['409 NoActivePayouts', 'form.pricing'])
    const own = await publishGame(host, { pricing })
    expect(await refusalOf(change(host, own, { teamId: crew }))).toEqual(['409 NoActivePayouts', 'form.pricing'])
    await linkAccount(owner)
    expect((await change(host, own, { teamId: crew })).status).toBe(204)
  })

  it('gives a price for members only to games of a community', async () => {
    await linkAccount(owner)
    const forMembers = { ...pricing, memberAmount: 1000 }
    expect(await refusalOf(post({ pricing: forMembers }))).toEqual(['400 InvalidInput', 'form.pricing'])
    expect((await post({ pricing: forMembers, teamId: crew })).status).toBe(201)
  })

  it('does not switch between free and paid once a player has a seat', async () => {
    const refused = ['409 PriceAfterJoining', 'form.pricing']
    const free = await publishGame(host)
    await join(host, free)
    await join(ana, free)
    expect(await refusalOf(change(host, free, { pricing }))).toEqual(refused)
    await leave(ana, free)
    // Hosts do not pay, so their own seat does not matter.
    expect((await change(host, free, { pricing })).status).toBe(204)
    await join(ana, free)
    expect(await refusalOf(change(host, free, { pricing: null }))).toEqual(refused)
    expect((await change(host, free, { pricing: priceOf(1800) })).status).toBe(204)
  })

  it('does not change the currency once a player has a seat', async () => {
    const id = await publishGame(host, { pricing })
    await join(ana, id)
    await linkAccount(host, { currency: 'eur' })
    const inEuros = { pricing: priceOf(1500, { currency: 'eur' }) }
    expect(await refusalOf(change(host, id, inEuros))).toEqual(['409 CurrencyAfterJoining', 'form.pricing'])
    await actOn(host, id, ana.id, 'remove')
    expect((await change(host, id, inEuros)).status).toBe(204)
  })

  it('keeps its currency once somebody has paid, also after they left', async () => {
    const id = await publishGame(host, { pricing })
    await sellTo(ana, id, host)
    await linkAccount(host, { currency: 'eur' })
    const inEuros = { pricing: priceOf(1500, { currency: 'eur' }) }
    const refused = ['409 CurrencyAfterPaying', 'form.pricing']
    expect(await refusalOf(change(host, id, inEuros))).toEqual(refused)
    // Neither does it by being free in between.
    expect((await change(host, id, { pricing: null })).status).toBe(204)
    expect(await refusalOf(change(host, id, inEuros))).toEqual(refused)
    await run("UPDATE orders SET state = 'expired' WHERE event_id = ?", id)
    expect((await change(host, id, inEuros)).status).toBe(204)
  })

  it('can change as long as whoever was paid first can be paid, although its community has another owner now', async () => {
    await linkAccount(owner)
    const id = await publishGame(host, { pricing, teamId: crew })
    await sellTo(ana, id, owner)
    await handOver(owner, host)
    await run('DELETE FROM payout_accounts WHERE user_id = ?', host.id)
    try {
      expect((await change(host, id, { pricing: priceOf(1800) })).status).toBe(204)
      await linkAccount(owner, { isActive: false })
      expect(await refusalOf(change(host, id, { pricing: priceOf(2000) }))).toEqual(['409 NoActivePayouts', 'form.pricing'])
    } finally {
      await handOver(host, owner)
    }
  })

  it('gives a price to a game of a season in which nobody has a seat', async () => {
    await linkAccount(owner)
    const id = await publishGame(host, { teamId: crew, visibility: 'team' })
    await run(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('fall', ?, 'Fall', '2026-01-01', '2027-01-01', 1)",
      crew,
    )
    await run("INSERT INTO team_sessions (event_id, season_id) VALUES (?, 'fall')", id)
    expect((await change(host, id, { pricing })).status).toBe(204)
  })

  it('reads who would be paid, in which currency and for which fee', async () => {
    await linkAccount(owner, { currency: 'eur' })
    const payeesOf = async (person: Person, search = '') => (await (await person.ask(`/api/events/payees${search}`)).json()) as Payees
    const crewPayee = { id: crew, currency: 'eur', isViewer: false, feeBasisPoints: 300 }
    expect(await payeesOf(host)).toEqual({ person: { currency: 'usd', isViewer: true, feeBasisPoints: 500 }, communities: [crewPayee] })
    expect(await payeesOf(bo)).toEqual({ person: { currency: null, isViewer: true, feeBasisPoints: 500 }, communities: [] })
    const id = await publishGame(host, { coHosts: [bo.id], teamId: crew })
    const ofGame = { person: { currency: 'usd', isViewer: false, feeBasisPoints: 500 }, communities: [crewPayee] }
    expect(await payeesOf(bo, `?eventId=${id}`)).toEqual(ofGame)
    expect(await payeesOf(ana, `?eventId=${id}`)).toEqual({
      person: { currency: null, isViewer: true, feeBasisPoints: 500 },
      communities: [],
    })
  })
})

describe('The price on the wire', () => {
  it('is for the viewer: their membership, the fee of the community and their plan', async () => {
    await linkAccount(owner)
    const id = await publishGame(host, { pricing: { ...pricing, memberAmount: 1000, feeBy: 'player' }, teamId: crew })
    const priceFor = async (person: { ask: typeof ask }) => (await (await person.ask(`/api/events/${id}`)).json<{ price: unknown }>()).price
    expect(await priceFor(bo)).toMatchObject({ memberAmount: 1000, isMember: true, feeBasisPoints: 300, paysBookingFee: true })
    expect(await priceFor({ ask })).toMatchObject({ isMember: false, feeBasisPoints: 300, paysBookingFee: true })
    await run(
      `INSERT INTO plan_subscriptions (id, owner_key, owner_kind, owner_id, platform, payer_id, plan_uid, item_id, price_id, status,
         period_start, period_end, ends_at_period_end, created_at, read_at)
       VALUES ('sub', 'user:ana:gth', 'user', 'ana', 'gth', 'ana', 'gth-users-member-plus', 'i', 'p', 'active', 1, 2, 0, 1, 1)`,
    )
    expect(await priceFor(ana)).toMatchObject({ isMember: false, paysBookingFee: false })
  })

  it('is what everyone can pay now on a card, and in the preview of a link', async () => {
    const starts = '2026-12-01T12:00'
    const id = await publishGame(host, { pricing, starts, ends: '2026-12-01T14:00' })
    const free = await publishGame(host, { starts: '2026-12-02T12:00', ends: '2026-12-02T14:00' })
    const cards = async () =>
      (await (await ask('/api/events?hostId=host')).json<EventPage>()).events.map(({ id: of, price }) => [of, price])
    expect(await cards()).toEqual([
      [id, { amount: 1200, currency: 'usd' }],
      [free, null],
    ])
    const page = await (await ask(`/discover/events/${id}`)).text()
    expect(page).toMatch(/<meta name="description" content="[^"]* \$12\./)
    expect(page).toContain('"price":"12","priceCurrency":"USD"')
    vi.setSystemTime(noon + 5 * day)
    const mine = await (await host.ask('/api/events/mine')).json<MyEventPage>()
    expect(mine.events.find((event) => event.id === id)?.price).toEqual({ amount: 1500, currency: 'usd' })
  })

  it('is that of the cheapest ticket if there are several', async () => {
    const tickets = [1500, 1000].map((amount) => ({ id: `t${amount}`, name: `Ticket ${amount}`, amount, memberAmount: null, seats: null }))
    const id = await publishGame(host, { pricing: priceOf(1000, { tiers: tickets }) })
    const { events } = await (await ask('/api/events?hostId=host')).json<EventPage>()
    expect(events.find((event) => event.id === id)?.price).toEqual({ amount: 1000, currency: 'usd', isFrom: true })
    expect(await (await ask(`/discover/events/${id}`)).text()).toMatch(/<meta name="description" content="[^"]* From \$10\./)
  })

  it('is in an offer by email, for the person who gets it', async () => {
    const id = await publishGame(host, { pricing, capacity: 1 })
    await setPrice(id, null)
    await join(bo, id)
    await join(ana, id, { orWait: true })
    await setPrice(id)
    await leave(bo, id)
    await offerSeats(db, { now: Date.now(), newId: () => crypto.randomUUID() }, id)
    await sendOutbox(env, db.outboxIds.splice(0))
    await waitForEmptyOutbox()
    const [token] = queues.mail.flatMap(({ body }) => (body.template.name === 'seat-offer' ? [body.template.data.token] : []))
    const offer = await (await ask(`/api/seat-offers/${token}`)).json<SeatOffer>()
    expect(offer).toMatchObject({ state: 'open', price: { amount: 1500, isMember: false, feeBasisPoints: 500 } })
  })
})

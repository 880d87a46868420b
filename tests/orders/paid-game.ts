import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { SeatBalance } from '../../domain/events/contract.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import type { JoinEvent } from '../../domain/events/join-contract.ts'
import type { Pricing } from '../../domain/events/pricing-contract.ts'
import type { MyOrder, PayForSeat } from '../../domain/orders/contract.ts'
import type { GameOrderPage } from '../../domain/orders/game-orders-contract.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import type { MyPayment, PaymentHistory } from '../../domain/payments/history-contract.ts'
import type { PaymentKind } from '../../domain/payments/payment-kinds.ts'
import { day } from '../../domain/time/spans.ts'
import { authorize, createAccount } from '../../sandbox/stripe/core/accounts.ts'
import { platform } from '../../sandbox/stripe/core/books.ts'
import { runChores } from '../../worker/cron.ts'
import type { Job } from '../../worker/env.ts'
import { getEvent, join, publishGame, setPrice } from '../events/games.ts'
import { consume, deliverNotices, type HeldQueues, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { makeEvent, send } from '../payments/events.ts'
import { type cards, startStripe } from '../payments/stand-in.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'

/** The stand-in of the file that runs. The database of another file does not know what it has. */
export let stripe = startStripe(() => Date.now())
const money: Job<unknown>[] = []
let time = 0
let count = 0
/** How many events of the host's account the product was told of. */
let told = 0

/** The host of the game of a test, two players, and the account on which the host is paid. */
export const the = { host: {} as Person, ana: {} as Person, bo: {} as Person, account: '' }

/** Call it once in a file: each of its tests gets new people, because requests about money are counted for a minute. */
export function startWithHost(): HeldQueues {
  collectLog()
  const queues = holdQueues()
  beforeAll(() => {
    stripe = startStripe(() => Date.now())
  })
  beforeEach(async () => {
    // Stripe's clock never goes back, so the clock of a test begins where the last one ended.
    time = Math.max(time, Date.now() + 2000)
    vi.useFakeTimers({ toFake: ['Date'], now: time })
    stripe.connect()
    money.length = 0
    vi.spyOn(env.MONEY_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
      money.push(...[...messages].map(({ body }) => body as Job<unknown>))
      return {} as never
    })
    await env.DB.exec("UPDATE events SET state = 'cancelled'")
    count += 1
    const [host, ana, bo] = await Promise.all(['host', 'ana', 'bo'].map((name) => enter(`${name}-${count}`)))
    Object.assign(the, { host, ana, bo, account: await giveAccount(`host-${count}`) })
  })
  afterEach(() => {
    time = Date.now()
    vi.useRealTimers()
  })
  return queues
}

/** Gives a person an account on which they can be paid. */
async function giveAccount(userId: string): Promise<string> {
  const main = stripe.world.books(platform)
  const account = stripe.act(() => {
    const { id } = createAccount(main, { type: 'express', country: 'US' }, true)
    authorize(main, id)
    return id
  })
  await rowsOf(
    `INSERT OR REPLACE INTO payout_accounts (user_id, stripe_id, kind, country, currency, charges_enabled, details_submitted, payouts_enabled, currently_due, created_at, read_at)
      VALUES (?, ?, 'NEW', 'US', 'usd', 1, 1, 1, '[]', ?3, ?3)`,
    userId,
    account,
    Date.now(),
  )
  told = 0
  return account
}

export async function publishPaid(form: Partial<EventForm> = {}, amount = 1500, more: Partial<Pricing> = {}): Promise<string> {
  const id = await publishGame(the.host, form)
  await setPrice(id, amount, more)
  return id
}

export const askToPay = (person: Person, id: string, amount = 1500, more: Partial<PayForSeat> = {}) =>
  person.ask(`/api/events/${id}/pay`, { method: 'POST', json: { amount, currency: 'usd', ...more } })

type Purchase = Partial<JoinEvent> & { amount?: number; code?: string }

/** Joins a game and opens the page to pay. Returns its address. */
export async function joinToPay(person: Person, id: string, { amount = 1500, code, ...request }: Purchase = {}): Promise<string> {
  expect((await join(person, id, request)).status).toBeLessThan(300)
  return openPage(person, id, amount, code ? { code } : {})
}
export async function openPage(person: Person, id: string, amount = 1500, more: Partial<PayForSeat> = {}): Promise<string> {
  const answer = await askToPay(person, id, amount, more)
  expect([answer.status, answer.status === 200 ? '' : (await readProblem(answer.clone())).code]).toEqual([200, ''])
  return ((await answer.json()) as { url: string }).url
}

export const payOn = (url: string, card: keyof typeof cards = 'good', authentication?: 'fail' | 'succeed') =>
  stripe.pay(url, card, authentication, the.account)

export const comeBack = async (person: Person, sessionId: string) =>
  (await (await person.ask('/api/payments/return', { method: 'POST', json: { sessionId } })).json()) as PaymentResult

/** Joins, pays and comes back. */
export async function buySeat(person: Person, id: string, options: Purchase = {}): Promise<void> {
  const result = await comeBack(person, payOn(await joinToPay(person, id, options)))
  expect(result.state).toBe('paid')
  await work()
}

/** What a person sees of the balance of their seats. */
export const balanceOf = async (person: Person, id: string): Promise<SeatBalance | null> =>
  (await getEvent(person, id)).live.mine?.balance ?? null

/** A person takes seats for themselves and these guests, and pays for their own. Returns the id of the shares. */
export async function splitPrice(person: Person, id: string, guests: string[]): Promise<string> {
  expect((await join(person, id, { guests })).status).toBeLessThan(300)
  await comeBack(person, payOn(await openPage(person, id, 1500, { way: 'split', balance: 1500 * guests.length })))
  return (await balanceOf(person, id))?.orderId ?? ''
}

export const askToPayShare = (person: Person, shareId: string, amount = 1500) =>
  person.ask(`/api/shares/${shareId}/pay`, { method: 'POST', json: { amount, currency: 'usd' } })
export const openShare = async (person: Person, shareId: string): Promise<string> =>
  ((await (await askToPayShare(person, shareId)).json()) as { url: string }).url

/** The queue does all work about money. */
export async function work(): Promise<void> {
  await waitForEmptyOutbox()
  while (money.length > 0) {
    await consume('money', money.splice(0))
    await waitForEmptyOutbox()
  }
}

/** Stripe tells the product what has happened on the host's account, in this order, and the queue does the work. */
export async function deliver(order: <Item>(all: Item[]) => Item[] = (all) => all): Promise<void> {
  const all = books().all('event')
  const fresh = all.slice(told)
  told = all.length
  for (const { type, data } of order(fresh)) {
    const event = {
      ...makeEvent({ type: String(type), account: the.account }),
      data: { object: { id: (data.object as { id: string }).id } },
    }
    expect((await send(JSON.stringify(event), { to: 'connect' })).status).toBe(200)
  }
  await work()
}

export const books = () => stripe.world.books(the.account)

/** Time passes here and at Stripe, and the chores of the minute run. */
export async function pass(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms)
  stripe.runDue()
  await runChores(env, Date.now())
  await work()
}

export const startOf = async (id: string): Promise<number> =>
  Number((await rowsOf('SELECT starts_at AS at FROM events WHERE id = ?', id))[0]?.at)
/** Time passes until so long before the start. */
export const passUntil = async (id: string, before: number): Promise<void> => pass((await startOf(id)) - before - Date.now())

/** Seats are offered only by day, and the tests before may have left the clock at night. Then it is noon in Austin. */
export const passToNoon = () => pass(day - ((Date.now() - noon) % day))

/** What a person has paid of one kind, as their list of payments shows it. */
export async function paymentsOf<Kind extends PaymentKind>(person: Person, kind: Kind) {
  const { payments } = (await (await person.ask(`/api/payments/history?kind=${kind}`)).json()) as PaymentHistory
  return payments.map(({ payment }) => payment) as Extract<MyPayment, { kind: Kind }>['payment'][]
}

export const ordersOf = (person: Person): Promise<MyOrder[]> => paymentsOf(person, 'game')

/** What comes back to a person, as they see it. */
export const refundsOf = async (person: Person): Promise<string[]> =>
  (await ordersOf(person)).flatMap(({ refunds }) => refunds.map(({ amount, reason, state }) => `${amount} ${reason} ${state}`))

/** The payments of a game, as somebody who manages its money sees them. */
export const ordersOfGame = async (id: string, person = the.host): Promise<GameOrderPage> =>
  (await (await person.ask(`/api/events/${id}/orders`)).json()) as GameOrderPage

/** What Stripe has given back on the host's account. */
export const refundsAtStripe = () =>
  books()
    .all('refund')
    .map(({ amount, status }) => `${amount} ${status}`)

export async function titlesOf(person: Person): Promise<string[]> {
  await deliverNotices()
  const { notices } = (await (await person.ask('/api/notifications')).json()) as { notices: { title: string }[] }
  return notices.map(({ title }) => title)
}

export const codeOf = async (answer: Response | Promise<Response>) => {
  const { status, code } = await readProblem(await answer)
  return `${status} ${code}`
}

import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { PaymentResult, PaymentsOverview } from '../../domain/payments/contract.ts'
import { type EventType, isEventType } from '../../domain/payments/webhooks.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { planEvents } from '../../worker/payments/plan-events.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { type cards, startStripe } from './stand-in.ts'

/** The stand-in of the file that runs. The database of another file does not know what it has. */
export let stripe = startStripe(() => Date.now())

/** The owner of a team and the team. Each test has new ones, because requests about money are counted for a minute. */
export const the = { owner: undefined as unknown as Person, team: '', number: 0 }
let time = 0
/** How many events the tests before have left. */
let seen = 0

/** Call it once in a file: each of its tests gets an owner with a team, and the stand-in of Stripe. */
export function startWithTeam(): void {
  beforeAll(() => {
    stripe = startStripe(() => Date.now())
  })
  beforeEach(async () => {
    // Stripe's clock never goes back, so the clock of a test begins where the last one ended.
    time = Math.max(time, Date.now() + 2000)
    vi.useFakeTimers({ toFake: ['Date'], now: time })
    stripe.connect()
    seen = stripe.books().all('event').length
    the.number += 1
    the.owner = await enter(`owner-${the.number}`)
    const json = { name: `Club ${the.number}`, people: [the.owner.id] }
    const answer = await the.owner.ask('/api/_local/teams', { method: 'PUT', json })
    the.team = ((await answer.json()) as { id: string }).id
  })
  afterEach(() => {
    time = Date.now()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export const post = (person: Person, path: string, json: unknown) => person.ask(`/api/payments${path}`, { method: 'POST', json })
export const buy = (person: Person, id: string, more: object = {}) =>
  post(person, '/subscriptions', { items: [{ id, teamId: the.team, type: 'TEAMS', ...more }] })
export const urlOf = async (answer: Response | Promise<Response>) => ((await (await answer).json()) as { url: string }).url
export const overviewOf = async (person: Person) => (await (await person.ask('/api/payments')).json()) as PaymentsOverview
export const planOf = async () => (await rowsOf(`SELECT plan, max_members AS max FROM teams WHERE id = '${the.team}'`))[0]
export const comeBack = async (person: Person, sessionId: string) =>
  (await (await post(person, '/return', { sessionId })).json()) as PaymentResult

/** Buys a plan, pays, and comes back. */
export const subscribe = async (person: Person, id: string, card: keyof typeof cards = 'good') =>
  comeBack(person, stripe.pay(await urlOf(buy(person, id)), card))

type Happened = { type: string; objectId: string }

/** Runs the handlers of all events that the stand-in has, in this order. */
export async function deliver(order: (all: Happened[]) => Happened[] = (all) => all): Promise<void> {
  const db = openPrimary(env.DB)
  const client = await openStripe(getSettings(env))
  const events = stripe
    .books()
    .all('event')
    .slice(seen)
    .map(({ type, data }) => ({ type: String(type), objectId: (data.object as { id: string }).id }))
  for (const { type, objectId } of order(events)) {
    const handle = isEventType(type) ? planEvents[type] : undefined
    const about = { endpoint: 'account', account: null, createdAt: 0, receivedAt: 0 } as const
    const event = { ...about, id: 'evt_1', type: type as EventType, objectId }
    if (handle) await runBatch(db, { effect: await handle({ db, stripe: client, now: Date.now(), event }) })
  }
}

type Subscription = { id: string; status: string; customer: string; latest_invoice: string | null }

export const subscriptionsOf = (id: string): Subscription[] =>
  stripe
    .books()
    .all('subscription')
    .filter(({ metadata }) => metadata.ownerId === id)

export const pass = (ms: number): void => {
  vi.setSystemTime(Date.now() + ms)
  stripe.runDue()
}

import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import type { PayForSeat } from '../../domain/orders/contract.ts'
import { isEventType, type ReceivedEvent } from '../../domain/payments/webhooks.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { completeAccount, restrictAccount } from '../../sandbox/stripe/core/accounts.ts'
import { platform } from '../../sandbox/stripe/core/books.ts'
import { decideDispute, openDispute } from '../../sandbox/stripe/core/disputes.ts'
import { StripeError } from '../../sandbox/stripe/core/errors.ts'
import { payOut } from '../../sandbox/stripe/core/payouts.ts'
import { refundCharge } from '../../sandbox/stripe/core/refunds.ts'
import { cancelEvent } from '../../worker/events/cancel-event.ts'
import { leaveEvent } from '../../worker/events/change-joiner.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { actOnJoiner } from '../../worker/events/host-actions.ts'
import { joinEvent } from '../../worker/events/join-event.ts'
import { markDone } from '../../worker/jobs/commands.ts'
import { findDoneJobs } from '../../worker/jobs/queries.ts'
import { queueSyncs } from '../../worker/ledger/queue-syncs.ts'
import { askForDueBalances } from '../../worker/orders/balances.ts'
import { endUnpaidHolds } from '../../worker/orders/end-hold.ts'
import { giveCredit } from '../../worker/orders/give-credit.ts'
import { noteGivenBack } from '../../worker/orders/note-given-back.ts'
import { notePayment } from '../../worker/orders/note-payment.ts'
import { payForSeats } from '../../worker/orders/pay.ts'
import { refundOrder } from '../../worker/orders/refund-order.ts'
import { payShare } from '../../worker/orders/shares.ts'
import { buyPlan } from '../../worker/payments/buy-plan.ts'
import { cancelPlan, resumePlan } from '../../worker/payments/cancel-plan.ts'
import { queueSweep, storeEvents } from '../../worker/payments/commands.ts'
import { confirmPayment } from '../../worker/payments/confirm-payment.ts'
import { doMoneyWork } from '../../worker/payments/jobs.ts'
import { linkAccount } from '../../worker/payments/link-account.ts'
import type { MoneyContext } from '../../worker/payments/money-context.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { unlinkAccount } from '../../worker/payments/unlink-account.ts'
import { write } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { markedDone } from '../../worker/platform/job-context.ts'
import { JobError } from '../../worker/platform/job-error.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { acceptHandOver, offerHandOver } from '../../worker/teams/hand-over-offers.ts'
import { priceOf } from '../events/games.ts'
import { startStripe } from '../payments/stand-in.ts'
import { makeGameForm } from '../setup/make-game-form.ts'
import { runStatements } from '../setup/run-statements.ts'
import { type ClubKind, ClubMoney, clubKinds } from './club-money.ts'
import { judgePayouts } from './judge-payouts.ts'
import { LinkedAccounts, type LinkKind, linkKinds } from './linked-accounts.ts'
import { NothingToDo, pickFrom, requireWork } from './pick-from.ts'

/** What people, hosts and Stripe do with money. */
export const kinds = [
  ...['create', 'join', 'pay', 'decline', 'pay-late', 'leave', 'remove', 'refund-here', 'refund-there', 'change-plan', 'cancel-plan'],
  ...['resume-plan', 'link', 'restrict', 'unlink', 'hand-over', 'call-off', 'wait', 'dispute', 'payout', 'note-cash', 'give-seat'],
  ...['give-credit', 'spend-credit', 'split', 'pay-share', 'come-due', ...clubKinds, ...linkKinds],
] as const
export type Kind = (typeof kinds)[number]

/** What happens before every other try of a step that would mostly have nothing to do. */
const before: Partial<Record<Kind, readonly Kind[]>> = {
  'pay-late': ['link', 'create', 'join'],
  'spend-credit': ['link', 'create', 'join', 'pay', 'give-credit'],
  'resume-plan': ['change-plan', 'cancel-plan'],
  'refund-here': ['link', 'create', 'join', 'pay'],
  'refund-dues': ['link', 'pay-dues'],
  'dispute-dues': ['link', 'pay-dues'],
  'stop-membership': ['buy-membership'],
  payout: ['link', 'create', 'join', 'pay'],
  link: ['unlink'],
  unlink: ['link'],
  restrict: ['link'],
  deauthorize: ['link-own'],
}

/** What goes wrong between Stripe and us during a step. */
export const faults = ['none', 'dropped', 'doubled', 'shuffled', 'lost-answer', 'lost-request'] as const
type Fault = (typeof faults)[number]

export type Step = { kind: Kind; fault: Fault; who: number; pick: number }
export type Tally = {
  /** Each kind of step with each fault: how often it was tried, and how often it changed something. */
  tried: Map<string, number>
  effective: Map<string, number>
  payments: number
  refunds: number
  plans: number
  credits: number
  resold: number
  /** Payments by friends for a seat of a party. */
  shares: number
  /** Balances that were not paid in time, and parties that kept only a part of their seats. */
  due: number
  reduced: number
  /** Payouts of which the books say what is in them. */
  payouts: number
  /** The largest one between books and the balance at Stripe, in cents. */
  difference: number
}

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** Midnight in Austin, on a day without a clock change nearby. */
const midnight = Date.UTC(2026, 5, 10, 5)
const price = 1500
/** So many times at which something must be paid pass after the steps. More are not in any history. */
const maxDue = 100
/** A game begins so many days after it is published. */
const gameDays = 3
const terms = { amount: 500, dueHours: 24 }

type Game = { id: string; host: string; capacity: number; isRefunded: boolean; hasDeposit: boolean; isOver: boolean }
/** A party that splits the price. */
type Party = { orderId: string; payerId: string }
type Session = { id: string; account: string; payerId: string }
type Job = { id: string; body: unknown }

let histories = 0

/** One random history: a community, its games, four players and Stripe. */
export class MoneyHistory {
  readonly #db: Database
  readonly #name: string
  readonly #stripe: ReturnType<typeof startStripe>
  readonly #tally: Tally
  readonly #settings = getSettings(env)
  readonly #club: ClubMoney
  readonly #linked: LinkedAccounts
  #client: Stripe | undefined
  #now = midnight + 12 * hour
  #ids = 0
  #games: Game[] = []
  #sessions: Session[] = []
  /** Messages in the queue about money, also those that have failed. */
  #jobs: Job[] = []
  /** The ids of the messages that tell players of money that comes back. */
  #notices: string[] = []
  /** The same for credit. */
  #creditNotices = new Set<string>()
  /** Payments whose seats ended while their host could not be paid, so nobody could pay the rest. */
  #blocked = new Set<string>()
  /** How many events of each account we have seen, and those that arrive later. */
  #seen = new Map<string, number>()
  #held: { account: string; event: ReceivedEvent }[] = []

  constructor(db: Database, tally: Tally) {
    histories += 1
    this.#db = db
    this.#tally = tally
    this.#name = `h${histories}`
    this.#stripe = startStripe(() => this.#now, histories)
    this.#linked = new LinkedAccounts({
      owner: () => this.#owner(),
      rows: (query) => this.#rows(query),
      ...{ books: this.#books, act: (change) => this.#stripe.act(change) },
    })
    this.#club = new ClubMoney({
      ...{ db, team: this.#team, members: this.#members, owner: () => this.#owner() },
      rows: (query) => this.#rows(query),
      ...{ accounts: this.#known, linked: this.#linked, books: this.#books, act: (change) => this.#stripe.act(change) },
      openPage: (payerId, open) => this.#openPage(payerId, open),
      payOn: (session, card) => this.#payOn(session, card),
      prepare: () => this.#prepareToSell(),
    })
  }

  get #owners(): [string, string] {
    return [`${this.#name}-owner`, `${this.#name}-next`]
  }
  get #players(): string[] {
    return [0, 1, 2, 3].map((n) => `${this.#name}-player-${n}`)
  }
  /** They pay dues and memberships. Players come and go. */
  get #members(): [string, string] {
    return [`${this.#name}-member-0`, `${this.#name}-member-1`]
  }
  get #team(): string {
    return `${this.#name}-team`
  }
  get #gameIds() {
    return sql`(SELECT value FROM json_each(${JSON.stringify(this.#games.map(({ id }) => id))}))`
  }
  #newId = () => `${this.#name}-${String(++this.#ids).padStart(4, '0')}`
  get #acting() {
    return { now: this.#now, newId: this.#newId, platform: 'gth' as const }
  }
  async #money(): Promise<MoneyContext> {
    this.#client ??= await openStripe(this.#settings)
    return { db: this.#db, stripe: this.#client, settings: this.#settings, ...this.#acting, origin: 'http://localhost:5173' }
  }
  async #rows<Row>(query: Parameters<typeof runStatements>[1][number]): Promise<Row[]> {
    const [result] = await runStatements<Row>(this.#db, [query])
    return result?.results ?? []
  }

  async run(steps: readonly Step[]): Promise<void> {
    this.#stripe.connect()
    const addresses = { account: 'http://localhost/account', connect: 'http://localhost/connect' }
    this.#stripe.act((world) =>
      world.changeSettings({
        webhooks: { account: { url: addresses.account, secret: 'whsec_1' }, connect: { url: addresses.connect, secret: 'whsec_2' } },
      }),
    )
    await this.#begin()
    for (const step of steps) {
      await this.#take(step)
      this.#now += minute
    }
    await this.#settle()
    await this.#judge()
    await this.#end()
    await this.#linked.judge()
  }

  async #begin(): Promise<void> {
    const [owner, next] = this.#owners
    const people = JSON.stringify([owner, next, ...this.#members, ...this.#players])
    await runStatements(this.#db, [
      // All histories begin at the same time, so what an earlier one knew of its stand-in must not count.
      ...[
        'plan_prices',
        'jobs',
        'disputes',
        'payment_disputes',
        'membership_payments',
        'plan_disputes',
        'due_refunds',
        'due_payments',
        'dues',
        'membership_subscriptions',
        'memberships',
        'order_refunds',
        'credits',
        'orders',
        'ledger_accounts',
        'payout_accounts',
        'unlinked_accounts',
        'accounts_to_release',
      ].map((table) => sql`DELETE FROM ${sql.identifier(table)}`),
      sql`INSERT INTO users (id, email, email_key, display_name, email_verified_at, completed_at, created_at, updated_at)
        SELECT value, value || '@example.com', value || '@example.com', 'Somebody', 1, 1, 0, 0 FROM json_each(${people})`,
      sql`INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at)
        VALUES (${this.#team}, ${this.#team}, '', NULL, NULL, 'ROOKIE', 1, 1, NULL)`,
      sql`INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (${this.#team}, ${owner}, 'owner', 1), (${this.#team}, ${next}, 'organizer', 1),
        (${this.#team}, ${this.#members[0]}, 'member', 1), (${this.#team}, ${this.#members[1]}, 'member', 1)`,
    ])
    for (const kind of ['link', 'create', 'join'] as const) await this.#takeOne({ kind, fault: 'none', who: 0, pick: 0 })
  }

  async #take(step: Step): Promise<void> {
    const { who } = step
    // With an even one, hosts unlink in any case.
    const pick = step.pick - (step.pick % 2)
    if (who % 2 === 0) for (const kind of before[step.kind] ?? []) await this.#takeOne({ kind, fault: 'none', who, pick })
    await this.#takeOne(step)
  }

  async #takeOne(step: Step): Promise<void> {
    const { kind, fault } = step
    const met = `${kind} ${fault}`
    count(this.#tally.tried, met)
    const isLost = fault === 'lost-answer' || fault === 'lost-request'
    if (isLost) this.#lose({ [fault === 'lost-answer' ? 'lostAnswers' : 'lostRequests']: 1 })
    try {
      await this.#act(step)
      count(this.#tally.effective, met)
    } catch (error) {
      const { lostAnswers, lostRequests } = this.#stripe.world.settings.faults
      // The fault has hit the step, whose work at Stripe may be done.
      if (isLost && error instanceof AppError && lostAnswers + lostRequests === 0) count(this.#tally.effective, met)
      // The product refuses the step, or Stripe does.
      else if (![AppError, StripeError, NothingToDo].some((known) => error instanceof known)) throw error
    }
    await this.#work(fault === 'doubled')
    this.#lose({ lostAnswers: 0, lostRequests: 0 })
    await this.#deliver(step)
    await this.#work(fault === 'doubled')
  }

  #lose(lost: { lostAnswers?: number; lostRequests?: number }): void {
    this.#stripe.act((world) => world.changeSettings({ faults: lost }))
  }

  async #owner(): Promise<string> {
    const [row] = await this.#rows<{ id: string }>(
      sql`SELECT user_id AS id FROM team_members WHERE team_id = ${this.#team} AND role = 'owner'`,
    )
    return row?.id ?? ''
  }

  async #act(step: Step): Promise<unknown> {
    const { kind, who, pick } = step
    const db = this.#db
    const money = await this.#money()
    const player = this.#players[who % 4] ?? ''
    const open = this.#games.filter(({ isOver }) => !isOver)
    const game = () => pickFrom(open, pick)
    switch (kind) {
      case 'create':
        return this.#create(pick)
      case 'join':
        return this.#join(player, game(), pick % 4 > 0)
      case 'pay':
      case 'decline':
        return this.#pay(pick, kind === 'pay' ? 'good' : 'declined')
      case 'pay-late': {
        const session = pickFrom(
          this.#openSessions().filter((one) => this.#isOfSeat(one)),
          pick,
        )
        const held = await this.#entryOf(session)
        if (!held) throw new NothingToDo()
        await leaveEvent(db, this.#now, held.playerId, held.eventId)
        return this.#payOn(session, 'good')
      }
      case 'leave':
        return this.#leave(pick)
      case 'remove': {
        const { id, host } = game()
        const entries = await this.#rows<{ id: string }>(
          sql`SELECT id FROM joiners WHERE event_id = ${id} AND state IN ('going', 'paying') ORDER BY id`,
        )
        return actOnJoiner(db, this.#acting, host, id, pickFrom(entries, who).id, 'remove')
      }
      case 'refund-here':
        return this.#refundHere(pick)
      case 'give-credit':
        return this.#giveCredit(pick)
      case 'spend-credit':
        return this.#spendCredit(pick)
      case 'refund-there':
        return this.#refundThere(pick)
      case 'dispute':
        return this.#dispute(pick)
      case 'note-cash':
        return (await this.#giveBackByHand(pick)) || this.#note(money, pick, 'cash')
      case 'give-seat':
        return this.#note(money, pick, 'gift')
      case 'split':
        return this.#split(money, player, pick)
      case 'pay-share':
        return this.#payShare(money, pick)
      case 'come-due':
        return requireWork(await this.#passToNext())
      case 'payout':
        return this.#payOut(pick)
      case 'change-plan':
        return this.#changePlan(money, pick)
      case 'cancel-plan':
      case 'resume-plan': {
        const isEnding = this.#livePlans().some((plan) => plan.cancel_at_period_end)
        await (kind === 'cancel-plan' ? cancelPlan : resumePlan)(money, { kind: 'team', id: this.#team }, await this.#owner())
        return requireWork(isEnding === (kind === 'resume-plan'))
      }
      case 'link':
        return requireWork(await this.#link(money))
      case 'restrict':
        return this.#restrict(pick)
      case 'unlink':
        return unlinkAccount(db, { userId: await this.#owner(), now: this.#now, isForced: pick % 2 === 0 })
      case 'hand-over': {
        const from = await this.#owner()
        const to = this.#owners.find((id) => id !== from) ?? ''
        await offerHandOver(db, this.#acting, from, this.#team, to)
        return acceptHandOver(db, this.#acting, to, this.#team)
      }
      case 'call-off': {
        requireWork(open.length > 1)
        const over = game()
        await cancelEvent(db, this.#acting, over.host, over.id, { reason: '', scope: 'this' })
        over.isOver = true
        return undefined
      }
      case 'wait':
        return this.#pass(([5, 12, 40, 90] as const)[pick % 4] ?? 5)
      case 'link-own':
      case 'deauthorize':
        return this.#linked.act(kind satisfies LinkKind, { money, pick })
      default:
        return this.#club.act(kind satisfies ClubKind, { money, who, pick })
    }
  }

  /** Dues and memberships need a plan and an account. */
  async #prepareToSell(): Promise<void> {
    const money = await this.#money()
    await this.#link(money)
    if (this.#livePlans().length > 0) return
    await this.#changePlan(money, 0)
    await this.#work()
    await this.#deliver({ kind: 'change-plan', fault: 'none', who: 0, pick: 0 })
    await this.#work()
  }

  async #create(pick: number): Promise<void> {
    const host = await this.#owner()
    const isRefunded = pick % 3 > 0
    const hasDeposit = pick % 4 === 3
    const capacity = pick % 4 === 1 ? 4 : 2
    const local = (at: number) => new Date(at - 5 * hour).toISOString().slice(0, 16)
    const startsAt = this.#now + gameDays * 24 * hour
    const form = makeGameForm({
      ...{ capacity, teamId: this.#team, maxGuests: 2, starts: local(startsAt), ends: local(startsAt + 2 * hour) },
      pricing: priceOf(price, {
        refundHours: isRefunded ? 0 : null,
        ...(hasDeposit ? { deposit: terms } : { refundIfResold: !isRefunded }),
      }),
    })
    const { id } = await createEvent(this.#db, this.#acting, host, {
      ...{ form, repeat: null, publish: { when: 'now' } as const, idempotencyKey: this.#newId() },
    })
    this.#games.push({ id, host, capacity, isRefunded, hasDeposit, isOver: false })
  }

  /** Joins and opens the page, or the one for what is left to pay. */
  async #join(player: string, game: Game, usesCredit: boolean): Promise<void> {
    await this.#enter(player, game, [])
    const left = await this.#leftOf(player, game.id)
    const credit = usesCredit && left === 0 && !game.hasDeposit ? await this.#creditFor(player, game.id) : 0
    const [amount, balance] = left > 0 ? [left, 0] : game.hasDeposit ? [terms.amount, price - terms.amount] : [price - credit, 0]
    return this.#openOfPlayer(player, game, { amount, credit, balance, currency: 'usd' })
  }

  async #enter(player: string, { id }: Game, guests: string[]): Promise<void> {
    await joinEvent(this.#db, this.#acting, player, id, { slotId: null, guests, answers: {}, orWait: false }).catch((error: unknown) => {
      // They hold a seat already, and go on to pay.
      if (!(error instanceof AppError)) throw error
    })
  }

  async #openOfPlayer(player: string, { id }: Game, seen: PayForSeat): Promise<void> {
    const money = await this.#money()
    const open = () => payForSeats(money, { id: player, email: `${player}@example.com` }, id, seen)
    // The credit has paid for all of it.
    if (seen.amount === 0) await withSecondTry(open)
    else await this.#openPage(player, open)
  }

  /** Opens a page twice, as a double click does. */
  async #openPage(payerId: string, open: () => Promise<string>): Promise<Session> {
    const first = await withSecondTry(open)
    expect(await open()).toBe(first)
    const id = new URL(first).pathname.split('/').at(-1) ?? ''
    const account = this.#accounts().find((one) => this.#stripe.world.books(one).get('checkout_session', id)) ?? ''
    const known = this.#sessions.find((session) => session.id === id)
    const session = known ?? { id, account, payerId }
    if (!known) this.#sessions.push(session)
    return session
  }

  /** A player takes seats for friends too, and pays for their own. */
  async #split(money: MoneyContext, player: string, pick: number): Promise<void> {
    if (pick % 3 === 0) {
      await this.#link(money)
      await this.#create(pick * 4 + 1)
    }
    const large = this.#games.filter(({ isOver, capacity }) => !isOver && capacity === 4)
    const game = pickFrom(large.toReversed(), pick)
    const guests = ['Gil', 'Hal'].slice(0, 1 + (pick % 2))
    await this.#enter(player, game, guests)
    const balance = price * guests.length
    await this.#openOfPlayer(player, game, { amount: price, balance, currency: 'usd', way: 'split' })
    // Their friends pay later.
    const session = this.#openSessions().find(({ payerId }) => payerId === player)
    if (session && pick % 4 > 0) this.#payOn(session, 'good')
  }

  /** A friend opens the page of a share, and pays there at once or later. */
  async #payShare(money: MoneyContext, pick: number): Promise<void> {
    const find = () =>
      this.#rows<Party>(
        sql`SELECT id AS orderId, payer_id AS payerId FROM orders WHERE state = 'paid' AND shares > 0 AND settled_at IS NULL ORDER BY id DESC`,
      )
    let parties = await find()
    if (parties.length === 0) {
      await this.#split(money, this.#players[pick % 4] ?? '', pick * 3)
      await this.#work()
      await this.#deliver({ kind: 'pay-share', fault: 'none', who: 0, pick })
      await this.#work()
      parties = await find()
    }
    const party = pickFrom(parties, pick)
    const friends = this.#players.filter((id) => id !== party.payerId)
    const friend = friends[pick % friends.length] ?? ''
    const open = () => payShare(money, { id: friend, email: `${friend}@example.com` }, party.orderId, { amount: price, currency: 'usd' })
    const session = await this.#openPage(friend, open)
    if (pick % 3 > 0) this.#payOn(session, 'good')
    this.#tally.shares += 1
  }

  /** What the player must still pay for seats that they have. */
  async #leftOf(player: string, eventId: string): Promise<number> {
    const [row] = await this.#rows<{ left: number }>(
      sql`SELECT o.balance - (SELECT coalesce(sum(p.amount), 0) FROM orders p WHERE p.balance_of = o.id AND p.state = 'paid' AND p.settled_at IS NULL) AS left
        FROM orders o JOIN joiners j ON j.id = o.joiner_id WHERE o.event_id = ${eventId} AND j.user_id = ${player}
        AND o.state = 'paid' AND o.balance > 0 AND o.settled_at IS NULL`,
    )
    return row?.left ?? 0
  }

  /** What the player can pay with credit in this game. At least 50 cents are left for the card, or nothing. */
  async #creditFor(player: string, eventId: string): Promise<number> {
    const [row] = await this.#rows<{ balance: number }>(
      sql`WITH payee AS (SELECT coalesce((SELECT payee_id FROM orders WHERE event_id = ${eventId} AND state = 'paid' ORDER BY paid_at, id LIMIT 1), ${await this.#owner()}) AS id)
        SELECT coalesce((SELECT sum(amount) FROM credits, payee WHERE user_id = ${player} AND payee_id = payee.id), 0)
          - coalesce((SELECT sum(credit) FROM orders, payee WHERE payer_id = ${player} AND payee_id = payee.id
            AND (state = 'paid' OR (state = 'open' AND (event_id <> ${eventId} OR settled_at IS NOT NULL)))), 0) AS balance`,
    )
    const balance = row?.balance ?? 0
    return balance >= price ? price : Math.min(balance, price - 50)
  }

  #accounts = (): string[] =>
    this.#stripe
      .books()
      .all('account')
      .map(({ id }) => id)
  /** Those whose money we must know: all but those whose hosts have ended our access. */
  #known = (): string[] => this.#accounts().filter((account) => !this.#linked.isRevoked(account))
  /** Those that our hosts let us read. Nobody pays on the others, and nothing that happens there can be known here. */
  #readable = (): string[] => this.#accounts().filter((account) => this.#linked.hasAccess(account))
  #books = (account: string) => this.#stripe.world.books(account)

  #openSessions(): Session[] {
    return this.#sessions.filter(
      ({ id, account }) => this.#linked.hasAccess(account) && this.#books(account).get('checkout_session', id)?.status === 'open',
    )
  }

  #isOfSeat = ({ id, account }: Session): boolean => this.#books(account).get('checkout_session', id)?.metadata?.orderId !== undefined

  /** The game and the player whose seats are paid for on this page. */
  async #entryOf({ id, account }: Session): Promise<{ eventId: string; playerId: string } | undefined> {
    const orderId = this.#books(account).get('checkout_session', id)?.metadata?.orderId ?? ''
    const [row] = await this.#rows<{ eventId: string; playerId: string }>(
      sql`SELECT o.event_id AS eventId, j.user_id AS playerId FROM orders o JOIN joiners j ON j.id = o.joiner_id WHERE o.id = ${orderId}`,
    )
    return row
  }

  async #pay(pick: number, card: 'good' | 'declined'): Promise<void> {
    const session = pickFrom(this.#openSessions(), pick)
    this.#payOn(session, card)
    // Some people close the tab instead of coming back.
    if (pick % 2 === 0) await confirmPayment(await this.#money(), session.payerId, { sessionId: session.id })
  }

  #payOn({ id, account }: Session, card: 'good' | 'declined'): void {
    try {
      this.#stripe.pay(`http://localhost/${id}`, card, undefined, account)
      this.#tally.payments += 1
    } catch (error) {
      if (!isDecline(error)) throw error
    }
  }

  #charges() {
    return this.#known().flatMap((account) =>
      this.#books(account)
        .all('charge')
        .filter(({ status, metadata }) => status === 'succeeded' && metadata.orderId !== undefined)
        .map((charge) => ({ account, charge })),
    )
  }

  /** The host gives a part back, with a double click. */
  async #refundHere(pick: number): Promise<void> {
    const paid = await this.#rows<{ id: string; payeeId: string }>(
      sql`SELECT id, payee_id AS payeeId FROM orders WHERE state = 'paid' AND payee_id IN (${this.#owners[0]}, ${this.#owners[1]}) ORDER BY id`,
    )
    const order = pickFrom(paid, pick)
    const refund = { amount: pick % 5 === 0 ? price : 400, idempotencyKey: this.#newId() }
    for (let click = 0; click < 2; click++) await refundOrder(this.#db, this.#acting, order.payeeId, order.id, refund)
  }

  /** Somebody who has a seat leaves. */
  async #leave(pick: number): Promise<void> {
    const all = await this.#rows<{ playerId: string; eventId: string }>(
      sql`SELECT user_id AS playerId, event_id AS eventId FROM joiners WHERE state IN ('going', 'paying') AND event_id IN ${this.#gameIds} ORDER BY id`,
    )
    const one = pickFrom(all, pick)
    await leaveEvent(this.#db, this.#now, one.playerId, one.eventId)
  }

  /** The host has taken cash for a seat that is held, or gives it. */
  async #note(money: MoneyContext, pick: number, method: 'cash' | 'gift'): Promise<void> {
    const held = await this.#rows<{ joinerId: string; eventId: string; playerId: string; seats: number }>(
      sql`SELECT id AS joinerId, event_id AS eventId, user_id AS playerId, seats FROM joiners WHERE state = 'paying' AND event_id IN ${this.#gameIds} ORDER BY id`,
    )
    const one = pickFrom(held, pick)
    const left = await this.#leftOf(one.playerId, one.eventId)
    const amount = method === 'gift' ? 0 : left > 0 ? left : price * one.seats
    await notePayment(money, await this.#owner(), one, { method, amount, currency: 'usd' })
  }

  /** The host has given back by hand what no job can send, with a double click. */
  async #giveBackByHand(pick: number): Promise<boolean> {
    const due = await this.#rows<{ id: string; orderId: string; payeeId: string }>(
      sql`SELECT r.id, o.id AS orderId, o.payee_id AS payeeId FROM order_refunds r JOIN orders o ON o.id = r.order_id
        WHERE r.state = 'due' AND (o.method = 'cash' OR (r.waits_for = 'no-access' AND r.stripe_id IS NULL)) ORDER BY r.id`,
    )
    const one = due[pick % 2]
    for (let click = 0; one && click < 2; click++) await noteGivenBack(this.#db, this.#now, one.payeeId, one.orderId, one.id)
    return one !== undefined
  }

  /** The host gives credit instead, with a double click. */
  async #giveCredit(pick: number): Promise<void> {
    const paid = await this.#rows<{ id: string; payeeId: string }>(
      sql`SELECT id, payee_id AS payeeId FROM orders WHERE state = 'paid' AND amount > 0
        AND payee_id IN (${this.#owners[0]}, ${this.#owners[1]}) ORDER BY settled_at IS NOT NULL, id`,
    )
    const order = pickFrom(paid, pick)
    const credit = { amount: [400, 1100, 1480, price][pick % 4] ?? price, idempotencyKey: this.#newId() }
    for (let click = 0; click < 2; click++) await giveCredit(this.#db, this.#acting, order.payeeId, order.id, credit)
  }

  /** Somebody who has credit takes a seat in another game. */
  async #spendCredit(pick: number): Promise<void> {
    const all = await this.#rows<{ player: string }>(
      sql`SELECT user_id AS player FROM credits c WHERE payee_id = ${await this.#owner()} GROUP BY user_id HAVING sum(amount) >
        (SELECT coalesce(sum(credit), 0) FROM orders o WHERE o.payer_id = c.user_id AND o.payee_id = c.payee_id AND o.state IN ('open', 'paid')) ORDER BY user_id`,
    )
    const { player } = pickFrom(all, pick)
    await this.#create(pick)
    const game = this.#games.at(-1)
    if (game) await this.#join(player, game, true)
  }

  /** The host gives money back at Stripe. */
  #refundThere(pick: number): void {
    const all = this.#charges().filter(({ account }) => this.#linked.hasAccess(account))
    const one = pickFrom(all, pick)
    const rest = one.charge.amount - one.charge.amount_refunded
    this.#stripe.act(() => refundCharge(this.#books(one.account), one.charge, { amount: Math.min(rest, pick % 4 === 0 ? price : 300) }))
  }

  /** A player asks their bank for the money, or the bank decides. */
  #dispute(pick: number): void {
    const open = this.#readable().flatMap((account) =>
      this.#books(account)
        .all('dispute')
        .filter(({ status }) => status === 'needs_response')
        .map(({ id }) => ({ account, id })),
    )
    const [one] = open
    if (one && pick % 2 === 0) {
      this.#stripe.act(() => decideDispute(this.#books(one.account), one.id, pick % 4 === 0 ? 'won' : 'lost'))
      return
    }
    const all = this.#charges().filter(({ account }) => this.#linked.hasAccess(account))
    const paid = pickFrom(all, pick)
    this.#stripe.act(() => openDispute(this.#books(paid.account), paid.charge.id, 'general'))
  }

  /** Buys a plan, or changes the one that the community has. */
  async #changePlan(money: MoneyContext, pick: number): Promise<void> {
    const owner = await this.#owner()
    const id = (['varsity-50', 'varsity-200', 'pro-50'] as const)[pick % 3] ?? 'varsity-50'
    const live = this.#livePlans().length > 0
    const item = { id, teamId: this.#team, quantity: 1 as const, type: live ? ('CHANGE_TEAM_SUBSCRIPTION' as const) : ('TEAMS' as const) }
    const { url } = await buyPlan(money, { id: owner, email: `${owner}@example.com` }, { items: [item], environment: undefined })
    if (url === null) return
    const sessionId = this.#stripe.pay(url, pick % 4 === 3 ? 'declined' : 'good')
    if (pick % 2 === 0) await confirmPayment(money, owner, { sessionId })
    this.#tally.plans += 1
  }

  #livePlans() {
    return this.#stripe
      .books()
      .all('subscription')
      .filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
  }

  /** Returns whether the host did not have a complete account here. */
  async #link(money: MoneyContext): Promise<boolean> {
    const owner = await this.#owner()
    const found = () => this.#rows<{ id: string }>(sql`SELECT stripe_id AS id FROM payout_accounts WHERE user_id = ${owner}`)
    const had = (await found()).length > 0
    if (!had) await linkAccount(money, owner, { type: 'NEW', country: 'US', platform: undefined, environment: undefined })
    const [account] = await found()
    if (!account) return false
    const isComplete = this.#canCharge(account.id)
    this.#stripe.act((world) => completeAccount(world.books(platform), account.id))
    return !had || !isComplete
  }

  /** Stripe restricts the account, or the host sends what was missing. */
  async #restrict(pick: number): Promise<void> {
    const [account] = await this.#rows<{ id: string }>(
      sql`SELECT stripe_id AS id FROM payout_accounts WHERE user_id = ${await this.#owner()}`,
    )
    if (!account) throw new NothingToDo()
    const isComplete = this.#canCharge(account.id)
    const isRestricted = pick % 3 === 0
    this.#stripe.act((world) => (isRestricted ? restrictAccount : completeAccount)(world.books(platform), account.id))
    requireWork(isRestricted === isComplete)
  }

  #canCharge = (account: string): boolean => this.#books(platform).find('account', account).charges_enabled

  /** Stripe pays out what is available. Some wait until something is. */
  async #payOut(pick: number): Promise<void> {
    const accounts = this.#readable()
    const due = accounts.flatMap((account) =>
      this.#books(account)
        .all('balance_transaction')
        .map((row) => row.available_on * 1000),
    )
    const next = Math.min(...due.filter((at) => at > this.#now))
    if (pick % 4 > 0 && next < Infinity) {
      // What comes due on the way is worked off in time, as by the cron.
      for (let count = 0; count < maxDue && (await this.#passToNext(next)); count++) await this.#work()
      await this.#pass(Math.ceil((next - this.#now) / minute))
    }
    const all = () => accounts.flatMap((account) => this.#books(account).all('payout'))
    const before = all().length
    this.#stripe.act(() => {
      for (const account of accounts) payOut(this.#books(account))
    })
    requireWork(all().length > before)
  }

  async #pass(minutes: number): Promise<void> {
    this.#now += minutes * minute
    this.#stripe.runDue()
    await askForDueBalances(this.#db, this.#now)
    await endUnpaidHolds(this.#db, this.#now)
    await queueSweep(this.#db, this.#settings, this.#now)
    await queueSyncs(this.#db, this.#now)
  }

  /** Time passes until something must be paid, or the time to pay it is over. Returns whether there was such a time, at `latest` the given one. */
  async #passToNext(latest = Infinity): Promise<boolean> {
    const [next] = await this.#rows<{ at: number | null }>(
      sql`SELECT min(at) AS at FROM (SELECT balance_due_at AS at FROM orders WHERE balance_due_at IS NOT NULL
        UNION ALL SELECT pay_until FROM joiners WHERE state = 'paying' AND event_id IN ${this.#gameIds})`,
    )
    if (next?.at == null || next.at > latest) return false
    await this.#pass(Math.max(1, Math.ceil((next.at - this.#now) / minute)))
    return true
  }

  /** Does all work that is in the queue. What fails stays there, as it would be tried again later. */
  async #work(isDoubled = false): Promise<void> {
    for (let found = await this.#collect(); found.length > 0; found = await this.#collect()) this.#jobs.push(...found)
    const waiting = this.#jobs.splice(0)
    if (waiting.length === 0) return
    for (const job of isDoubled ? [...waiting, ...waiting] : waiting) await this.#runJob(job)
    const fresh = await this.#collect()
    this.#jobs.push(...fresh)
    if (fresh.length > 0) await this.#work(isDoubled)
  }

  async #runJob(job: Job): Promise<void> {
    const { id, body } = job
    if ((await findDoneJobs(this.#db, [id])).has(id)) return
    const done = markDone(this.#db, { id, queue: 'money', attempts: 1, now: this.#now })
    try {
      const outcome = await doMoneyWork(id, body, { env, settings: this.#settings, db: this.#db, now: this.#now, markDone: done })
      if (outcome !== markedDone) await write(this.#db, done)
      if (id.startsWith('end-hold:')) await this.#noteBlocked()
    } catch (error) {
      if (!(error instanceof JobError) && !(error instanceof AppError) && !isLostAnswer(error)) throw error
      if (!this.#jobs.some((waiting) => waiting.id === id)) this.#jobs.push(job)
    }
  }

  /** Remembers which seats have ended just now while their host could not be paid. */
  async #noteBlocked(): Promise<void> {
    const rows = await this.#rows<{ id: string }>(
      sql`SELECT o.id FROM orders o JOIN joiners j ON j.id = o.joiner_id AND j.state = 'expired' WHERE o.state = 'paid' AND o.settled_at = ${this.#now}
        AND NOT EXISTS (SELECT 1 FROM payout_accounts a WHERE a.stripe_id = o.account_id AND a.charges_enabled AND a.details_submitted)`,
    )
    for (const { id } of rows) this.#blocked.add(id)
  }

  /** Takes the messages out of the outbox: those about money are returned. */
  async #collect(): Promise<Job[]> {
    const rows = await this.#rows<{ id: string; queue: string; body: string }>(sql`DELETE FROM outbox RETURNING id, queue, body`)
    this.#notices.push(...rows.flatMap(({ id }) => (id.startsWith('order-refunded:') ? [id] : [])))
    for (const { id } of rows) {
      this.#club.note(id)
      if (id.startsWith('credit-given:')) this.#creditNotices.add(id)
      this.#tally.due += Number(id.startsWith('balance-due:'))
      this.#tally.reduced += Number(id.startsWith('balance-over:'))
    }
    return rows.flatMap(({ id, queue, body }) => (queue === 'money' ? [{ id, body: JSON.parse(body) as unknown }] : []))
  }

  /** Stripe tells of what has happened since the last step. */
  async #deliver({ fault, pick }: Step): Promise<void> {
    const fresh = this.#freshEvents()
    if (fault === 'dropped') return
    if (fault === 'shuffled' && pick % 2 === 0) {
      // They arrive with those of the next step, in another order.
      this.#held.unshift(...fresh.toReversed())
      return
    }
    const arriving = [...fresh, ...this.#held.splice(0)]
    const ordered = fault === 'shuffled' ? arriving.toReversed() : arriving
    for (const { account, event } of fault === 'doubled' ? [...ordered, ...ordered] : ordered) await this.#receive(account, event)
  }

  async #receive(account: string, event: ReceivedEvent): Promise<void> {
    if (event.type === 'account.application.authorized') this.#linked.hear(account)
    await storeEvents(this.#db, account === platform ? 'account' : 'connect', [event], this.#now)
    this.#stripe.act(() => this.#books(account).change('event', event.id, { pending_webhooks: 0 }))
  }

  #freshEvents() {
    return [...new Set([platform, ...this.#accounts()])].flatMap((account) => {
      const all = this.#books(account).all('event')
      const fresh = all.slice(this.#seen.get(account) ?? 0)
      this.#seen.set(account, all.length)
      return fresh.flatMap(({ id, type, created, data }) =>
        isEventType(type)
          ? [
              {
                account,
                event: {
                  ...{ id, type, created, data: { object: { id: String((data.object as { id?: string }).id) } } },
                  ...(account !== platform && { account }),
                } satisfies ReceivedEvent,
              },
            ]
          : [],
      )
    })
  }

  /** Nothing goes wrong any more, and the time of all holds passes. The ledger looks for refunds that wait once a day. */
  async #settle(): Promise<void> {
    for (const minutes of [1, 12, 35, 35]) {
      await this.#pass(minutes)
      await this.#finish()
    }
    for (let count = 0; count < maxDue && (await this.#passToNext()); count++) await this.#finish()
    for (const minutes of [24 * 60, 61, 61, 61]) {
      await this.#pass(minutes)
      await this.#finish()
    }
  }

  async #finish(): Promise<void> {
    await this.#work()
    await this.#deliver({ kind: 'wait', fault: 'none', who: 0, pick: 0 })
    await this.#work()
  }

  /** All games are over, and the banks have decided everything. */
  async #end(): Promise<void> {
    for (const account of this.#readable())
      for (const { id, status } of this.#books(account).all('dispute'))
        if (status === 'needs_response') this.#stripe.act(() => decideDispute(this.#books(account), id, 'lost'))
    for (const minutes of [1, gameDays * 24 * 60, 3 * 24 * 60, 61, 61, 61]) {
      await this.#pass(minutes)
      await this.#finish()
    }
    expect(this.#jobs.map(({ id }) => id)).toEqual([])
    await this.#judgeAccounts()
  }

  /** What must be true after every history. */
  async #judge(): Promise<void> {
    expect(this.#jobs.map(({ id }) => id)).toEqual([])
    const ids = JSON.stringify(this.#games.map(({ id }) => id))
    const held = await this.#rows<{ id: string; held: number; unpaid: number }>(
      sql`SELECT event_id AS id, sum(seats) AS held, sum(state = 'paying') AS unpaid FROM joiners
        WHERE event_id IN (SELECT value FROM json_each(${ids})) AND state IN ('going', 'paying', 'offered') GROUP BY event_id`,
    )
    for (const game of held) {
      expect(game.held, 'seats of a game').toBeLessThanOrEqual(this.#games.find(({ id }) => id === game.id)?.capacity ?? 0)
      expect(game.unpaid, 'seats that nobody pays for').toBe(0)
    }
    await this.#judgePayments(ids)
    await this.#judgeSeats(ids)
    await this.#judgeCredit(ids)
    const ofSeats = this.#openSessions().filter((session) => this.#isOfSeat(session))
    expect(ofSeats, 'pages on which somebody could still pay').toEqual([])
    await this.#club.judge()
    await this.#judgePlan()
    await this.#judgeLedger()
    await this.#judgeAccounts()
  }

  /** Each account is known as it is at Stripe, and those to which we have no access are gone here. */
  async #judgeAccounts(): Promise<void> {
    const main = this.#stripe.world.books(platform)
    const known = await this.#rows<{ id: string; canCharge: number }>(
      sql`SELECT stripe_id AS id, charges_enabled AS canCharge FROM payout_accounts ORDER BY id`,
    )
    expect(known, 'the accounts of hosts').toEqual(
      known
        .filter(({ id }) => main.get('authorization', id)?.isActive)
        .map(({ id }) => ({ id, canCharge: Number(main.find('account', id).charges_enabled) })),
    )
  }

  /** The books of every account have what Stripe's have, to the cent. */
  async #judgeLedger(): Promise<void> {
    for (const account of this.#known()) {
      const rows = await this.#rows<{ id: string; net: number; gross: number; stripeFee: number; ourFee: number }>(
        sql`SELECT id, net, gross, stripe_fee AS stripeFee, our_fee AS ourFee FROM ledger_entries WHERE account_id = ${account} ORDER BY id`,
      )
      // Once nothing can be owed, we give up our access. What is paid out later is between the host and Stripe.
      const isReadable = this.#linked.hasAccess(account)
      const known = new Set(rows.map(({ id }) => id))
      const own = this.#books(account)
        .all('balance_transaction')
        .filter(({ id, type }) => isReadable || known.has(id) || type !== 'payout')
      expect(rows.map(({ id, net }) => [id, net])).toEqual(
        own.map(({ id, net }) => [id, net] as [string, number]).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )
      const [check] = await this.#rows<{ difference: number | null }>(
        sql`SELECT sum(abs(difference)) AS difference FROM ledger_checks WHERE account_id = ${account}`,
      )
      this.#tally.difference = Math.max(this.#tally.difference, check?.difference ?? 0)
      expect(check?.difference ?? 0, 'the difference that the ledger shows').toBe(0)
      this.#tally.payouts += await judgePayouts(this.#db, { account, team: this.#team, teamOwner: await this.#owner() })
    }
  }

  async #judgePayments(ids: string): Promise<void> {
    const orders = await this.#rows<PaidOrder>(
      sql`SELECT o.id, o.event_id AS eventId, o.payment_id AS paymentId, o.state, o.amount, o.our_fee AS ourFee, o.refunded, o.joiner_id AS joinerId,
          o.settled_at AS settledAt, o.method, o.account_id AS accountId, j.state AS entry, e.state AS game,
          (SELECT count(*) FROM order_refunds r WHERE r.order_id = o.id AND r.id = o.id || ':seat') AS seatRefunds,
          (SELECT coalesce(sum(r.amount), 0) FROM order_refunds r WHERE r.order_id = o.id AND r.state <> 'failed') AS back,
          (SELECT count(*) FROM order_refunds r WHERE r.order_id = o.id AND r.stripe_id IS NOT NULL) AS sentByStripe,
          (SELECT coalesce(sum(r.amount), 0) FROM order_refunds r WHERE r.order_id = o.id AND r.state = 'due' AND r.waits_for = 'no-money') AS held,
          (SELECT coalesce(sum(amount), 0) FROM credits c WHERE c.order_id = o.id AND c.reason = 'host') AS given,
          (SELECT r.amount FROM order_refunds r WHERE r.order_id = o.id AND r.reason = 'resold') AS resold,
          o.paid_at AS paidAt, o.resale_at AS resaleAt, o.balance, o.balance_of AS balanceOf, o.seats, o.refund_until AS refundUntil
        FROM orders o JOIN events e ON e.id = o.event_id LEFT JOIN joiners j ON j.id = o.joiner_id
        WHERE o.event_id IN (SELECT value FROM json_each(${ids}))`,
    )
    this.#judgeResales(orders)
    const charges = this.#charges()
    const disputes = this.#known().flatMap((account) => this.#books(account).all('dispute'))
    const stored = await this.#rows<{ id: string; state: string }>(sql`SELECT id, state FROM disputes`)
    const isLost = ({ accountId }: PaidOrder) => this.#linked.isRevoked(accountId)
    expect(
      orders.filter(({ state }) => state === 'open'),
      'orders that wait',
    ).toEqual([])
    for (const { charge } of charges)
      expect(orders.find(({ id }) => id === charge.metadata.orderId)?.paymentId, 'the order of a payment').toBe(charge.payment_intent)
    for (const order of orders) {
      if (isLost(order) && order.method === 'card') continue
      const own = charges.filter(({ charge }) => charge.metadata.orderId === order.id).map(({ charge }) => charge)
      expect(own.length, 'payments of an order').toBe(order.state === 'paid' && order.method === 'card' && order.amount > 0 ? 1 : 0)
      const [charge] = own
      if (order.method !== 'card') this.#judgeNoted(order, orders)
      if (!charge) continue
      const dispute = disputes.find((one) => one.charge === charge.id)
      const known = stored.find(({ id }) => id === dispute?.id)
      expect(known?.state, 'what we know of a dispute').toBe(dispute?.status.replace('_', '-'))
      this.#tally.refunds += order.seatRefunds
      expect([charge.amount, charge.application_fee_amount ?? 0], 'what was taken').toEqual([order.amount, order.ourFee])
      expect(order.refunded + order.held, 'what we know of refunds').toBe(charge.amount_refunded)
      if (this.#judgeSeat(order, orders)) continue
      // While the bank has the money, or has given it back, nothing more goes back.
      const isWithheld = dispute !== undefined && dispute.status !== 'won'
      if (isWithheld) continue
      if (mustComeBack(order, this.#games, this.#blocked))
        expect(Math.min(charge.amount, charge.amount_refunded + order.given), 'what came back for a lost seat').toBe(charge.amount)
    }
    const sent = await this.#rows<{ id: string }>(
      sql`SELECT r.id FROM order_refunds r JOIN orders o ON o.id = r.order_id
        WHERE o.event_id IN (SELECT value FROM json_each(${ids})) AND r.state = 'sent' AND r.amount > 0 ORDER BY r.id`,
    )
    expect(this.#notices.toSorted(), 'notices of money that comes back').toEqual(sent.map(({ id }) => `order-refunded:${id}`).toSorted())
  }

  /** Whether the player has the seat of this order. Then nothing goes back, and nobody has paid for it twice. */
  #judgeSeat(order: PaidOrder, orders: readonly PaidOrder[]): boolean {
    const hasSeat = order.entry === 'going' && order.game === 'published' && order.settledAt === null
    // Friends pay one seat each. How many, `judgeSeats` counts.
    const others = orders.filter(
      ({ id, joinerId, state, settledAt, balanceOf }) =>
        id !== order.id && joinerId === order.joinerId && balanceOf === order.balanceOf && state === 'paid' && settledAt === null,
    )
    const isShare = order.balanceOf !== null && !this.#hasDeposit(order)
    if (hasSeat) {
      expect(order.seatRefunds, 'refunds of a seat that its player has').toBe(0)
      if (!isShare) expect(others, 'other payments for the same seat').toEqual([])
    }
    return hasSeat
  }

  #hasDeposit = ({ eventId }: { eventId: string }): boolean => this.#games.some(({ id, hasDeposit }) => id === eventId && hasDeposit)

  /** Everybody has as many seats as were paid for, by themselves and their friends. */
  async #judgeSeats(ids: string): Promise<void> {
    const entries = await this.#rows<{ id: string; eventId: string; seats: number; paid: number }>(
      sql`SELECT j.id, j.event_id AS eventId, j.seats, (SELECT coalesce(sum(o.seats), 0) FROM orders o WHERE o.joiner_id = j.id AND o.state = 'paid' AND o.settled_at IS NULL
            AND (o.balance_of IS NULL OR e.pricing->>'deposit' IS NULL)) AS paid
        FROM joiners j JOIN events e ON e.id = j.event_id AND e.state = 'published'
        WHERE j.state = 'going' AND j.event_id IN (SELECT value FROM json_each(${ids}))`,
    )
    for (const { id, seats, paid } of entries) expect({ id, paid }, 'seats of a player that were paid for').toEqual({ id, paid: seats })
  }

  /** Who left late gets no more back for sold seats than later players have paid for them by card. */
  #judgeResales(orders: readonly PaidOrder[]): void {
    for (const [, all] of Map.groupBy(orders, ({ eventId }) => eventId)) {
      const waited = all.filter(({ resaleAt }) => resaleAt !== null)
      const resold = waited.filter((order) => order.resold !== null)
      this.#tally.resold += resold.length
      expect(all.filter((order) => order.resold !== null && order.settledAt === null)).toEqual([])
      const since = Math.min(...waited.map(({ resaleAt }) => resaleAt ?? 0))
      const isLater = ({ paidAt }: PaidOrder) => paidAt !== null && paidAt > since
      // A share of a party that had its seats before buys no seat.
      const bought = all.filter(
        (order) =>
          order.method === 'card' &&
          isLater(order) &&
          (order.balanceOf === null || all.some((one) => one.id === order.balanceOf && isLater(one))),
      )
      const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
      expect(sum(resold.map(({ seats }) => seats)), 'seats that were sold again').toBeLessThanOrEqual(sum(bought.map(({ seats }) => seats)))
      expect(sum(resold.map((order) => order.resold ?? 0)), 'what came back for seats that were sold again').toBeLessThanOrEqual(
        sum(bought.map(({ amount }) => amount)),
      )
    }
  }

  /** Cash and gifts have nothing at Stripe. Cash for a lost seat goes back by hand, once. */
  #judgeNoted(order: PaidOrder, orders: readonly PaidOrder[]): void {
    expect([order.paymentId, order.sentByStripe], 'what Stripe has of cash').toEqual([null, 0])
    const whole = order.balanceOf !== null && this.#hasDeposit(order) ? price - terms.amount : price * order.seats
    expect(order.amount, 'what was taken in cash').toBe(order.method === 'cash' ? whole : 0)
    if (this.#judgeSeat(order, orders)) expect(order.back, 'what went back of a seat that its player has').toBeLessThanOrEqual(order.amount)
    else if (mustComeBack(order, this.#games, this.#blocked))
      expect(Math.min(order.amount, order.back + order.given), 'what goes back in cash').toBe(order.amount)
  }

  /** Credit is money: none is lost, spent twice or given together with what went back. */
  async #judgeCredit(ids: string): Promise<void> {
    const orders = await this.#rows<CreditedOrder>(
      sql`SELECT o.id, o.amount, o.event_id AS eventId, o.seats, o.credit, o.discount, o.balance, o.balance_of AS balanceOf, o.state, o.settled_at AS settledAt, j.state AS entry, e.state AS game, e.pricing->>'refundHours' AS refundHours,
          EXISTS (SELECT 1 FROM orders g WHERE g.balance_of = o.id AND g.method = 'gift') AS isRemitted,
          (SELECT coalesce(sum(amount), 0) FROM credits c WHERE c.order_id = o.id AND c.reason = 'host') AS given,
          (SELECT coalesce(sum(amount), 0) FROM credits c WHERE c.order_id = o.id AND c.reason = 'returned') AS returned,
          (SELECT coalesce(sum(amount), 0) FROM order_refunds r WHERE r.order_id = o.id AND r.id IS NOT r.stripe_id AND r.state <> 'failed') AS refunded
        FROM orders o JOIN events e ON e.id = o.event_id LEFT JOIN joiners j ON j.id = o.joiner_id
        WHERE o.method = 'card' AND o.event_id IN (SELECT value FROM json_each(${ids}))`,
    )
    for (const order of orders) {
      const isWhole = !this.#hasDeposit(order) || (order.balanceOf === null && order.balance === 0 && !order.isRemitted)
      const rest = isWhole ? 0 : order.balanceOf === null ? price - terms.amount : terms.amount
      expect(order.amount + order.credit + order.discount + rest, 'the parts of a price').toBe(price * order.seats)
      expect(order.refunded + order.given, 'what the host gave back of a payment').toBeLessThanOrEqual(order.amount)
      this.#tally.credits += Number(order.credit > 0 && order.state === 'paid')
      const hasSeat = order.entry === 'going' && order.game === 'published' && order.settledAt === null
      const mayBeKept = order.refundHours === null && (order.entry === 'left' || order.entry === null)
      if (order.state !== 'paid' || hasSeat) expect(order.returned, 'credit of an order that came back').toBe(0)
      else if (!mayBeKept) expect(order.returned, 'credit that came back for a lost seat').toBe(order.credit)
    }
    const balances = await this.#rows<{ balance: number }>(
      sql`SELECT sum(amount) - (SELECT coalesce(sum(credit), 0) FROM orders o WHERE o.payer_id = c.user_id AND o.payee_id = c.payee_id AND o.state IN ('open', 'paid')) AS balance
        FROM credits c GROUP BY user_id, payee_id`,
    )
    for (const { balance } of balances) expect(balance, 'credit of a player').toBeGreaterThanOrEqual(0)
    const [spent] = await this.#rows<{ players: number }>(
      sql`SELECT count(*) AS players FROM orders o WHERE credit > 0 AND NOT EXISTS (SELECT 1 FROM credits c WHERE c.user_id = o.payer_id AND c.payee_id = o.payee_id)`,
    )
    expect(spent?.players, 'players who used credit that they never had').toBe(0)
    const given = await this.#rows<{ id: string }>(sql`SELECT id FROM credits`)
    expect(this.#creditNotices, 'notices of credit').toEqual(new Set(given.map(({ id }) => `credit-given:${id}`)))
  }

  /** There is never more than one plan, and we know the one that there is. */
  async #judgePlan(): Promise<void> {
    const live = this.#livePlans()
    expect(live.length, 'plans of a community').toBeLessThanOrEqual(1)
    const [plan] = live
    const [stored] = await this.#rows<{ plan: string; uid: string | null; status: string | null; isEnding: number | null }>(
      sql`SELECT t.plan, s.plan_uid AS uid, s.status, s.ends_at_period_end AS isEnding FROM teams t
        LEFT JOIN plan_subscriptions s ON s.owner_id = t.id AND s.id = ${plan?.id ?? ''} WHERE t.id = ${this.#team}`,
    )
    const expected = plan
      ? { status: plan.status, isEnding: Number(plan.cancel_at_period_end), plan: stored?.uid?.split('-')[0]?.toUpperCase() }
      : { status: null, isEnding: null, plan: 'ROOKIE' }
    expect(stored, 'the plan as it is at Stripe').toMatchObject(expected)
  }
}

type PaidOrder = {
  id: string
  eventId: string
  accountId: string
  paymentId: string | null
  state: string
  method: 'card' | 'cash' | 'gift'
  amount: number
  /** What goes back, or has. */
  back: number
  sentByStripe: number
  /** What goes back because somebody bought the seat. */
  resold: number | null
  paidAt: number | null
  resaleAt: number | null
  ourFee: number
  refunded: number
  /** What Stripe holds back until the host has money. */
  held: number
  joinerId: string
  settledAt: number | null
  entry: string | null
  game: string
  seatRefunds: number
  balance: number
  balanceOf: string | null
  seats: number
  refundUntil: number | null
  given: number
}

type CreditedOrder = {
  id: string
  eventId: string
  seats: number
  /** The host has given what was left to pay. */
  isRemitted: number
  amount: number
  credit: number
  discount: number
  balance: number
  balanceOf: string | null
  state: string
  settledAt: number | null
  entry: string | null
  game: string
  refundHours: number | null
  given: number
  returned: number
  refunded: number
}

/** Whoever leaves some games gets nothing back, or what a buyer pays. Joining again replaces the entry. */
function mustComeBack(order: PaidOrder, games: readonly Game[], blocked: ReadonlySet<string>): boolean {
  const { eventId, seatRefunds, entry, resold, settledAt, paidAt, refundUntil } = order
  // It arrived when the seats were gone, or paid for.
  if (settledAt !== null && settledAt === paidAt) return true
  // Who does not pay the balance in time loses the deposit, as somebody who leaves at that moment, unless the host could not be paid.
  if (entry === 'expired') return settledAt !== null && (blocked.has(order.id) || settledAt <= (refundUntil ?? 0))
  const isFinal = games.some(({ id, isRefunded }) => id === eventId && !isRefunded) && (seatRefunds === 0 || resold !== null)
  return !isFinal || (entry !== 'left' && entry !== null)
}

/** If the answer was lost, they press again. */
const withSecondTry = (open: () => Promise<string>): Promise<string> =>
  open().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'PaymentsUnavailable') return open()
    throw error
  })

const isDecline = (error: unknown) => error instanceof StripeError && error.fields.type === 'card_error'
const isLostAnswer = (error: unknown) => error instanceof Error && /StripeConnectionError/.test(`${error.name} ${error.constructor.name}`)

const anyStep = (fault: Fault): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constantFrom(...kinds, ...often), fault: fc.constant(fault), who: fc.nat(3), pick: fc.nat(1000) })

/** Without payments there would be little to see, and some steps mostly find nothing to do. */
const often: readonly Kind[] = [
  ...(['join', 'join', 'join', 'pay', 'pay', 'pay', 'pay', 'give-credit', 'give-credit', 'spend-credit', 'split'] as const),
  ...(['pay-share', 'pay-share', 'buy-membership', 'stop-membership', 'payout', 'refund-there', 'call-off'] as const),
  ...(['restrict', 'deauthorize', 'refund-dues', 'resume-plan'] as const),
]

/** Eight to thirty steps. */
export const sequences: fc.Arbitrary<Step[]> = fc.array(fc.constantFrom(...faults).chain(anyStep), {
  minLength: 8,
  maxLength: 30,
  size: 'max',
})

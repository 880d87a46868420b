import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Books } from '../../sandbox/stripe/core/books.ts'
import { decideDispute, openDispute } from '../../sandbox/stripe/core/disputes.ts'
import { askForDues, endDues } from '../../worker/dues/manage.ts'
import { notePayment, undoNote } from '../../worker/dues/note-payment.ts'
import { payDues } from '../../worker/dues/pay.ts'
import { refundDues } from '../../worker/dues/refunds.ts'
import { buyMembership } from '../../worker/memberships/buy.ts'
import { reasonOf } from '../../worker/memberships/end-comment.ts'
import { offerMembership } from '../../worker/memberships/offers.ts'
import { cancelMembership, resumeMembership } from '../../worker/memberships/own-membership.ts'
import type { MoneyContext } from '../../worker/payments/money-context.ts'
import type { Database } from '../../worker/platform/database.ts'
import type { LinkedAccounts } from './linked-accounts.ts'
import { pickFrom, requireWork } from './pick-from.ts'

/** What members and those who manage the money do with dues and memberships. */
export const clubKinds = [
  'ask-dues',
  'pay-dues',
  'note-dues',
  'refund-dues',
  'end-dues',
  'dispute-dues',
  'buy-membership',
  'stop-membership',
] as const
export type ClubKind = (typeof clubKinds)[number]

type Session = { id: string; account: string; payerId: string }

/** The history around it: its database, its Stripe, and what everybody does there. */
type Around = {
  db: Database
  team: string
  members: readonly [string, string]
  owner: () => Promise<string>
  rows: <Row>(query: ReturnType<typeof sql>) => Promise<Row[]>
  /** Those whose money we must know. */
  accounts: () => string[]
  linked: Pick<LinkedAccounts, 'hasAccess' | 'isRevoked'>
  books: (account: string) => Books
  act: (change: () => void) => void
  /** Opens a page twice, as a double click does. */
  openPage: (payerId: string, open: () => Promise<string>) => Promise<Session>
  payOn: (session: Session, card: 'good' | 'declined') => void
  /** Lets the community have a plan and an account, which dues and memberships need. */
  prepare: () => Promise<void>
}

type Step = { money: MoneyContext; who: number; pick: number }
type Due = { id: string; amount: number }
type DuePayment = {
  id: string
  dueId: string
  userId: string
  state: string
  method: string
  amount: number
  ourFee: number
  refunded: number
  /** What Stripe holds back until the host has money. */
  held: number
  sessionId: string | null
  accountId: string | null
}
type Bought = { id: string; memberId: string; status: string; accountId: string; subscriptionId: string | null }

const fee = 2000

/** Dues and memberships of the community of a random history. */
export class ClubMoney {
  readonly #around: Around
  /** The ids of the messages about money that goes back, and about memberships that have ended. */
  readonly notices: string[] = []

  constructor(around: Around) {
    this.#around = around
  }

  /** Remembers a message of the outbox that is about this money. */
  note(id: string): void {
    if (id.startsWith('due-refunded:') || /^membership-(community|host):/.test(id)) this.notices.push(id)
  }

  async act(kind: ClubKind, { money, who, pick }: Step): Promise<unknown> {
    const { db, team, members } = this.#around
    const member = members[who % 2] ?? ''
    const owner = await this.#around.owner()
    switch (kind) {
      case 'ask-dues':
        return this.#ask(money, pick)
      case 'pay-dues':
        return this.#payDues(money, member, pick)
      case 'note-dues': {
        const path = { id: team, dueId: (await this.#open(money, pick)).id, userId: member }
        const isNoted = (await this.#payments()).some(
          ({ dueId, userId, method, state }) => dueId === path.dueId && userId === member && method !== 'card' && state === 'paid',
        )
        if (pick % 4 === 0) {
          await undoNote(db, owner, path)
          return requireWork(isNoted)
        }
        // Sometimes their page is open, and they pay in this moment.
        const session = pick % 2 === 0 ? await this.#payDues(money, member, 3) : undefined
        await notePayment(db, money, owner, path, { method: pick % 5 === 0 ? 'waived' : 'cash' })
        if (session && pick % 3 === 0) this.#around.payOn(session, 'good')
        return requireWork(!isNoted)
      }
      case 'refund-dues':
        return this.#refund(money, owner, pick)
      case 'end-dues':
        return endDues(db, money, owner, { id: team, dueId: (await this.#open(money, pick)).id })
      case 'dispute-dues':
        return this.#dispute(pick)
      case 'buy-membership':
        return this.#buy(money, member, pick)
      case 'stop-membership':
        return this.#stop(money, pick)
    }
  }

  async #ask(money: MoneyContext, pick: number): Promise<Due> {
    const { db, team, owner, prepare } = this.#around
    await prepare()
    const amount = fee + (pick % 3) * 500
    const form = { title: `Dues ${pick}`, note: '', amount, currency: 'usd', dueOn: '2027-06-01' } as const
    return { id: await askForDues(db, money, await owner(), team, form), amount }
  }

  /** The newest dues that members owe. */
  async #open(money: MoneyContext, pick: number): Promise<Due> {
    const [due] = await this.#around.rows<Due>(
      sql`SELECT id, amount FROM dues WHERE team_id = ${this.#around.team} AND ended_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1`,
    )
    return due ?? this.#ask(money, pick)
  }

  async #payDues(money: MoneyContext, member: string, pick: number): Promise<Session> {
    const { team, openPage, payOn } = this.#around
    const due = await this.#open(money, pick)
    const seen = { amount: due.amount, currency: 'usd' } as const
    const session = await openPage(member, () => payDues(money, this.#payer(member), { id: team, dueId: due.id }, seen))
    if (pick % 4 !== 3) payOn(session, pick % 4 === 2 ? 'declined' : 'good')
    return session
  }

  #payer = (id: string) => ({ id, email: `${id}@example.com` })

  /** With a double click. */
  async #refund(money: MoneyContext, owner: string, pick: number): Promise<void> {
    const { db, team } = this.#around
    const payments = (await this.#payments()).filter(({ method, state }) => method === 'card' && state === 'paid')
    const payment = pickFrom(payments, pick)
    const refund = { amount: pick % 3 === 0 ? payment.amount : 400, idempotencyKey: money.newId() }
    for (let click = 0; click < 2; click += 1)
      await refundDues(db, money, owner, { id: team, dueId: payment.dueId, paymentId: payment.id }, refund)
  }

  #charges() {
    const { accounts, books } = this.#around
    return accounts().flatMap((account) =>
      books(account)
        .all('charge')
        .filter(({ status, metadata }) => status === 'succeeded' && metadata.orderId === undefined)
        .map((charge) => ({ account, charge })),
    )
  }
  #disputes() {
    const ofUs = new Set(this.#charges().map(({ charge }) => charge.id))
    return this.#around.accounts().flatMap((account) =>
      this.#around
        .books(account)
        .all('dispute')
        .filter(({ charge }) => typeof charge === 'string' && ofUs.has(charge))
        .map((dispute) => ({ account, dispute })),
    )
  }

  /** A member asks their bank for the money, or the bank decides. */
  #dispute(pick: number): void {
    const { act, books, linked } = this.#around
    const open = this.#disputes().find(({ account, dispute }) => linked.hasAccess(account) && dispute.status === 'needs_response')
    if (open && pick % 2 === 0) {
      act(() => void decideDispute(books(open.account), open.dispute.id, pick % 4 === 0 ? 'won' : 'lost'))
      return
    }
    const all = this.#charges().filter(({ account }) => linked.hasAccess(account))
    const one = pickFrom(all, pick)
    act(() => void openDispute(books(one.account), one.charge.id, 'general'))
  }

  async #buy(money: MoneyContext, member: string, pick: number): Promise<void> {
    const { db, team, owner, rows, prepare, openPage, payOn } = this.#around
    const find = () => rows<{ id: string }>(sql`SELECT id FROM memberships WHERE team_id = ${team} AND ended_at IS NULL LIMIT 1`)
    await prepare()
    if ((await find()).length === 0) {
      const form = { name: 'Pass', description: '', amount: fee, currency: 'usd', every: 'month', type: 'DROPIN_PICKUP' } as const
      await offerMembership(db, money, await owner(), team, form)
    }
    const [offer] = await find()
    if (!offer) return
    const session = await openPage(member, () => buyMembership(money, this.#payer(member), offer.id, { amount: fee, currency: 'usd' }))
    if (pick % 4 !== 3) payOn(session, pick % 8 === 2 ? 'declined' : 'good')
  }

  /** A member ends it with its period, or changes their mind. */
  async #stop(money: MoneyContext, pick: number): Promise<void> {
    const live = (await this.#bought()).filter(({ status }) => status === 'active')
    const one = pickFrom(live, pick)
    const isEnding = this.#around.books(one.accountId).get('subscription', one.subscriptionId)?.cancel_at_period_end === true
    const resumes = pick % 3 === 0
    await (resumes ? resumeMembership : cancelMembership)(money, one.memberId, one.id, {})
    requireWork(isEnding === resumes)
  }

  #payments = () =>
    this.#around.rows<DuePayment>(
      sql`SELECT p.id, p.due_id AS dueId, p.user_id AS userId, p.state, p.method, p.amount, p.our_fee AS ourFee, p.refunded, p.session_id AS sessionId, p.account_id AS accountId,
          (SELECT coalesce(sum(r.amount), 0) FROM due_refunds r WHERE r.due_payment_id = p.id AND r.state = 'due' AND r.waits_for = 'no-money') AS held
        FROM due_payments p JOIN dues d ON d.id = p.due_id WHERE d.team_id = ${this.#around.team} ORDER BY p.created_at, p.id`,
    )
  #bought = () =>
    this.#around.rows<Bought>(
      sql`SELECT id, member_id AS memberId, status, account_id AS accountId, subscription_id AS subscriptionId
        FROM membership_subscriptions WHERE team_id = ${this.#around.team} ORDER BY created_at, id`,
    )

  /** What must be true after every history. */
  async judge(): Promise<void> {
    await this.#judgeDues()
    await this.#judgeMemberships()
    const rows = await this.#around.rows<{ id: string; state: string; accountId: string }>(
      sql`SELECT id, state, account_id AS accountId FROM payment_disputes ORDER BY id`,
    )
    const known = rows.flatMap(({ id, state, accountId }) => (this.#around.linked.isRevoked(accountId) ? [] : [{ id, state }]))
    const there = this.#disputes().map(({ dispute }) => ({ id: dispute.id, state: dispute.status.replace('_', '-') }))
    expect(known, 'disputes about dues and memberships').toEqual(there.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  }

  /** Nothing more of it goes back while a bank has it, or has given it back. */
  #isAtBank = (charge: string): boolean => this.#disputes().some(({ dispute }) => dispute.charge === charge && dispute.status !== 'won')

  async #judgeDues(): Promise<void> {
    const payments = await this.#payments()
    const charges = this.#charges()
    const settled = payments.filter(({ state }) => state === 'paid').map(({ dueId, userId }) => `${dueId} ${userId}`)
    expect(settled.length, 'payments that settle what one member owes').toBe(new Set(settled).size)
    for (const payment of payments) {
      if (payment.accountId !== null && this.#around.linked.isRevoked(payment.accountId)) continue
      const own = charges.filter(({ charge }) => charge.metadata.duePaymentId === payment.id).map(({ charge }) => charge)
      const isPaid = payment.method === 'card' && ['paid', 'refunded', 'late'].includes(payment.state)
      expect(own.length, `charges of dues that are ${payment.state}`).toBe(Number(isPaid))
      const [charge] = own
      if (!charge) continue
      expect([charge.amount, charge.application_fee_amount ?? 0], 'what was taken of dues').toEqual([payment.amount, payment.ourFee])
      expect(payment.refunded + payment.held, 'what we know of refunds of dues').toBe(charge.amount_refunded)
      // The other payment settles what they owe.
      if (payment.state === 'late' && !this.#isAtBank(charge.id))
        expect(charge.amount_refunded, 'dues that were paid twice').toBe(charge.amount)
    }
    const sent = await this.#around.rows<{ id: string }>(sql`SELECT id FROM due_refunds WHERE state = 'sent' AND amount > 0 ORDER BY id`)
    const told = this.notices.filter((id) => id.startsWith('due-refunded:'))
    expect(told.toSorted(), 'notices of dues that come back').toEqual(sent.map(({ id }) => `due-refunded:${id}`).toSorted())
  }

  /** Nobody has two of a kind, we know what is at Stripe, and who did not end it has the rest back once. */
  async #judgeMemberships(): Promise<void> {
    const bought = await this.#bought()
    const subscriptions = this.#around.accounts().flatMap((account) =>
      this.#around
        .books(account)
        .all('subscription')
        .map((subscription) => ({ account, subscription })),
    )
    for (const { subscription } of subscriptions) {
      const row = bought.find(({ id }) => id === subscription.metadata.membershipSubscriptionId)
      // An open page is read again within a day.
      if (row?.status !== 'open') expect(row?.subscriptionId, 'a membership at Stripe').toBe(subscription.id)
    }
    const live = bought.filter(({ status }) => status !== 'ended' && status !== 'canceled').map(({ memberId }) => memberId)
    expect(live.length, 'memberships of one member').toBe(new Set(live).size)
    for (const row of bought) {
      const found = subscriptions.find(({ subscription }) => subscription.id === row.subscriptionId)
      if (!found) continue
      const { account, subscription } = found
      expect(row.status, 'a membership as it is at Stripe').toBe(subscription.status)
      const because = reasonOf(subscription)
      const books = this.#around.books(account)
      const back = books.all('refund').filter(({ metadata }) => metadata?.membershipSubscriptionId === row.id)
      const isEndedByUs = because !== null && because !== 'unpaid'
      const invoice = books.all('invoice').find(({ parent }) => parent?.subscription_details?.subscription === subscription.id)
      const charge = this.#charges().find(
        (one) => one.charge.customer === subscription.customer && one.charge.amount === invoice?.amount_paid,
      )
      const isWithheld =
        charge !== undefined && (this.#isAtBank(charge.charge.id) || charge.charge.amount_refunded === charge.charge.amount)
      if (isEndedByUs && !isWithheld) expect(back.length, 'refunds of the rest of a membership').toBe(1)
      else expect(back.length, 'refunds of the rest of a membership').toBeLessThanOrEqual(Number(isEndedByUs))
      const told = this.notices.filter((id) => id.startsWith(`membership-host:${row.id}:`))
      expect(told.length, 'notices of a membership that the host has ended').toBe(Number(because === 'host'))
    }
  }
}

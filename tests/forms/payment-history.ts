import { expect } from 'vitest'
import type { SentForm } from '../../domain/forms/fill-contract.ts'
import type { SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { decideDispute, openDispute } from '../../sandbox/stripe/core/disputes.ts'
import type { Job } from '../../worker/env.ts'
import { consume } from '../notifications/hold-queues.ts'
import { books, comeBack, deliver, pass as passMoney, payOn, stripe, the, work } from '../orders/paid-game.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { makeRandom } from '../setup/make-random.ts'
import { askToPayForm, askToSend, at, its, makeForm, ofSubmission } from './paid-form.ts'

/** What people, organizers, banks and the clock do. */
export const kinds = [
  ...['submit', 'open', 'pay', 'decline', 'return', 'break-off', 'withdraw', 'approve', 'refuse', 'cash', 'refund', 'dispute'],
  ...['change', 'roster', 'wait'],
] as const
type Kind = (typeof kinds)[number]

/** What goes wrong between Stripe and us after a step. */
export const faults = ['none', 'dropped', 'doubled and shuffled', 'lost answer'] as const

/** What a history must come across, whoever did it. */
export const outcomes = [
  ...['waitlisted', 'offered', 'ended', 'placed again', 'paid late', 'balance paid', 'coupon used', 'coupon refused'],
  ...['charged back', 'placed', 'refunded', 'child placed', 'child left', 'given back after leaving'],
] as const

export type Tally = { steps: Map<string, number>; faults: Map<string, number>; outcomes: Map<string, number> }
export const newTally = (): Tally => ({ steps: new Map(), faults: new Map(), outcomes: new Map() })
const count = (counts: Map<string, number>, name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by)

const limit = 2
const price = 6000
const couponUses = 2
/** No two of them are nearly the same, so a changed name is another child. */
const childNames = ['Kim', 'Lou', 'Abe']
const stepCount = 22
/** Everybody sends the form first, so that one waits, and most steps are about paying. */
const first: readonly Kind[] = ['submit', 'submit', 'submit', 'approve', 'open', 'pay']
const more: readonly Kind[] = [
  ...([
    'open',
    'open',
    'open',
    'pay',
    'pay',
    'pay',
    'return',
    'withdraw',
    'approve',
    'cash',
    'refund',
    'dispute',
    'change',
    'roster',
  ] as const),
]

type Row = Record<string, unknown>
type Payment = { id: string; submission_id: string; state: string; method: string; payment_id: string | null; paid_at: number | null } & {
  parts: string
  refunded: number
}
/** A page that was opened at Stripe, and whose it is. */
type Page = { url: string; player: Person; submissionId: string }

/** One random history: a form with two places, a line, a coupon, a season and children, of which some are paid in two parts. */
export class PaymentHistory {
  readonly #random: () => number
  readonly #name: string
  readonly #jobs: Job<unknown>[]
  readonly #tally: Tally
  #players: Person[] = []
  #pages: Page[] = []
  /** Pages on which somebody has paid, and has not come back from yet. */
  #paid: { session: string; player: Person }[] = []
  /** Whom an organizer has put on the roster by hand. */
  #byHand = new Set<string>()
  /** The children in the season after the last step. */
  #childrenBefore: string[] = []
  #keys = 0

  /** `jobs` is the queue of all work that is not about money. */
  constructor(seed: number, jobs: Job<unknown>[], tally: Tally) {
    this.#random = makeRandom(seed)
    this.#name = seed.toString(36)
    this.#jobs = jobs
    this.#tally = tally
  }

  #chance = (of: number) => this.#random() < of
  #pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(this.#random() * items.length)]
  #key = () => `step-${++this.#keys}-of-${this.#name}`

  async run(): Promise<void> {
    this.#players = [the.ana, the.bo, await enter(`cy-of-${this.#name}`)]
    await this.#begin()
    for (let step = 0; step < stepCount; step += 1) {
      const kind = first[step] ?? this.#pick([...kinds, ...more]) ?? 'submit'
      const losesAnswer = this.#chance(0.1)
      if (losesAnswer) this.#loseAnswers(1)
      const status = await this.#act(kind)
      if (status >= 200 && status < 300) count(this.#tally.steps, kind)
      if (losesAnswer) await this.#workAll()
      this.#loseAnswers(0)
      if (losesAnswer) await this.#tryAgain()
      await this.#tell(losesAnswer)
      await this.#workAll()
      await this.#checkPlaces(`${kind}, step ${step}`)
    }
    await this.#settle()
    await this.#giveBackToGone()
    await this.#checkPlaces('the end')
    await this.#checkMoney()
    await this.#countOutcomes()
  }

  async #begin(): Promise<void> {
    await rowsOf(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES (?, ?, 'Spring', '2099-01-01', '2099-06-01', 1)",
      this.#season,
      its.team,
    )
    const later = this.#chance(0.4) ? [{ on: '2098-12-01', percent: 50 }] : []
    const settings = { needsApproval: this.#chance(0.3), addsMembers: true }
    await makeForm({ limit, later, settings, refId: this.#season, hasCoupon: true, hasChildren: true })
    const coupon = { code: 'HALF', percent: 50, amountOff: null, maxUses: couponUses, endsAt: null }
    expect((await the.host.ask(at('/coupons'), { method: 'POST', json: coupon })).status).toBe(204)
  }

  get #season(): string {
    return `season-of-${this.#name}`
  }

  #loseAnswers(lostAnswers: number): void {
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers } }))
  }

  /** Stripe tells the product what has happened: not at all, twice and backwards, or as it should. */
  async #tell(losesAnswer: boolean): Promise<void> {
    const fault = this.#random()
    if (losesAnswer) count(this.#tally.faults, 'lost answer')
    if (fault < 0.4) {
      count(this.#tally.faults, 'dropped')
      await deliver(() => [])
    } else if (fault < 0.65) {
      count(this.#tally.faults, 'doubled and shuffled')
      await deliver((all) => [...all.toReversed(), ...all])
    } else {
      if (!losesAnswer) count(this.#tally.faults, 'none')
      await deliver()
    }
  }

  /** Work about money makes other work, and the other way round. */
  async #workAll(): Promise<void> {
    do {
      await work()
      await consume('work', this.#jobs.splice(0))
      await work()
    } while (this.#jobs.length > 0)
  }

  /** The queue tries again what had no answer, half a minute later. */
  async #tryAgain(): Promise<void> {
    const failing = await rowsOf("SELECT id, body FROM jobs WHERE queue = 'money' AND state = 'failing'")
    await consume(
      'money',
      failing.map(({ id, body }) => ({ id: String(id), body: JSON.parse(String(body)) })),
    )
    await this.#workAll()
  }

  async #pass(ms: number): Promise<void> {
    await passMoney(ms)
    await this.#workAll()
  }

  // In the order of writing. Many have the same time, and their ids are others in each run, so a seed would not give the same history.
  #submissions = () => rowsOf('SELECT id, user_id, state FROM submissions WHERE form_id = ? ORDER BY sent_at, rowid', its.form)
  #payments = async () =>
    (await rowsOf('SELECT * FROM submission_payments WHERE form_id = ? ORDER BY created_at, rowid', its.form)) as unknown as Payment[]

  /** One of the submissions in these states, and who has sent it. */
  async #choose(...states: string[]): Promise<{ id: string; player: Person } | null> {
    const found = this.#pick((await this.#submissions()).filter(({ state }) => states.includes(String(state))))
    const player = this.#players.find(({ id }) => id === found?.user_id)
    return found && player ? { id: String(found.id), player } : null
  }

  #act(kind: Kind): Promise<number> | number {
    switch (kind) {
      case 'submit':
        return this.#submit()
      case 'open':
        return this.#open()
      case 'pay':
        return this.#pay('good')
      case 'decline':
        return this.#pay('declined')
      case 'return':
        return this.#comeBack()
      case 'break-off':
        return this.#breakOff()
      case 'withdraw':
        return this.#withdraw()
      case 'approve':
        return this.#decide(['asked', 'waiting'], { do: 'accept' })
      case 'refuse':
        return this.#chance(0.7) ? this.#decline() : 0
      case 'cash':
        return this.#noteCash()
      case 'refund':
        return this.#refund()
      case 'dispute':
        return this.#dispute()
      case 'change':
        return this.#change()
      case 'roster':
        return this.#putOnRoster()
      case 'wait':
        return this.#wait()
    }
  }

  async #submit(): Promise<number> {
    const player = this.#pick(this.#players)
    if (!player) return 0
    const hasCoupon = this.#chance(0.4)
    const answers = {
      fname: 'Ana',
      ftickets: [{ option: 'oplayer', quantity: 1 }],
      fkids: this.#pickChildren(),
      ...(hasCoupon && { fcode: 'half' }),
    }
    const total = { amount: hasCoupon ? price / 2 : price, currency: 'usd' }
    const answer = await askToSend(player, { answers, total, acceptsWaiting: this.#chance(0.8), ...(hasCoupon && { coupon: 'half' }) })
    if (hasCoupon) count(this.#tally.outcomes, answer.status === 201 ? 'coupon used' : 'coupon refused')
    if (answer.status === 201 && (await answer.json<SentForm>()).state === 'waiting') count(this.#tally.outcomes, 'waitlisted')
    return answer.status
  }

  #pickChildren = () => childNames.filter(() => this.#chance(0.4)).map((fkid) => ({ fkid, fplays: 'oplays' }))

  /** The sender takes children out of what they have sent, and adds others. */
  async #change(): Promise<number> {
    const chosen = await this.#choose('paying', 'accepted', 'accepted', 'waiting', 'asked')
    const [sent] = await rowsOf('SELECT answers, revision FROM submissions WHERE id = ?', chosen?.id ?? '')
    if (!chosen || !sent) return 0
    const answers = { ...JSON.parse(String(sent.answers)), fkids: this.#pickChildren() }
    return (await chosen.player.ask(ofSubmission(chosen.id), { method: 'PUT', json: { answers, revision: sent.revision } })).status
  }

  /** The first part, the balance or everything. Who has a place already may still owe the balance. */
  async #open(): Promise<number> {
    const chosen = await this.#choose('paying', 'paying', 'accepted')
    if (!chosen) return 0
    const unpaid = await rowsOf(
      'SELECT number, amount FROM submission_parts WHERE submission_id = ? AND payment_id IS NULL ORDER BY number',
      chosen.id,
    )
    if (unpaid.length === 0) return 0
    const wanted = this.#chance(0.6) ? unpaid.slice(0, 1) : unpaid
    const parts = wanted.map(({ number }) => Number(number))
    const answer = await askToPayForm(chosen.player, chosen.id, { parts, amount: sumOf(wanted) })
    if (answer.status === 200) {
      const { url } = await answer.json<{ url: string }>()
      this.#pages.push({ url, player: chosen.player, submissionId: chosen.id })
    }
    return answer.status
  }

  /** A page may be closed, or paid already. */
  #pay(card: 'good' | 'declined'): number {
    const page = this.#chance(0.7) ? this.#pages.at(-1) : this.#pick(this.#pages)
    if (!page) return 0
    try {
      const session = payOn(page.url, card)
      if (card === 'good') this.#paid.push({ session, player: page.player })
      return 200
    } catch {
      return card === 'declined' ? 200 : 409
    }
  }

  /** The browser leads somebody back from the page, perhaps before Stripe has told us, and perhaps twice. */
  async #comeBack(): Promise<number> {
    const paid = this.#pick(this.#paid)
    if (!paid) return 0
    return (await comeBack(paid.player, paid.session)).state === 'paid' ? 200 : 409
  }

  /** Somebody opens a page, leaves it, and has not paid until their place is over. */
  async #breakOff(): Promise<number> {
    const status = await this.#open()
    if (status !== 200) return status
    await this.#pass(65 * minute)
    return status
  }

  async #withdraw(): Promise<number> {
    const chosen = await this.#choose('paying', 'accepted', 'waiting', 'asked')
    return chosen ? (await chosen.player.ask(ofSubmission(chosen.id), { method: 'DELETE' })).status : 0
  }

  async #decide(states: string[], change: object): Promise<number> {
    const found = (await this.#submissions()).filter(({ state }) => states.includes(String(state))).map(({ id }) => id)
    const ids = 'reason' in change ? found.slice(0, 1) : found
    if (ids.length === 0) return 0
    return (await the.host.ask(at('/submissions'), { method: 'PATCH', json: { ids, change } })).status
  }

  async #noteCash(): Promise<number> {
    const chosen = await this.#choose('paying', 'ended')
    if (!chosen) return 0
    const json = { parts: [0], idempotencyKey: this.#key() }
    return (await the.host.ask(ofSubmission(chosen.id, '/cash'), { method: 'POST', json })).status
  }

  /** Half of the time, what was paid goes back in the same step. */
  #decline(): Promise<number> {
    const refund = this.#chance(0.5) ? { refundKey: this.#key() } : {}
    return this.#decide(['asked', 'waiting', 'paying', 'accepted'], { do: 'decline', reason: '', ...refund })
  }

  async #refund(): Promise<number> {
    const payment = this.#pick((await this.#payments()).filter(({ method, state }) => method === 'card' && state === 'paid'))
    if (!payment) return 0
    const json = { amount: this.#pick([1000, 3000, price]), idempotencyKey: this.#key() }
    return (await the.host.ask(ofSubmission(payment.submission_id, `/payments/${payment.id}/refunds`), { method: 'POST', json })).status
  }

  /** A bank takes a payment back, or decides. */
  #dispute(): number {
    const open = this.#openDisputes()[0]
    if (open && this.#chance(0.6)) {
      this.#decideDispute(open)
      return 200
    }
    const charge = this.#pick(succeeded().filter(({ disputed, refunded }) => !disputed && !refunded))
    if (!charge) return 0
    stripe.act(() => openDispute(books(), charge.id, 'general'))
    return 200
  }
  #openDisputes = () =>
    books()
      .all('dispute')
      .filter(({ status }) => status === 'needs_response')
      .map(({ id }) => id)
  #decideDispute(id: string): void {
    const outcome = this.#chance(0.5) ? 'won' : 'lost'
    stripe.act(() => decideDispute(books(), id, outcome))
  }

  /** An organizer registers a member by hand. What the form says later changes nothing of it. */
  async #putOnRoster(): Promise<number> {
    const player = this.#pick(this.#players)
    if (!player) return 0
    const json = { kind: 'substitute', groupId: null }
    const { status } = await the.host.ask(`/api/seasons/${this.#season}/registrations/${player.id}`, { method: 'PUT', json })
    if (status === 204) this.#byHand.add(player.id)
    return status
  }

  async #wait(): Promise<number> {
    await this.#pass(this.#chance(0.3) ? 65 * minute : 20 * minute)
    return 200
  }

  /** Banks decide, nobody pays any longer, and the chores bring everything right that Stripe did not tell. */
  async #settle(): Promise<void> {
    for (const id of this.#openDisputes()) this.#decideDispute(id)
    await deliver(() => [])
    for (const hours of [2, 25, 2]) await this.#pass(hours * hour)
  }

  /** At the end, the organizer gives everything back to who has withdrawn or was declined: twice by mistake, and with another request. */
  async #giveBackToGone(): Promise<void> {
    const ids = (await this.#submissions()).filter(({ state }) => isGone(state)).map(({ id }) => id)
    if (ids.length === 0) return
    const [first, second] = [this.#key(), this.#key()]
    for (const idempotencyKey of [first, first, second]) {
      const answer = await the.host.ask(at('/submissions/refunds'), { method: 'POST', json: { ids, idempotencyKey } })
      expect(answer.status).toBe(200)
      await this.#workAll()
    }
    await deliver()
    await this.#workAll()
  }

  /** Who has withdrawn or was declined holds nothing: no place, no place in the line, no page to pay on, nobody on the roster. */
  async #checkGone(after: string): Promise<void> {
    const held = await rowsOf(
      `SELECT s.id, s.state, o.option_id FROM submissions s LEFT JOIN submission_options o ON o.submission_id = s.id AND o.state <> 'released'
        WHERE s.form_id = ?1 AND s.state IN ('withdrawn', 'declined') AND (o.option_id IS NOT NULL OR s.pay_until IS NOT NULL
          OR EXISTS (SELECT 1 FROM submission_payments p WHERE p.submission_id = s.id AND p.state = 'open')
          OR EXISTS (SELECT 1 FROM season_registrations r WHERE r.submission_id = s.id)
          OR EXISTS (SELECT 1 FROM season_guests g WHERE g.submission_id = s.id))`,
      its.form,
    )
    expect(held, `nothing stays held after ${after}`).toEqual([])
  }

  /** The list of those who have paid without a place is right: what neither goes back nor is with a bank is held. */
  async #checkHeld(after: string): Promise<void> {
    const stays = `max(0, p.amount - coalesce((SELECT sum(amount) FROM submission_refunds r WHERE r.submission_payment_id = p.id AND r.state <> 'failed'), 0))`
    const paid = await rowsOf(
      `SELECT s.id, s.state, s.held, coalesce(sum(${stays}), 0) AS stays FROM submissions s
        LEFT JOIN submission_payments p ON p.submission_id = s.id AND p.state IN ('paid', 'refunded', 'late')
          AND p.id NOT IN (SELECT payment_id FROM payment_disputes WHERE state IN ('needs-response', 'under-review', 'lost'))
        WHERE s.form_id = ? GROUP BY s.id`,
      its.form,
    )
    expect(
      paid.map(({ id, held }) => [id, held]),
      `what is held after ${after}`,
    ).toEqual(paid.map(({ id, stays: left }) => [id, left]))
    const listed = await (await the.host.ask(at('/submissions?holds=1'))).json<SubmissionPage>()
    const holding = paid.filter(({ state, stays: left }) => (isGone(state) || state === 'ended') && Number(left) > 0)
    expect(listed.submissions.map(({ id }) => id).sort(), `the list of who holds a claim after ${after}`).toEqual(
      holding.map(({ id }) => String(id)).sort(),
    )
  }

  /** So many places are taken as there are submissions that take one, nobody waits for a free one, and the roster is right. */
  async #checkPlaces(after: string): Promise<void> {
    const [counted] = await rowsOf(
      "SELECT sum(taken) AS taken, sum(waiting) AS waiting FROM form_option_counts WHERE form_id = ? AND field_id = 'ftickets'",
      its.form,
    )
    const taken = Number(counted?.taken ?? 0)
    const all = await this.#submissions()
    const isIn = (...states: string[]) => all.filter(({ state }) => states.includes(String(state)))
    expect(taken, after).toBe(isIn('paying', 'asked', 'accepted').length)
    expect(taken, after).toBeLessThanOrEqual(limit)
    expect(Number(counted?.waiting ?? 0), after).toBe(isIn('waiting').length)
    if (isIn('waiting').length > 0) expect(taken, `nobody waits for a free place after ${after}`).toBe(limit)
    const [coupon] = await rowsOf(
      "SELECT count(*) AS uses FROM submissions WHERE form_id = ? AND coupon_id IS NOT NULL AND state IN ('paying', 'waiting', 'asked', 'accepted')",
      its.form,
    )
    expect(Number(coupon?.uses), `uses of the coupon after ${after}`).toBeLessThanOrEqual(couponUses)
    const accepted = new Set(isIn('accepted').map(({ user_id }) => String(user_id)))
    const registered = await rowsOf('SELECT user_id FROM season_registrations WHERE season_id = ?', this.#season)
    expect(registered.map(({ user_id }) => user_id).sort(), `the roster after ${after}`).toEqual(
      [...new Set([...accepted, ...this.#byHand])].sort(),
    )
    const members = new Set((await rowsOf('SELECT user_id FROM team_members WHERE team_id = ?', its.team)).map(({ user_id }) => user_id))
    for (const id of accepted) expect(members.has(id), `a member after ${after}`).toBe(true)
    await this.#checkChildren(after)
    await this.#checkGone(after)
    await this.#checkHeld(after)
  }

  /** Each child in an accepted submission is in the season once, as a child of its sender, and no other child is. */
  async #checkChildren(after: string): Promise<void> {
    const wanted = await rowsOf(
      `SELECT DISTINCT user_id, child.value ->> 'fkid' AS name FROM submissions, json_each(answers, '$.fkids') child
        WHERE form_id = ? AND state = 'accepted' ORDER BY 1, 2`,
      its.form,
    )
    const playing = await rowsOf(
      'SELECT guardian_id AS user_id, name FROM season_guests JOIN guests ON guests.id = guest_id WHERE season_id = ? ORDER BY 1, 2',
      this.#season,
    )
    expect(playing, `the children in the season after ${after}`).toEqual(wanted)
    const children = playing.map(({ user_id, name }) => `${user_id}: ${name}`)
    count(this.#tally.outcomes, 'child placed', children.filter((child) => !this.#childrenBefore.includes(child)).length)
    count(this.#tally.outcomes, 'child left', this.#childrenBefore.filter((child) => !children.includes(child)).length)
    this.#childrenBefore = children
  }

  /** At the end, whoever has paid has a place, has lost it by a decision, or has the money back, once. */
  async #checkMoney(): Promise<void> {
    const payments = await this.#payments()
    expect(payments.filter(({ state }) => state === 'open')).toEqual([])
    const charges = succeeded()
    expect(charges.length).toBe(payments.filter(({ method, paid_at }) => method === 'card' && paid_at !== null).length)
    const disputes = books().all('dispute')
    const stored = await rowsOf('SELECT id, state FROM payment_disputes WHERE team_id = ?', its.team)
    expect(new Map(stored.map(({ id, state }) => [id, state]))).toEqual(new Map(disputes.map(({ id, status }) => [id, status])))
    const due = await rowsOf(
      "SELECT r.id FROM submission_refunds r JOIN submission_payments p ON p.id = r.submission_payment_id WHERE p.form_id = ? AND r.state = 'due' AND r.waits_for IS NULL",
      its.form,
    )
    expect(due).toEqual([])
    const stateOf = new Map((await this.#submissions()).map(({ id, state }) => [id, state]))
    for (const charge of charges) {
      const isChargedBack = disputes.some((dispute) => dispute.charge === charge.id && dispute.status === 'lost')
      const payment = payments.find(({ payment_id }) => payment_id === charge.payment_intent)
      const back = books()
        .all('refund')
        .filter((refund) => refund.payment_intent === charge.payment_intent && refund.status !== 'pending')
      expect(sumOf(back)).toBe(payment?.refunded)
      if (isChargedBack) count(this.#tally.outcomes, 'charged back')
      if (payment?.state === 'late') {
        count(this.#tally.outcomes, 'paid late')
        if (isChargedBack) expect(sumOf(back)).toBeLessThan(Number(charge.amount))
        else expect([sumOf(back), back.length]).toEqual([Number(charge.amount), 1])
      } else {
        const state = stateOf.get(payment?.submission_id)
        expect(['accepted', 'withdrawn', 'declined']).toContain(state)
        if (isGone(state)) {
          // The bank has taken what was left.
          if (isChargedBack) expect(sumOf(back)).toBeLessThan(Number(charge.amount))
          else expect(sumOf(back), `all that was paid for what is ${state} goes back once`).toBe(Number(charge.amount))
          count(this.#tally.outcomes, 'given back after leaving')
        }
        count(this.#tally.outcomes, sumOf(back) > 0 ? 'refunded' : 'placed')
      }
    }
    for (const id of stateOf.keys()) await this.#checkParts(id, payments)
  }

  /** Each part is paid by one payment, and each payment that was taken pays exactly its parts. */
  async #checkParts(submissionId: unknown, payments: readonly Payment[]): Promise<void> {
    const taken = payments.filter((one) => one.submission_id === submissionId && (one.state === 'paid' || one.state === 'refunded'))
    const parts = await rowsOf('SELECT number, payment_id FROM submission_parts WHERE submission_id = ? ORDER BY number', submissionId)
    const paidBy = taken.flatMap(({ id, parts: numbers }) => (JSON.parse(numbers) as number[]).map((number) => [number, id] as const))
    expect(paidBy.length).toBe(new Map(paidBy).size)
    expect(parts.flatMap(({ number, payment_id }) => (payment_id === null ? [] : [[number, payment_id]]))).toEqual(
      paidBy.toSorted(([one], [other]) => one - other),
    )
    if (paidBy.some(([number]) => number === 1)) count(this.#tally.outcomes, 'balance paid')
  }

  async #countOutcomes(): Promise<void> {
    const events = await rowsOf(
      `SELECT s.id, s.state, e.kind FROM submission_events e JOIN submissions s ON s.id = e.submission_id
        WHERE s.form_id = ? AND e.kind IN ('offered', 'ended')`,
      its.form,
    )
    for (const { kind, state } of events) {
      count(this.#tally.outcomes, String(kind))
      if (kind === 'ended' && state === 'accepted') count(this.#tally.outcomes, 'placed again')
    }
  }
}

const isGone = (state: unknown) => state === 'withdrawn' || state === 'declined'
const sumOf = (rows: readonly Row[] | readonly { amount: number }[]): number =>
  rows.reduce((total: number, { amount }) => total + Number(amount), 0)
const succeeded = () =>
  books()
    .all('charge')
    .filter(({ status }) => status === 'succeeded')

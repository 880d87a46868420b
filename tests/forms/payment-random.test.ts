import { describe, expect, it } from 'vitest'
import { hour, minute } from '../../domain/time/spans.ts'
import { decideDispute, openDispute } from '../../sandbox/stripe/core/disputes.ts'
import { consume } from '../notifications/hold-queues.ts'
import { books, deliver, pass as passMoney, payOn, startWithHost, stripe, the, work } from '../orders/paid-game.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { makeRandom } from '../setup/make-random.ts'
import { askToPayForm, askToSend, at, its, makeForm, ofSubmission, startWithForm } from './paid-form.ts'

const { work: jobs } = startWithHost()
startWithForm()

const limit = 2
const histories = Array.from({ length: 30 }, (_, seed) => seed + 1)
const done = new Map<string, number>()
let late = 0

async function workAll(): Promise<void> {
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await work()
    await consume('work', jobs.splice(0))
  }
}
async function pass(ms: number): Promise<void> {
  await passMoney(ms)
  await workAll()
}

const submissionsOf = () => rowsOf('SELECT id, user_id, state FROM submissions WHERE form_id = ? ORDER BY sent_at, id', its.form)
const countTaken = async () =>
  Number((await rowsOf('SELECT sum(taken) AS n FROM form_option_counts WHERE form_id = ?', its.form))[0]?.n ?? 0)

/** After each step, as many places are taken as there are submissions that take one, and never more than there are. */
async function checkPlaces(): Promise<void> {
  const taken = await countTaken()
  const placed = (await submissionsOf()).filter(({ state }) => ['paying', 'asked', 'accepted'].includes(String(state)))
  expect(taken).toBe(placed.length)
  expect(taken).toBeLessThanOrEqual(limit)
  expect(taken).toBeGreaterThanOrEqual(0)
}

/** At the end, whoever has paid has a place, has left it by themselves, or has the money back, once. */
async function checkMoney(): Promise<void> {
  const payments = await rowsOf('SELECT * FROM submission_payments WHERE form_id = ?', its.form)
  expect(payments.filter(({ state }) => state === 'open')).toEqual([])
  const charges = books()
    .all('charge')
    .filter(({ status }) => status === 'succeeded')
  expect(charges.length).toBe(payments.filter(({ method, paid_at }) => method === 'card' && paid_at !== null).length)
  const disputes = books().all('dispute')
  const stored = await rowsOf('SELECT id, state FROM payment_disputes WHERE team_id = ?', its.team)
  expect(new Map(stored.map(({ id, state }) => [id, state]))).toEqual(new Map(disputes.map(({ id, status }) => [id, status])))
  const waiting = await rowsOf(
    "SELECT r.id FROM submission_refunds r JOIN submission_payments p ON p.id = r.submission_payment_id WHERE p.form_id = ? AND r.state = 'due'",
    its.form,
  )
  expect(waiting).toEqual([])
  for (const charge of charges) {
    const isChargedBack = disputes.some((dispute) => dispute.charge === charge.id && dispute.status === 'lost')
    const payment = payments.find(({ payment_id }) => payment_id === charge.payment_intent)
    const back = books()
      .all('refund')
      .filter((refund) => refund.payment_intent === charge.payment_intent)
    const sum = back.reduce((total, { amount }) => total + Number(amount), 0)
    expect(sum).toBe(Number(payment?.refunded))
    const [submission] = await rowsOf('SELECT state FROM submissions WHERE id = ?', String(payment?.submission_id))
    if (payment?.state === 'late') {
      late += 1
      if (isChargedBack) expect(sum).toBeLessThan(Number(charge.amount))
      else expect([sum, back.length]).toEqual([Number(charge.amount), 1])
    } else expect(['accepted', 'withdrawn']).toContain(submission?.state)
  }
  for (const { id } of await submissionsOf()) {
    const counted = payments.filter(({ submission_id, state }) => submission_id === id && (state === 'paid' || state === 'refunded'))
    expect(counted.length).toBeLessThanOrEqual(1)
    const [part] = await rowsOf('SELECT payment_id FROM submission_parts WHERE submission_id = ?', String(id))
    expect(part?.payment_id ?? null).toBe(counted[0]?.id ?? null)
  }
}

describe('In random histories with webhooks dropped, doubled and in another order', () => {
  it.each(histories)('history %i: who paid is placed or gets the money back once', { timeout: 60_000 }, async (seed) => {
    const random = makeRandom(seed)
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
    await makeForm({ limit, settings: { needsApproval: seed % 3 === 0 } })
    const players: Person[] = [the.ana, the.bo, await enter(`cy-of-forms-${seed}`)]
    const urls: string[] = []
    const steps = {
      async submit() {
        const player = pick(players)
        return player ? (await askToSend(player, { acceptsWaiting: random() < 0.8 })).status : 0
      },
      async open() {
        const submission = pick((await submissionsOf()).filter(({ state }) => state === 'paying'))
        const player = players.find(({ id }) => id === submission?.user_id)
        if (!submission || !player) return 0
        const answer = await askToPayForm(player, String(submission.id))
        if (answer.status === 200) urls.push((await answer.json<{ url: string }>()).url)
        return answer.status
      },
      /** A page may be closed, or paid already. */
      async pay() {
        const url = random() < 0.7 ? urls.at(-1) : pick(urls)
        if (!url) return 0
        try {
          payOn(url)
          return 200
        } catch {
          return 409
        }
      },
      async withdraw() {
        const submission = pick((await submissionsOf()).filter(({ state }) => state === 'paying' || state === 'accepted'))
        const player = players.find(({ id }) => id === submission?.user_id)
        return submission && player ? (await player.ask(ofSubmission(String(submission.id)), { method: 'DELETE' })).status : 0
      },
      async approve() {
        const ids = (await submissionsOf()).filter(({ state }) => state === 'asked').map(({ id }) => id)
        if (ids.length === 0) return 0
        return (await the.host.ask(at('/submissions'), { method: 'PATCH', json: { ids, change: { do: 'accept' } } })).status
      },
      async cash() {
        const submission = pick((await submissionsOf()).filter(({ state }) => state === 'paying' || state === 'ended'))
        if (!submission) return 0
        const json = { parts: [0], idempotencyKey: `cash-${seed}-${Math.floor(random() * 1e9)}` }
        return (await the.host.ask(ofSubmission(String(submission.id), '/cash'), { method: 'POST', json })).status
      },
      async refund() {
        const paid = await rowsOf(
          "SELECT id, submission_id FROM submission_payments WHERE form_id = ? AND method = 'card' AND state = 'paid'",
          its.form,
        )
        const payment = pick(paid)
        if (!payment) return 0
        const json = { amount: pick([1000, 6000]), idempotencyKey: `refund-${seed}-${Math.floor(random() * 1e9)}` }
        const path = ofSubmission(String(payment.submission_id), `/payments/${payment.id}/refunds`)
        return (await the.host.ask(path, { method: 'POST', json })).status
      },
      /** A bank takes a payment back, or decides. */
      async dispute() {
        const open = books()
          .all('dispute')
          .find(({ status }) => status === 'needs_response')
        if (open && random() < 0.6) {
          const outcome = random() < 0.5 ? 'won' : 'lost'
          stripe.act(() => decideDispute(books(), open.id, outcome))
          return 200
        }
        const charge = pick(
          books()
            .all('charge')
            .filter(({ status, disputed, refunded }) => status === 'succeeded' && !disputed && !refunded),
        )
        if (!charge) return 0
        stripe.act(() => openDispute(books(), charge.id, 'general'))
        return 200
      },
      async wait() {
        await pass(random() < 0.3 ? 65 * minute : 20 * minute)
        return 200
      },
    }
    const names = Object.keys(steps) as (keyof typeof steps)[]
    // Everybody sends the form first, and most steps are about paying.
    const weighted = [...names, 'open', 'open', 'open', 'pay', 'pay', 'pay', 'approve', 'refund', 'dispute'] as const
    const first = ['submit', 'submit', 'submit', 'approve', 'open', 'pay'] as const
    for (let step = 0; step < 18; step += 1) {
      if (random() < 0.08) stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
      const name = first[step] ?? pick(weighted) ?? 'submit'
      const status = await steps[name]()
      if (status >= 200 && status < 300) done.set(name, (done.get(name) ?? 0) + 1)
      const fault = random()
      if (fault < 0.45) await deliver(() => [])
      else if (fault < 0.65) await deliver((all) => [...all.toReversed(), ...all])
      else await deliver()
      await workAll()
      await checkPlaces()
    }
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 0 } }))
    for (const { id } of books()
      .all('dispute')
      .filter(({ status }) => status === 'needs_response'))
      stripe.act(() => decideDispute(books(), id, random() < 0.5 ? 'won' : 'lost'))
    await deliver(() => [])
    await pass(2 * hour)
    await pass(25 * hour)
    await pass(2 * hour)
    await checkPlaces()
    await checkMoney()
  })

  it('did everything that people do', () => {
    expect(late).toBeGreaterThan(0)
    expect(done.get('pay')).toBeGreaterThan(20)
    expect([...done.keys()].toSorted()).toEqual(['approve', 'cash', 'dispute', 'open', 'pay', 'refund', 'submit', 'wait', 'withdraw'])
  })
})

import { env } from 'cloudflare:workers'
import { decodeBase64 } from 'hono/utils/encode'
import { describe, expect, it } from 'vitest'
import { maxUnpaidSubmissions } from '../../domain/forms/limits.ts'
import type { SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { authorize } from '../../sandbox/stripe/core/accounts.ts'
import { revoke } from '../../sandbox/stripe/core/oauth.ts'
import { failRefund } from '../../sandbox/stripe/core/refunds.ts'
import { formPaymentData } from '../../worker/forms/payment-data.ts'
import { readExported } from '../../worker/forms/select-exported.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { consume, deliverNotices } from '../notifications/hold-queues.ts'
import {
  books,
  codeOf,
  comeBack,
  deliver,
  pass as passMoney,
  paymentsOf,
  payOn,
  refundsAtStripe,
  startWithHost,
  stripe,
  the,
  titlesOf,
  work,
} from '../orders/paid-game.ts'
import { sendMailOf, textsOf } from '../orders/receipt-files.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import {
  askToPayForm,
  askToSend,
  at,
  giveBack,
  isMember,
  its,
  makeForm,
  ofSubmission,
  pageOf,
  payForm,
  readPayment,
  sendForm,
  startWithForm,
  stateOf,
  takenOf,
  withdraw,
} from './paid-form.ts'

const { mail, work: jobs } = startWithHost()
startWithForm()

const guest = { ask } as Pick<Person, 'ask'>
const charges = () => books().all('charge').length
const receipts = () =>
  mail.flatMap(({ body: { to, template } }) => (template.name === 'form-receipt' ? [`${to}: ${template.data.title}`] : []))
/** What emails say to this address about money that goes back. */
const moneyNewsTo = (address: string) =>
  mail
    .flatMap(({ body: { to, template } }) => (template.name === 'form-news' && to === address ? [template.data.news] : []))
    .filter((news) => news.startsWith('refund'))
const eventsOf = async (id: string) =>
  (await rowsOf('SELECT kind FROM submission_events WHERE submission_id = ? ORDER BY created_at, id', id)).map(({ kind }) => kind)

/** The queues do all work, and what follows from it. */
async function workAll(): Promise<void> {
  await work()
  await consume('work', jobs.splice(0))
  await work()
}
async function pass(ms: number): Promise<void> {
  await passMoney(ms)
  await workAll()
}
const dayIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)

describe('Whoever sends a form with a price', () => {
  it('pays on the account of the owner, once, is in and gets a receipt', async () => {
    await makeForm({ settings: { addsMembers: true, thankYouUrl: 'https://club.com/thanks' } })
    const lastWords = { title: 'Thank you', thankYouUrl: 'https://club.com/thanks' }
    const { id, state, payUntil } = await sendForm(the.ana)
    expect((await readPayment(the.ana, id)).lastWords).toBeNull()
    expect([state, payUntil, await takenOf()]).toEqual(['paying', Date.now() + hour, 1])
    expect((await readPayment(the.ana, id)).canPay).toBe(true)
    const [one, two] = await Promise.all([pageOf(the.ana, id), pageOf(the.ana, id)])
    expect(one).toBe(two)
    const result = await comeBack(the.ana, payOn(one))
    expect(result).toMatchObject({
      state: 'paid',
      paid: { amount: 6000 },
      bought: { kind: 'form', title: 'Spring league', submissionId: id, givesPlace: true, goesBack: false, lastWords },
    })
    await deliver((all) => [...all.toReversed(), ...all])
    expect(await codeOf(askToPayForm(the.ana, id))).toBe('409 SubmissionPaid')
    expect([charges(), books().all('payment_intent')[0]?.application_fee_amount]).toEqual([1, 180])
    expect([await stateOf(id), await isMember(the.ana), await takenOf(), await eventsOf(id)]).toEqual(['accepted', true, 1, ['paid']])
    expect(receipts()).toEqual([`${the.ana.id}@local.test: Spring league`])
    expect(await titlesOf(the.host)).toContain('New answers: Spring league')
    expect((await readPayment(the.host, id)).lastWords).toBeNull()
    expect(await readPayment(the.ana, id)).toMatchObject({
      ...{ lastWords, total: 6000, paid: 6000, canPay: false, lines: [{ label: 'Player', quantity: 1, amount: 6000 }] },
      parts: [{ number: 0, dueOn: null, amount: 6000, state: 'paid' }],
    })
  })

  it('gets the receipt as PDF, finds what they paid, and nobody else does', async () => {
    mail.length = 0
    const { id } = await sendForm(the.ana)
    await payForm(the.ana, id)
    const [payment] = (await readPayment(the.ana, id)).payments
    const [sent] = await sendMailOf(mail, 'form-receipt:')
    expect(sent?.html).toContain(`/form/${its.form}/${id}"`)
    const words = ['Club', 'Spring league', '$60.00 (USD)', String(payment?.id)]
    expect(await textsOf(decodeBase64(sent?.attachments?.[0]?.content ?? ''))).toEqual(expect.arrayContaining(words))
    const path = ofSubmission(id, `/payments/${payment?.id}/receipt`)
    expect(await textsOf(new Uint8Array(await (await the.ana.ask(path)).arrayBuffer()))).toEqual(expect.arrayContaining(words))
    expect(await codeOf(the.bo.ask(path))).toBe('404 FormPaymentNotFound')
    expect(await paymentsOf(the.ana, 'form')).toMatchObject([
      { id: payment?.id, title: 'Spring league', team: { name: 'Club' }, amount: 6000, state: 'paid' },
    ])
    expect(await paymentsOf(the.bo, 'form')).toEqual([])
  })

  it('pays nothing that differs from what they have seen, and only what is theirs', async () => {
    const { id } = await sendForm(the.ana)
    expect(await codeOf(askToPayForm(the.ana, id, { amount: 1 }))).toBe('409 OfferChanged')
    expect(await codeOf(askToPayForm(the.ana, id, { parts: [3] }))).toBe('409 SubmissionPaid')
    for (const person of [the.bo, the.host]) expect(await codeOf(askToPayForm(person, id))).toBe('404 SubmissionNotFound')
    expect(await codeOf(the.bo.ask(ofSubmission(id, '/payment')))).toBe('404 SubmissionNotFound')
    const session = payOn(await pageOf(the.ana, id))
    expect(await codeOf(the.bo.ask('/api/payments/return', { method: 'POST', json: { sessionId: session } }))).toBe('404 PaymentNotYours')
    expect(charges()).toBe(1)
  })

  it('cannot send or pay without a plan or an account, and such a form is not published', async () => {
    const { id } = await sendForm(the.ana)
    await rowsOf("UPDATE teams SET plan = 'ROOKIE' WHERE id = ?", its.team)
    expect(await codeOf(askToPayForm(the.ana, id))).toBe('409 FormNotPayable')
    expect(await codeOf(askToSend(the.bo))).toBe('409 FormNotPayable')
    const publish = () => the.host.ask(`/api/forms/${its.form}/versions`, { method: 'POST', json: { version: 2 } })
    expect(await codeOf(publish())).toBe('409 FormNeedsPlan')
    await rowsOf("UPDATE teams SET plan = 'PRO' WHERE id = ?", its.team)
    await rowsOf('UPDATE payout_accounts SET charges_enabled = 0 WHERE user_id = ?', the.host.id)
    expect(await codeOf(publish())).toBe('409 FormNeedsAccount')
    expect(await codeOf(askToPayForm(the.ana, id))).toBe('409 FormNotPayable')
    expect((await readPayment(the.ana, id)).canPay).toBe(false)
    expect(books().all('checkout_session')).toEqual([])
  })

  it('gets the same page if the answer was lost, and one payment', async () => {
    const { id } = await sendForm(the.ana)
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 2 } }))
    let url = ''
    for (let tries = 0; tries < 4 && !url; tries += 1) {
      const answer = await askToPayForm(the.ana, id)
      if (answer.status === 200) url = (await answer.json<{ url: string }>()).url
    }
    await comeBack(the.ana, payOn(url))
    expect([books().all('checkout_session').length, await stateOf(id)]).toEqual([1, 'accepted'])
  })

  it('is in if they close the tab: by the webhook, or by the sweep if none arrives', async () => {
    const [first, second] = [await sendForm(the.ana), await sendForm(the.bo)]
    payOn(await pageOf(the.ana, first.id))
    await deliver((all) => [...all, ...all])
    expect(await stateOf(first.id)).toBe('accepted')
    payOn(await pageOf(the.bo, second.id))
    await pass(40 * minute)
    await pass(hour)
    expect([await stateOf(second.id), await eventsOf(second.id)]).toEqual(['accepted', ['paid']])
  })

  it('is in once their bank has let it pass, also if no tab comes back from there', async () => {
    const { id } = await sendForm(the.ana)
    const url = await pageOf(the.ana, id)
    payOn(url, 'asks')
    await deliver()
    expect(await stateOf(id)).toBe('paying')
    expect(() => payOn(url, 'asks', 'fail')).toThrow()
    await deliver()
    expect(await stateOf(id)).toBe('paying')
    payOn(url, 'asks')
    payOn(url, 'asks', 'succeed')
    await deliver(() => [])
    await pass(40 * minute)
    await pass(hour)
    expect([await stateOf(id), await eventsOf(id), (await readPayment(the.ana, id)).paid]).toEqual(['accepted', ['paid'], 6000])
  })
})

describe('A price or a quantity that is not ours', () => {
  it('is refused, and nothing is stored or paid', async () => {
    await makeForm({ limit: 9, maxQuantity: 2 })
    const two = { answers: { fname: 'Ana', ftickets: [{ option: 'oplayer', quantity: 2 }] } }
    for (const [amount, more] of [
      [1, {}],
      [0, {}],
      [6000, two],
    ] as const)
      expect(await codeOf(askToSend(the.ana, { ...more, total: { amount, currency: 'usd' } })), String(amount)).toBe('409 FormPriceChanged')
    expect(await codeOf(askToSend(the.ana, { total: { amount: 6000, currency: 'eur' } }))).toBe('409 FormPriceChanged')
    expect(await codeOf(askToSend(the.ana, { total: null }))).toBe('409 FormPriceChanged')
    const wanted = [...[3, -1, 0.5, 1e9].map((quantity) => ({ option: 'oplayer', quantity })), { option: 'ofree', quantity: 1 }]
    for (const ticket of wanted) {
      const refused = await askToSend(the.ana, { answers: { fname: 'Ana', ftickets: [ticket] } })
      expect(await refused.clone().json(), JSON.stringify(ticket)).toMatchObject({ issues: [{ path: 'answers.ftickets' }] })
      expect(await codeOf(refused), JSON.stringify(ticket)).toBe('409 FormQuantityNotOffered')
    }
    expect(await codeOf(askToSend(the.ana, { answers: { fname: 'Ana' } })), 'nothing was chosen').toBe('400 AnswersInvalid')
    expect(await rowsOf('SELECT 1 FROM submissions WHERE form_id = ?', its.form)).toEqual([])
    const { id } = await sendForm(the.ana, { ...two, total: { amount: 12_000, currency: 'usd' } })
    expect(await codeOf(askToPayForm(the.ana, id, { amount: 6000 }))).toBe('409 OfferChanged')
    expect(charges()).toBe(0)
  })
})

describe('Without an account', () => {
  it('a person pays and comes back with the key from their link, and gets the link and the receipt by email', async () => {
    mail.length = 0
    const email = 'guest@local.test'
    const { id, key } = await sendForm(guest, { email })
    await deliverNotices()
    const news = mail.flatMap(({ body: { to, template } }) =>
      template.name === 'form-news' ? [`${to} ${template.data.news} ${template.data.path}`] : [],
    )
    expect(news).toEqual([`${email} paying /form/${its.form}/${id}?key=${key}`])
    expect(await titlesOf(the.host)).not.toContain('New answers: Spring league')
    expect(await codeOf(askToPayForm(guest, id))).toBe('404 SubmissionNotFound')
    expect(await codeOf(askToPayForm(guest, id, { key: 'another' }))).toBe('404 SubmissionNotFound')
    const session = payOn(await pageOf(guest, id, { key }))
    const comeBackWith = (secret: string) =>
      guest.ask(ofSubmission(id, '/return'), { method: 'POST', json: { sessionId: session, key: secret } })
    expect(await codeOf(comeBackWith('another'))).toBe('404 SubmissionNotFound')
    expect(await (await comeBackWith(key ?? '')).json()).toMatchObject({ state: 'paid', bought: { kind: 'form', goesBack: false } })
    expect([await stateOf(id), receipts()]).toEqual(['accepted', [`${email}: Spring league`]])
    expect((await readPayment(guest, id, key ?? '')).paid).toBe(6000)
    expect((await titlesOf(the.host)).filter((title) => title === 'New answers: Spring league')).toHaveLength(1)
  })

  it('a person finds what they sent by the link in each receipt, whether they came back or Stripe told us', async () => {
    await makeForm({ later: [{ on: dayIn(20), percent: 50 }] })
    const { id, key } = await sendForm(guest, { email: 'payer@local.test' })
    const other = await sendForm(guest, { email: 'other@local.test' })
    const open = async (submissionId: string, secret: string | null | undefined) =>
      (await guest.ask(ofSubmission(submissionId, `?key=${secret}`))).status
    const readLink = async () => {
      const receipts = await sendMailOf(mail, 'form-receipt:')
      expect(receipts.map(({ to }) => to)).toEqual(['payer@local.test'])
      return new RegExp(`/form/${its.form}/${id}\\?key=([\\w-]+)"`).exec(receipts[0]?.html ?? '')?.[1]
    }
    const sessionId = payOn(await pageOf(guest, id, { key, amount: 3000 }))
    expect((await guest.ask(ofSubmission(id, '/return'), { method: 'POST', json: { sessionId, key } })).status).toBe(200)
    const first = await readLink()
    payOn(await pageOf(guest, id, { key: first, parts: [1], amount: 3000 }))
    await deliver()
    const second = await readLink()
    // We cannot mail a key again, because we know only its hash.
    expect(new Set([key, first, second]).size).toBe(3)
    for (const secret of [key, first, second]) expect([await open(id, secret), await open(other.id, secret)]).toEqual([200, 404])
  })
})

describe('A place that nobody pays for', () => {
  it('is free once, for the next in line, after its page was closed', async () => {
    await makeForm({ limit: 1 })
    const first = await sendForm(the.ana)
    const url = await pageOf(the.ana, first.id)
    const next = await sendForm(the.bo)
    expect(next.state).toBe('waiting')
    await pass(30 * minute)
    expect(await stateOf(first.id)).toBe('paying')
    await pass(31 * minute)
    await pass(10 * minute)
    expect([await stateOf(first.id), await stateOf(next.id), await takenOf()]).toEqual(['ended', 'paying', 1])
    expect(() => payOn(url)).toThrow()
    expect([await eventsOf(first.id), await eventsOf(next.id)]).toEqual([['ended'], ['offered']])
    expect(await codeOf(askToPayForm(the.ana, first.id))).toBe('409 SubmissionNotPayable')
    expect((await payForm(the.bo, next.id)).state).toBe('paid')
    expect([await stateOf(next.id), await takenOf()]).toEqual(['accepted', 1])
  })

  it('stays held while a page that was opened in time can be paid on', async () => {
    const { id } = await sendForm(the.ana)
    await pass(55 * minute)
    const url = await pageOf(the.ana, id)
    await pass(20 * minute)
    expect(await stateOf(id)).toBe('paying')
    await comeBack(the.ana, payOn(url))
    expect(await stateOf(id)).toBe('accepted')
  })
})

describe('Whoever has sent a form many times without paying', () => {
  const tooOften = '409 FormUnpaidTooOften'
  /** A parent may send it for each of several children before they pay. */
  async function sendOften(person: Pick<Person, 'ask'>, more: object = {}): Promise<string[]> {
    const ids: string[] = []
    while (ids.length < maxUnpaidSubmissions) ids.push((await sendForm(person, more)).id)
    return ids
  }
  const askOften = (more: object = {}) => codeOf(askToSend(the.ana, more))

  it('holds no more places, however these ended, until they pay or a day is over', async () => {
    await makeForm({ limit: 100 })
    const ids = await sendOften(the.ana)
    const problem = await readProblem(await askToSend(the.ana))
    expect(problem).toMatchObject({ status: 409, code: 'FormUnpaidTooOften' })
    expect(problem.title).toBe(
      'You have 10 unpaid submissions of this form. Pay for one that is still open, leave its waitlist, or try again tomorrow.',
    )
    expect(await takenOf()).toBe(10)
    await sendForm(the.bo)
    // They leave, or let it end, and paid for none.
    await withdraw(the.ana, ids[0] ?? '')
    expect(await askOften()).toBe(tooOften)
    await payForm(the.ana, ids[1] ?? '')
    await sendForm(the.ana)
    await pass(2 * hour)
    expect([await stateOf(ids[2] ?? ''), await askOften()]).toEqual(['ended', tooOften])
    await pass(day)
    await sendForm(the.ana)
  })

  it('is also known without an account, but nobody uses up what somebody else may owe', async () => {
    const from = (address: string): Pick<Person, 'ask'> => ({
      ask: (path, init) => ask(path, { ...init, headers: { ...init?.headers, 'cf-connecting-ip': address } }),
    })
    const here = from('203.0.113.61')
    await makeForm({ limit: 100 })
    await sendOften(here, { email: 'eve@example.com' })
    expect(await codeOf(askToSend(here, { email: 'Eve@example.com' }))).toBe(tooOften)
    await sendForm(here, { email: 'ava@example.com' })
    // Eve herself may be elsewhere: anybody can type her email.
    await sendForm(from('203.0.113.62'), { email: 'eve@example.com' })
  })

  it('waits in line no more often either, since each offer holds a place for a day', async () => {
    await makeForm({ limit: 1 })
    await sendForm(the.bo)
    const [first = ''] = await sendOften(the.ana)
    expect([await stateOf(first), await askOften()]).toEqual(['waiting', tooOften])
    await rowsOf('UPDATE submissions SET sent_at = ? WHERE id = ?', Date.now() - 2 * day, first)
    expect(await askOften()).toBe(tooOften)
    await withdraw(the.ana, first)
    expect((await sendForm(the.ana)).state).toBe('waiting')
  })

  it('may still ask where an organizer decides, and send another form', async () => {
    await makeForm({ limit: 100 })
    await sendOften(the.ana)
    await rowsOf("UPDATE forms SET settings = json_set(settings, '$.needsApproval', json('true')) WHERE id = ?", its.form)
    expect((await sendForm(the.ana)).state).toBe('asked')
    await makeForm()
    await sendForm(the.ana)
  })
})

describe('A payment that arrives late', () => {
  const endNow = (id: string) => rowsOf("UPDATE submissions SET state = 'ended', pay_until = NULL WHERE id = ?", id)

  it('gives the place if it is still free', async () => {
    const { id } = await sendForm(the.ana)
    const session = payOn(await pageOf(the.ana, id))
    await endNow(id)
    expect(await takenOf()).toBe(0)
    expect((await comeBack(the.ana, session)).bought).toMatchObject({ goesBack: false })
    expect([await stateOf(id), await takenOf(), refundsAtStripe()]).toEqual(['accepted', 1, []])
  })

  it('goes back once if the place is gone', async () => {
    await makeForm({ limit: 1 })
    const { id } = await sendForm(the.ana)
    const session = payOn(await pageOf(the.ana, id))
    await endNow(id)
    const other = await sendForm(the.bo)
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
    await work()
    expect((await comeBack(the.ana, session)).bought).toMatchObject({ goesBack: true })
    await deliver((all) => [...all, ...all])
    await pass(hour / 2)
    expect([refundsAtStripe(), await stateOf(id), await stateOf(other.id), await takenOf()]).toEqual([
      ['6000 succeeded'],
      'ended',
      'paying',
      1,
    ])
    expect((await titlesOf(the.ana)).filter((title) => title.startsWith('You get'))).toEqual(['You get $60 back: Spring league'])
    expect(receipts()).toEqual([])
  })

  /** Somebody without an account pays when the place is gone. The money that goes back is not sent yet. */
  async function payTooLate(email: string) {
    await makeForm({ limit: 1 })
    const { id, key = '' } = await sendForm(guest, { email })
    const session = payOn(await pageOf(guest, id, { key }))
    await endNow(id)
    await sendForm(the.bo)
    await guest.ask(ofSubmission(id, '/return'), { method: 'POST', json: { sessionId: session, key } })
    return id
  }
  const lateOf = async (id: string) => (await readPayment(the.host, id)).payments[0]
  async function noteByHand(id: string) {
    const late = await lateOf(id)
    return the.host.ask(ofSubmission(id, `/payments/${late?.id}/refunds/${late?.refunds.at(-1)?.id}/given-back`), { method: 'POST' })
  }

  it('is given back by hand if we cannot send it', async () => {
    const id = await payTooLate('late-stuck@local.test')
    stripe.act(() => revoke(stripe.books(), the.account))
    await work()
    expect(await lateOf(id)).toMatchObject({ state: 'late', rest: 0, refunds: [{ amount: 6000, state: 'no-access' }] })
    expect((await noteByHand(id)).status).toBe(204)
    expect(await lateOf(id)).toMatchObject({ state: 'late', rest: 0, refunds: [{ amount: 6000, state: 'by-hand' }] })
  })

  it('is given back by hand if the bank of the person does not take it, and an email says so once', async () => {
    const id = await payTooLate('late-refused@local.test')
    await work()
    expect(await codeOf(noteByHand(id))).toBe('409 RefundGoesByCard')
    stripe.act(() => failRefund(books(), String(books().all('refund')[0]?.id)))
    await deliver()
    expect(await lateOf(id)).toMatchObject({ state: 'late', rest: 6000, refunds: [{ amount: 6000, state: 'failed' }] })
    mail.length = 0
    for (const _ of [1, 2]) expect((await noteByHand(id)).status).toBe(204)
    await work()
    const late = await lateOf(id)
    expect([late?.rest, late?.refunds.map(({ state }) => state)]).toEqual([0, ['by-hand', 'failed']])
    expect(moneyNewsTo('late-refused@local.test')).toEqual(['refundedByHand'])
    expect(await codeOf(giveBack(id, 1))).toBe('409 RefundTooLarge')
  })

  it('goes back to who has withdrawn, and their open page is closed', async () => {
    const first = await sendForm(the.ana)
    const url = await pageOf(the.ana, first.id)
    await withdraw(the.ana, first.id)
    await workAll()
    expect(() => payOn(url)).toThrow()
    const second = await sendForm(the.bo)
    const session = payOn(await pageOf(the.bo, second.id))
    await withdraw(the.bo, second.id)
    await workAll()
    expect((await comeBack(the.bo, session)).bought).toMatchObject({ goesBack: true })
    await workAll()
    expect([refundsAtStripe(), await stateOf(second.id), await takenOf()]).toEqual([['6000 succeeded'], 'withdrawn', 0])
  })
})

describe('What is owed', () => {
  it('is nothing without a place, and not what was given back', async () => {
    await makeForm({ limit: 5 })
    const [open, gone, refunded] = [await sendForm(the.host), await sendForm(the.bo), await sendForm(the.ana)]
    await withdraw(the.bo, gone.id)
    await workAll()
    await payForm(the.ana, refunded.id)
    expect((await giveBack(refunded.id, 6000)).status).toBe(204)
    await workAll()
    expect((await readPayment(the.bo, gone.id)).parts).toMatchObject([{ amount: 6000, state: 'notOwed' }])
    const part = { search: {}, columns: null, rowsOf: null, hasPrivate: false }
    const wanted = {
      formId: its.form,
      part,
      timeZone: 'America/Chicago',
      cursor: undefined,
      rowsAtOnce: 20,
      fields: [],
      privateFields: new Map(),
    }
    const { submissions } = await readExported(openPrimary(env.DB), wanted)
    const owed = new Map(submissions.map((row) => [row.id, row.owed]))
    expect([owed.get(open.id), owed.get(gone.id), owed.get(refunded.id)]).toEqual([6000, 0, 0])
  })

  it('is in the list of those who run the form, which can show only who still owes', async () => {
    await makeForm({ limit: 5, later: [{ on: dayIn(30), percent: 50 }] })
    const [unpaid, half, paid, gone] = [await sendForm(the.host), await sendForm(the.ana), await sendForm(the.bo), await sendForm(the.bo)]
    await payForm(the.ana, half.id, { amount: 3000 })
    await payForm(the.bo, paid.id, { parts: [0, 1] })
    await withdraw(the.bo, gone.id)
    const list = async (search = '') => {
      const answer = await the.host.ask(at(`/submissions?${search}`))
      expect(answer.status).toBe(200)
      const { submissions } = await answer.json<SubmissionPage>()
      return submissions.map(({ id, owed }) => [id, owed?.amount])
    }
    expect(new Map((await list()) as [string, number][])).toEqual(
      new Map([
        [unpaid.id, 6000],
        [half.id, 3000],
        [paid.id, 0],
        [gone.id, 0],
      ]),
    )
    const owing = [
      [unpaid.id, 6000],
      [half.id, 3000],
    ]
    for (const search of ['owes=1&sort=oldest', 'owes=1&field=ftickets&option=oplayer&sort=oldest', 'owes=1&sort=aToZ', 'owes=1&q=ana'])
      expect((await list(search)).toSorted(), search).toEqual(owing.toSorted())
    expect(await list('owes=1&state=accepted')).toEqual([[half.id, 3000]])
    // Money in hand counts, until it is taken back.
    const json = { parts: [1], idempotencyKey: 'cash-for-the-list' }
    expect((await the.host.ask(ofSubmission(half.id, '/cash'), { method: 'POST', json })).status).toBe(204)
    expect(await list('owes=1')).toEqual([[unpaid.id, 6000]])
    const cash = (await readPayment(the.host, half.id)).payments.find(({ method }) => method === 'cash')
    expect((await the.host.ask(ofSubmission(half.id, `/payments/${cash?.id}`), { method: 'DELETE' })).status).toBe(204)
    expect(await list('owes=1&state=accepted')).toEqual([[half.id, 3000]])
    expect((await the.host.ask(at('/submissions?owes=0'))).status).toBe(400)
  })
})

describe('Later parts', () => {
  const inParts = () =>
    makeForm({
      later: [
        { on: dayIn(20), percent: 30 },
        { on: dayIn(40), percent: 20 },
      ],
    })

  it('are paid one by one or together, after the first, with our fee shared', async () => {
    await inParts()
    const { id } = await sendForm(the.ana)
    expect(await codeOf(askToPayForm(the.ana, id, { parts: [1], amount: 1800 }))).toBe('409 FirstPartFirst')
    await payForm(the.ana, id, { amount: 3000 })
    expect(await readPayment(the.ana, id)).toMatchObject({
      ...{ state: 'accepted', total: 6000, paid: 3000, canPay: true },
      parts: [{ state: 'paid' }, { amount: 1800, dueOn: dayIn(20), state: 'later' }, { amount: 1200, state: 'later' }],
    })
    // Another choice of parts is another page, and the earlier one is closed.
    const one = await pageOf(the.ana, id, { parts: [1], amount: 1800 })
    const both = await pageOf(the.ana, id, { parts: [2, 1], amount: 3000 })
    expect(() => payOn(one)).toThrow()
    expect((await comeBack(the.ana, payOn(both))).bought).toMatchObject({ givesPlace: false })
    expect(await codeOf(askToPayForm(the.ana, id, { parts: [1], amount: 1800 }))).toBe('409 SubmissionPaid')
    const fees = books()
      .all('payment_intent')
      .map(({ application_fee_amount }) => Number(application_fee_amount ?? 0))
    expect([fees.reduce((sum, fee) => sum + fee, 0), (await readPayment(the.ana, id)).paid]).toEqual([180, 6000])
  })

  it('are reminded of three days before, and on the day after, until they are paid', async () => {
    await inParts()
    const { id } = await sendForm(the.ana)
    await payForm(the.ana, id, { amount: 3000 })
    await pass(18 * day)
    the.ana = await enter(the.ana.id)
    const reminders = async () => (await titlesOf(the.ana)).filter((title) => title.startsWith('Spring league: $'))
    expect(await reminders()).toEqual([expect.stringContaining('Spring league: $18 is due by')])
    await pass(4 * day)
    expect(await reminders()).toEqual([expect.stringContaining('$18 was due on'), expect.stringContaining('$18 is due by')])
    expect((await readPayment(the.ana, id)).parts[1]?.state).toBe('due')
    await payForm(the.ana, id, { parts: [1, 2], amount: 3000 })
    await pass(20 * day)
    the.ana = await enter(the.ana.id)
    expect(await reminders()).toHaveLength(2)
  })
})

describe('Those who manage the money', () => {
  const noteCash = (id: string, parts = [0], person = the.host) =>
    person.ask(ofSubmission(id, '/cash'), { method: 'POST', json: { parts, idempotencyKey: 'cash-key-1' } })

  it('note cash, which gives the place and closes the page, and can undo it', async () => {
    const { id } = await sendForm(the.ana)
    const url = await pageOf(the.ana, id)
    expect(await codeOf(noteCash(id, [0], the.bo))).toBe('404 FormNotFound')
    expect(await Promise.all([noteCash(id), noteCash(id)]).then((all) => all.map(({ status }) => status))).toEqual([204, 204])
    await workAll()
    expect(() => payOn(url)).toThrow()
    const paid = await readPayment(the.host, id)
    expect(paid).toMatchObject({ state: 'accepted', paid: 6000, isManager: true, payments: [{ method: 'cash', rest: 0 }] })
    const undo = () => the.host.ask(ofSubmission(id, `/payments/${paid.payments[0]?.id}`), { method: 'DELETE' })
    expect([(await undo()).status, (await undo()).status]).toEqual([204, 204])
    // They keep the place, so they have a day to pay, and are reminded.
    const dueOn = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)
    expect(await readPayment(the.host, id)).toMatchObject({ state: 'accepted', paid: 0, parts: [{ state: 'later', dueOn }] })
    expect(await rowsOf('SELECT next_reminder_at > 0 AS isReminded FROM submission_parts WHERE submission_id = ?', id)).toEqual([
      { isReminded: 1 },
    ])
    expect((await eventsOf(id)).filter((kind) => kind === 'cashUndone')).toHaveLength(1)
    expect((await payForm(the.ana, id)).state).toBe('paid')
  })

  it('undo cash for a later part, which is then reminded of again', async () => {
    const on = new Date(Date.now() + 60 * day).toISOString().slice(0, 10)
    await makeForm({ later: [{ on, percent: 50 }] })
    const { id } = await sendForm(the.ana)
    const reminders = async () =>
      (await rowsOf('SELECT next_reminder_at AS at FROM submission_parts WHERE submission_id = ? ORDER BY number', id)).map(({ at }) => at)
    const before = await reminders()
    expect(before).toEqual([null, expect.any(Number)])
    expect((await noteCash(id, [0, 1])).status).toBe(204)
    expect(await reminders()).toEqual([null, null])
    const [payment] = (await readPayment(the.host, id)).payments
    expect((await the.host.ask(ofSubmission(id, `/payments/${payment?.id}`), { method: 'DELETE' })).status).toBe(204)
    expect(await reminders()).toEqual([expect.any(Number), before[1]])
  })

  it('give a part or all back, and the same request gives nothing more', async () => {
    const { id } = await sendForm(the.ana)
    await payForm(the.ana, id)
    expect(await codeOf(giveBack(id, 6001))).toBe('409 RefundTooLarge')
    await Promise.all([giveBack(id, 1000), giveBack(id, 1000)])
    await work()
    expect([refundsAtStripe(), (await readPayment(the.ana, id)).paid]).toEqual([['1000 succeeded'], 5000])
    await giveBack(id, 5000, 'another-key')
    await work()
    await deliver()
    expect(await readPayment(the.ana, id)).toMatchObject({ state: 'accepted', paid: 0, parts: [{ state: 'refunded' }], canPay: false })
    expect(stripe.books().all('application_fee').at(-1)).toMatchObject({ amount: 180, amount_refunded: 180 })
  })

  it('cannot give back while our access is ended, and who has no account gets an email, once', async () => {
    const email = 'stuck@local.test'
    const { id, key } = await sendForm(guest, { email })
    const session = payOn(await pageOf(guest, id, { key }))
    await guest.ask(ofSubmission(id, '/return'), { method: 'POST', json: { sessionId: session, key } })
    mail.length = 0
    stripe.act(() => revoke(stripe.books(), the.account))
    await giveBack(id, 6000)
    await work()
    await pass(2 * hour)
    expect(moneyNewsTo(email)).toEqual(['refundStuck'])
    expect(await titlesOf(the.host)).toContainEqual(expect.stringMatching(/^\$60\.00 cannot go back now: /))
    stripe.act(() => authorize(stripe.books(), the.account))
    await pass(day)
    expect([moneyNewsTo(email), refundsAtStripe()]).toEqual([['refundStuck', 'refunded'], ['6000 succeeded']])
  })

  it('cannot give back while our access is ended, and who has an account has the notice alone', async () => {
    const { id } = await sendForm(the.ana)
    await payForm(the.ana, id)
    mail.length = 0
    stripe.act(() => revoke(stripe.books(), the.account))
    await giveBack(id, 6000)
    await work()
    expect(moneyNewsTo(`${the.ana.id}@local.test`)).toEqual([])
    expect((await titlesOf(the.ana)).filter((title) => title.startsWith('We cannot send $60.00 back'))).toHaveLength(1)
  })

  it('give back by hand what cannot go back, and who has no account gets an email', async () => {
    const email = 'by-hand@local.test'
    const { id, key } = await sendForm(guest, { email })
    const session = payOn(await pageOf(guest, id, { key }))
    await guest.ask(ofSubmission(id, '/return'), { method: 'POST', json: { sessionId: session, key } })
    stripe.act(() => revoke(stripe.books(), the.account))
    await giveBack(id, 6000)
    const [payment] = (await readPayment(the.host, id)).payments
    const note = (person: Person) =>
      person.ask(ofSubmission(id, `/payments/${payment?.id}/refunds/${payment?.refunds[0]?.id}/given-back`), { method: 'POST' })
    expect(await codeOf(note(the.host))).toBe('409 RefundGoesByCard')
    await work()
    expect(await codeOf(note(the.bo))).toBe('404 FormNotFound')
    mail.length = 0
    for (const _ of [1, 2]) expect((await note(the.host)).status).toBe(204)
    await work()
    expect(moneyNewsTo(email)).toEqual(['refundedByHand'])
    expect(await readPayment(guest, id, key ?? '')).toMatchObject({
      ...{ paid: 0, parts: [{ state: 'refunded' }] },
      payments: [{ rest: 0, refunds: [{ amount: 6000, state: 'by-hand' }] }],
    })
    stripe.act(() => authorize(stripe.books(), the.account))
    await pass(day + hour)
    expect(refundsAtStripe()).toEqual([])
  })

  it('give back by hand what cannot go back, and who has an account is told', async () => {
    const { id } = await sendForm(the.ana)
    await payForm(the.ana, id)
    stripe.act(() => revoke(stripe.books(), the.account))
    await giveBack(id, 1000)
    await work()
    const [payment] = (await readPayment(the.host, id)).payments
    const path = ofSubmission(id, `/payments/${payment?.id}/refunds/${payment?.refunds[0]?.id}/given-back`)
    expect((await the.host.ask(path, { method: 'POST' })).status).toBe(204)
    expect((await titlesOf(the.ana)).filter((title) => title.startsWith('You get $10 back'))).toHaveLength(1)
    expect(await (await the.ana.ask('/api/notifications')).text()).toContain('The organizers say that you have it.')
  })

  it('are told once if the bank of the person does not take it, and can send it again', async () => {
    const { id } = await sendForm(the.ana)
    await payForm(the.ana, id)
    await giveBack(id, 6000)
    await work()
    stripe.act(() => failRefund(books(), String(books().all('refund')[0]?.id)))
    await deliver()
    await deliver((all) => [...all, ...all])
    const failed = '$60.00 could not go back to somebody who sent the form: Spring league'
    expect((await titlesOf(the.host)).filter((title) => title === failed)).toHaveLength(1)
    const [payment] = (await readPayment(the.host, id)).payments
    expect(payment).toMatchObject({ rest: 6000, refunds: [{ amount: 6000, state: 'failed' }] })
    expect((await giveBack(id, 6000, 'another-request')).status).toBe(204)
    await work()
    const [again] = (await readPayment(the.host, id)).payments
    expect(again?.refunds.map(({ state }) => state).toSorted()).toEqual(['failed', 'sent'])
  })

  it('see it in the books of the community', async () => {
    const { id } = await sendForm(the.ana)
    await payForm(the.ana, id)
    await giveBack(id, 1000)
    await work()
    await deliver()
    await pass(hour)
    const months = await rowsOf("SELECT gross, payments, refunds FROM ledger_months WHERE owner_kind = 'team' AND owner_id = ?", its.team)
    expect(months).toEqual([{ gross: 6000, payments: 1, refunds: -1000 }])
  })
})

describe('Open pages are closed', () => {
  it('a day later, if the host has ended our access, because until then somebody may pay there', async () => {
    const { id } = await sendForm(the.ana)
    await pageOf(the.ana, id)
    const pages = () => rowsOf('SELECT state FROM submission_payments WHERE submission_id = ?', id)
    stripe.act(() => revoke(stripe.books(), the.account))
    await withdraw(the.ana, id)
    await work()
    expect(await pages()).toEqual([{ state: 'open' }])
    await pass(26 * hour)
    expect(await pages()).toEqual([{ state: 'ended' }])
  })

  it('when the community is deleted, and when the account is unlinked, which waits for who is paying', async () => {
    const first = await sendForm(the.ana)
    const open = await pageOf(the.ana, first.id)
    expect(await codeOf(the.host.ask('/api/payments/account', { method: 'DELETE' }))).toBe('409 AccountHasPayers')
    expect((await the.host.ask(`/api/teams/${its.team}?name=Club`, { method: 'DELETE' })).status).toBe(204)
    await workAll()
    expect(() => payOn(open)).toThrow()
  })

  it('when the account is unlinked all the same', async () => {
    const { id } = await sendForm(the.ana)
    const url = await pageOf(the.ana, id)
    expect((await the.host.ask('/api/payments/account?force=true', { method: 'DELETE' })).status).toBe(204)
    await workAll()
    expect(() => payOn(url)).toThrow()
  })

  it('when the person deletes their account', async () => {
    const { id } = await sendForm(the.ana)
    const url = await pageOf(the.ana, id)
    const db = openPrimary(env.DB)
    await runBatch(db, { erased: formPaymentData.erase(the.ana.id, Date.now()) })
    await sendOutbox(env, db.outboxIds)
    await workAll()
    expect(() => payOn(url)).toThrow()
  })
})

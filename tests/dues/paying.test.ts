import { env } from 'cloudflare:workers'
import { decodeBase64 } from 'hono/utils/encode'
import { describe, expect, it } from 'vitest'
import { hour } from '../../domain/time/spans.ts'
import { authorize } from '../../sandbox/stripe/core/accounts.ts'
import { revoke } from '../../sandbox/stripe/core/oauth.ts'
import { failRefund } from '../../sandbox/stripe/core/refunds.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { deliverNotices } from '../notifications/hold-queues.ts'
import {
  books,
  codeOf,
  comeBack,
  deliver,
  pass,
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
import {
  askToPayDues,
  atDues,
  giveBack,
  its,
  list,
  note,
  pageOf,
  payDuesOf,
  read,
  standingOf,
  startWithDues,
  undo,
} from './community-dues.ts'

const { mail } = startWithHost()
startWithDues()

const charges = () => books().all('charge').length
const receipts = () =>
  mail.flatMap(({ body: { to, template } }) => (template.name === 'due-receipt' ? [`${to}: ${template.data.title}`] : []))
const sums = async () => (await read()).due.sums

describe('A member', () => {
  it('pays on the account of the owner, once, and gets a receipt', async () => {
    const [one, two] = await Promise.all([pageOf(the.ana), pageOf(the.ana)])
    expect(one).toBe(two)
    const result = await comeBack(the.ana, payOn(one))
    expect(result).toMatchObject({ state: 'paid', paid: { amount: 4000 }, bought: { kind: 'dues', title: 'Season fee', goesBack: false } })
    await deliver((all) => [...all.toReversed(), ...all])
    expect(await codeOf(askToPayDues(the.ana))).toBe('409 DuesSettled')
    expect([charges(), books().all('payment_intent')[0]?.application_fee_amount]).toEqual([1, 120])
    expect([await standingOf(the.ana), await standingOf(the.bo)]).toEqual(['paid', 'owes'])
    expect(await sums()).toEqual({ paid: 1, waived: 0, collected: 4000, owing: 2 })
    expect(receipts().filter((text) => text.startsWith(the.ana.id))).toEqual([`${the.ana.id}@local.test: Season fee`])
  })

  it('gets the receipt as PDF, and can save it, as nobody else can', async () => {
    mail.length = 0
    await payDuesOf(the.ana)
    const [payment] = await rowsOf('SELECT id FROM due_payments WHERE user_id = ?', the.ana.id)
    const [sent] = await sendMailOf(mail, 'due-receipt:')
    const [file] = sent?.attachments ?? []
    const words = ['Club', 'Season fee', '$40.00 (USD)', String(payment?.id)]
    expect(file).toMatchObject({ name: `receipt-${payment?.id}.pdf`, type: 'application/pdf' })
    expect(await textsOf(decodeBase64(file?.content ?? ''))).toEqual(expect.arrayContaining(words))
    const path = `/api/dues/${payment?.id}/receipt`
    expect(await textsOf(new Uint8Array(await (await the.ana.ask(path)).arrayBuffer()))).toEqual(expect.arrayContaining(words))
    expect(await codeOf(the.host.ask(path))).toBe('404 OrderNotFound')
    // Nobody has paid what need not be paid.
    await note(the.bo, 'waived')
    const [waived] = await rowsOf('SELECT id FROM due_payments WHERE user_id = ?', the.bo.id)
    expect(await codeOf(the.bo.ask(`/api/dues/${waived?.id}/receipt`))).toBe('404 OrderNotFound')
  })

  it('finds what they paid beside their games, also after they have left, with what came back', async () => {
    const mine = (person = the.ana) => paymentsOf(person, 'dues')
    expect(await mine()).toEqual([])
    await payDuesOf(the.ana)
    await giveBack(the.ana, 1000)
    await work()
    await note(the.bo, 'waived')
    const paid = { title: 'Season fee', team: { id: its.team, name: 'Club' }, amount: 4000, method: 'card', state: 'paid' }
    expect(await mine()).toMatchObject([{ ...paid, isMember: true, refunds: [{ amount: 1000, reason: 'manager', state: 'sent' }] }])
    await rowsOf('DELETE FROM team_members WHERE team_id = ? AND user_id = ?', its.team, the.ana.id)
    expect(await mine()).toMatchObject([{ ...paid, isMember: false }])
    expect([await mine(the.bo), await mine(the.host)]).toEqual([[], []])
  })

  it('can pay what was asked for before the plan of the community ended', async () => {
    await rowsOf("UPDATE teams SET plan = 'ROOKIE' WHERE id = ?", its.team)
    expect((await askToPayDues(the.ana)).status).toBe(200)
  })

  it('pays nothing that differs from what they have seen, without an account, or after the end', async () => {
    expect(await codeOf(askToPayDues(the.ana, 1))).toBe('409 OfferChanged')
    await rowsOf('UPDATE payout_accounts SET charges_enabled = 0 WHERE user_id = ?', the.host.id)
    expect(await codeOf(askToPayDues(the.ana))).toBe('409 DuesNotPayable')
    await the.host.ask(atDues(), { method: 'DELETE' })
    expect(await codeOf(askToPayDues(the.ana))).toBe('409 DuesOver')
    expect(books().all('checkout_session')).toEqual([])
  })

  it('gets the same page if the answer was lost, and one payment', async () => {
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 2 } }))
    let url = ''
    for (let tries = 0; tries < 4 && !url; tries += 1) {
      const answer = await askToPayDues(the.ana)
      if (answer.status === 200) url = ((await answer.json()) as { url: string }).url
    }
    await comeBack(the.ana, payOn(url))
    expect([books().all('checkout_session').length, await standingOf(the.ana)]).toEqual([1, 'paid'])
  })

  it('is found by the sweep if no event has arrived', async () => {
    payOn(await pageOf(the.ana))
    await pass(2 * hour)
    await pass(hour)
    expect(await standingOf(the.ana)).toBe('paid')
  })

  it('does not pay a second time on a page that was left open for a day', async () => {
    const url = await pageOf(the.ana)
    await pass(27 * hour)
    the.ana = await enter(the.ana.id)
    expect(() => payOn(url)).toThrow()
    await payDuesOf(the.ana)
    expect([charges(), await standingOf(the.ana)]).toEqual([1, 'paid'])
  })

  it('sees how it stands with them and no sums, and no payment of others', async () => {
    await payDuesOf(the.ana)
    const seen = await list(the.bo)
    expect(seen).toMatchObject({ manage: null, dues: [{ standing: 'owes', sums: null, isPayable: true }] })
    expect(await codeOf(the.bo.ask(atDues('/payments')))).toBe('403 NotAllowed')
    // Dues of before the owner had an account in another currency cannot be paid on it.
    await rowsOf("UPDATE dues SET currency = 'eur' WHERE id = ?", its.dues)
    expect((await list(the.bo)).dues).toMatchObject([{ isPayable: false }])
    await rowsOf("UPDATE dues SET currency = 'usd' WHERE id = ?", its.dues)
    const [session] = books().all('checkout_session')
    expect(await codeOf(the.bo.ask('/api/payments/return', { method: 'POST', json: { sessionId: session?.id } }))).toBe(
      '404 PaymentNotYours',
    )
  })
})

describe('A payment of what is settled already', () => {
  it('goes back once when cash was noted while the page was open', async () => {
    const url = await pageOf(the.ana)
    const session = payOn(url)
    expect((await note(the.ana, 'cash')).status).toBe(204)
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
    await work()
    const result = await comeBack(the.ana, session)
    expect(result.bought).toMatchObject({ kind: 'dues', goesBack: true })
    await deliver((all) => [...all, ...all])
    await pass(2 * hour)
    expect(refundsAtStripe()).toEqual(['4000 succeeded'])
    expect([await standingOf(the.ana), await sums()]).toEqual(['cash', { paid: 1, waived: 0, collected: 4000, owing: 2 }])
    expect((await titlesOf(the.ana)).filter((title) => title.startsWith('You get'))).toEqual(['You get $40 back: Season fee'])
    expect(receipts().filter((text) => text.startsWith(the.ana.id))).toEqual([])
  })

  /** Cash is noted while she pays by card. The money that goes back is not sent yet. */
  async function payTwice(): Promise<void> {
    const session = payOn(await pageOf(the.ana))
    await note(the.ana, 'cash')
    expect((await comeBack(the.ana, session)).bought).toMatchObject({ goesBack: true })
  }
  const seenOf = async (person: Person) => (await read()).people.find((each) => each.person?.id === person.id)
  const otherOf = async (person: Person) => (await seenOf(person))?.others[0]
  async function noteByHand(by = the.host) {
    const other = await otherOf(the.ana)
    return by.ask(atDues(`/payments/${other?.id}/refunds/${other?.refunds[0]?.id}/given-back`), { method: 'POST' })
  }
  const toldBack = async () => (await titlesOf(the.ana)).filter((title) => title.startsWith('You get $40 back'))

  it('is given back by hand if we cannot send it, and never goes by card', async () => {
    await payTwice()
    stripe.act(() => revoke(stripe.books(), the.account))
    await work()
    expect(await seenOf(the.ana)).toMatchObject({
      standing: 'cash',
      payment: { method: 'cash' },
      others: [{ method: 'card', amount: 4000, rest: 0, refunds: [{ amount: 4000, state: 'no-access' }] }],
    })
    await deliverNotices()
    const { notices } = (await (await the.host.ask('/api/notifications')).json()) as { notices: { path: string }[] }
    expect(notices.map(({ path }) => path)).toContain(`/team/${its.team}/dues/${its.dues}`)
    expect(await codeOf(noteByHand(the.bo))).toBe('403 NotAllowed')
    for (const _ of [1, 2]) expect((await noteByHand()).status).toBe(204)
    expect(await otherOf(the.ana)).toMatchObject({ rest: 0, refunds: [{ state: 'by-hand' }] })
    expect([await toldBack(), await standingOf(the.ana), await sums()]).toEqual([
      ['You get $40 back: Season fee'],
      'cash',
      { paid: 1, waived: 0, collected: 4000, owing: 2 },
    ])
    expect(await (await the.ana.ask('/api/notifications')).text()).toContain('It was paid already. Club says that you have it.')
    stripe.act(() => authorize(stripe.books(), the.account))
    await pass(25 * hour)
    expect(refundsAtStripe()).toEqual([])
  })

  it('is given back by hand, or sent again, if the bank of the member does not take it', async () => {
    await payTwice()
    await work()
    expect([await codeOf(noteByHand()), await toldBack()]).toEqual(['409 RefundGoesByCard', ['You get $40 back: Season fee']])
    stripe.act(() => failRefund(books(), String(books().all('refund')[0]?.id)))
    await deliver()
    expect(await otherOf(the.ana)).toMatchObject({ rest: 4000, refunds: [{ amount: 4000, state: 'failed' }] })
    for (const _ of [1, 2]) expect((await noteByHand()).status).toBe(204)
    const seen = await otherOf(the.ana)
    expect([seen?.rest, seen?.refunds.map(({ state }) => state)]).toEqual([0, ['failed', 'by-hand']])
    expect(await toldBack()).toHaveLength(2)
    const again = { method: 'POST', json: { amount: 1, idempotencyKey: 'one-more-cent' } } as const
    const sendAgain = async () => codeOf(the.host.ask(atDues(`/payments/${seen?.id}/refunds`), again))
    expect(await sendAgain()).toBe('409 RefundTooLarge')
    // Stripe tells of the refund once more.
    await rowsOf(
      "INSERT INTO outbox (id, queue, body, created_at) SELECT 'again', 'money', json_object('kind', 'sync-refunds', 'accountId', account_id, 'paymentId', payment_id), 1 FROM due_payments WHERE id = ?",
      seen?.id ?? '',
    )
    await pass(hour)
    expect((await otherOf(the.ana))?.refunds.map(({ state }) => state)).toEqual(['failed', 'by-hand'])
  })

  it('goes by card if it is sent again, and then nobody notes it by hand', async () => {
    await payTwice()
    await work()
    stripe.act(() => failRefund(books(), String(books().all('refund')[0]?.id)))
    await deliver()
    const other = await otherOf(the.ana)
    const json = { amount: 4000, idempotencyKey: 'once-more' }
    expect((await the.host.ask(atDues(`/payments/${other?.id}/refunds`), { method: 'POST', json })).status).toBe(204)
    await work()
    expect(await codeOf(noteByHand())).toBe('409 RefundGoesByCard')
    expect([refundsAtStripe(), await standingOf(the.ana)]).toEqual([['4000 failed', '4000 succeeded'], 'cash'])
  })

  it('is listed also for who has left and has nothing else', async () => {
    await payTwice()
    await work()
    await undo(the.ana)
    await the.ana.ask(`/api/teams/${its.team}/members/me`, { method: 'DELETE' })
    expect(await seenOf(the.ana)).toMatchObject({
      isMember: false,
      standing: 'none',
      payment: null,
      others: [{ refunds: [{ state: 'sent' }] }],
    })
  })

  it('cannot be made, because the page is closed', async () => {
    const pages = [await pageOf(the.ana), await pageOf(the.bo)]
    await note(the.ana, 'waived')
    await the.bo.ask(`/api/teams/${its.team}/members/me`, { method: 'DELETE' })
    await work()
    for (const url of pages) expect(() => payOn(url)).toThrow()
  })

  it('cannot be made on a second page after the host has ended our access, while the first one can be paid on', async () => {
    const first = await pageOf(the.ana)
    stripe.act(() => revoke(stripe.books(), the.account))
    await note(the.ana, 'waived')
    await work()
    await undo(the.ana)
    payOn(first)
    stripe.act(() => authorize(stripe.books(), the.account))
    expect(await pageOf(the.ana)).toBe(first)
    await deliver()
    expect([charges(), await standingOf(the.ana), await codeOf(askToPayDues(the.ana))]).toEqual([1, 'paid', '409 DuesSettled'])
  })

  it('cannot be made on another account of the host either, until the page of the lost one has ended by itself', async () => {
    await pageOf(the.ana)
    stripe.act(() => revoke(stripe.books(), the.account))
    await note(the.ana, 'waived')
    await work()
    await undo(the.ana)
    await rowsOf("UPDATE payout_accounts SET stripe_id = 'acct_another' WHERE user_id = ?", the.host.id)
    expect(await codeOf(askToPayDues(the.ana))).toBe('409 PaymentNotReadable')
    const stateOfPage = async () =>
      (await rowsOf('SELECT state FROM due_payments WHERE user_id = ? AND method = ?', the.ana.id, 'card'))[0]?.state
    await pass(23 * hour)
    expect(await stateOfPage()).toBe('open')
    await pass(3 * hour)
    expect(await stateOfPage()).toBe('ended')
  })

  it('stays if it arrives after the dues have ended or the member has left, because nothing else settles it', async () => {
    const session = payOn(await pageOf(the.ana))
    await the.host.ask(atDues(), { method: 'DELETE' })
    await work()
    expect((await comeBack(the.ana, session)).bought).toMatchObject({ goesBack: false })
    expect([refundsAtStripe(), (await read()).due.sums]).toEqual([[], { paid: 1, waived: 0, collected: 4000, owing: 0 }])
  })
})

describe('Money that goes back', () => {
  it('is still seen if the bank refuses it after the member has paid again', async () => {
    await payDuesOf(the.ana)
    await giveBack(the.ana, 4000)
    await work()
    await payDuesOf(the.ana)
    stripe.act(() => failRefund(books(), String(books().all('refund')[0]?.id)))
    await deliver()
    expect((await read()).people.find(({ person }) => person?.id === the.ana.id)).toMatchObject({
      ...{ standing: 'paid', payment: { rest: 4000, refunds: [] } },
      others: [{ rest: 4000, refunds: [{ amount: 4000, state: 'failed' }] }],
    })
  })

  it('is a part or all of a payment, and the same request gives nothing more', async () => {
    await payDuesOf(the.ana)
    expect(await codeOf(giveBack(the.ana, 4001))).toBe('409 RefundTooLarge')
    await Promise.all([giveBack(the.ana, 1000), giveBack(the.ana, 1000)])
    await work()
    expect([refundsAtStripe(), await standingOf(the.ana), (await sums()).collected]).toEqual([['1000 succeeded'], 'paid', 3000])
    expect(await codeOf(giveBack(the.ana, 3001, 'another-key'))).toBe('409 RefundTooLarge')
    await giveBack(the.ana, 3000, 'another-key')
    await work()
    await deliver()
    expect([await standingOf(the.ana), await sums()]).toEqual(['refunded', { paid: 0, waived: 0, collected: 0, owing: 2 }])
    expect(stripe.books().all('application_fee').at(-1)).toMatchObject({ amount: 120, amount_refunded: 120 })
    expect((await payDuesOf(the.ana)).state).toBe('paid')
    expect((await sums()).paid).toBe(1)
  })

  it('counts if it was given back at Stripe', async () => {
    await payDuesOf(the.ana)
    const client = await openStripe(getSettings(env))
    await client.refunds.create(
      { payment_intent: String(books().all('payment_intent')[0]?.id), amount: 1500 },
      { stripeAccount: the.account },
    )
    await deliver((all) => [...all, ...all])
    expect((await sums()).collected).toBe(2500)
    expect(await codeOf(giveBack(the.ana, 3000))).toBe('409 RefundTooLarge')
  })

  it('cannot go back while our access is ended, and both are told', async () => {
    await payDuesOf(the.ana)
    stripe.act(() => revoke(stripe.books(), the.account))
    await giveBack(the.ana, 1000)
    await work()
    expect(await paymentsOf(the.ana, 'dues')).toMatchObject([{ refunds: [{ amount: 1000, state: 'no-access' }] }])
    expect(await titlesOf(the.ana)).toContainEqual(expect.stringMatching(/^We cannot send \$10\.00 back to you now: /))
    expect(await titlesOf(the.host)).toContainEqual(expect.stringMatching(/^\$10\.00 cannot go back now: /))
  })

  it('has the money again if the bank of the member does not take it, and is told once', async () => {
    await payDuesOf(the.ana)
    await giveBack(the.ana, 4000)
    await work()
    stripe.act(() => failRefund(books(), String(books().all('refund')[0]?.id)))
    await deliver()
    await deliver((all) => [...all, ...all])
    expect(await paymentsOf(the.ana, 'dues')).toMatchObject([{ state: 'paid', refunds: [{ amount: 4000, state: 'failed' }] }])
    const failed = '$40.00 could not go back to a member: Season fee'
    expect((await titlesOf(the.host)).filter((title) => title === failed)).toHaveLength(1)
  })

  it('is given back by hand if it cannot go back: the member hears it, and owes it again', async () => {
    await payDuesOf(the.ana)
    stripe.act(() => revoke(stripe.books(), the.account))
    await giveBack(the.ana, 4000)
    const payment = (await read()).people.find(({ person }) => person?.id === the.ana.id)?.payment
    const note = (person: Person, refundId = payment?.refunds[0]?.id) =>
      person.ask(atDues(`/payments/${payment?.id}/refunds/${refundId}/given-back`), { method: 'POST' })
    expect(await codeOf(note(the.host))).toBe('409 RefundGoesByCard')
    await work()
    expect([await codeOf(note(the.bo)), await codeOf(note(the.host, 'another'))]).toEqual(['403 NotAllowed', '404 OrderNotFound'])
    for (const _ of [1, 2]) expect((await note(the.host)).status).toBe(204)
    expect([await standingOf(the.ana), (await sums()).collected]).toEqual(['refunded', 0])
    expect(await paymentsOf(the.ana, 'dues')).toMatchObject([{ state: 'refunded', refunds: [{ amount: 4000, state: 'by-hand' }] }])
    expect((await titlesOf(the.ana)).filter((title) => title.startsWith('You get $40 back'))).toHaveLength(1)
    expect(await (await the.ana.ask('/api/notifications')).text()).toContain('Club gives it back to you. Club says that you have it.')
    stripe.act(() => authorize(stripe.books(), the.account))
    await pass(25 * hour)
    expect([refundsAtStripe(), await standingOf(the.ana)]).toEqual([[], 'refunded'])
  })

  it('does not go back by itself when the community is deleted, and open pages are closed', async () => {
    await payDuesOf(the.ana)
    const open = await pageOf(the.bo)
    expect((await the.host.ask(`/api/teams/${its.team}?name=Club`, { method: 'DELETE' })).status).toBe(204)
    await work()
    expect(() => payOn(open)).toThrow()
    expect(refundsAtStripe()).toEqual([])
  })

  it('does not go back when the account is unlinked, which waits for those who are paying', async () => {
    await payDuesOf(the.ana)
    const open = await pageOf(the.bo)
    expect(await codeOf(the.host.ask('/api/payments/account', { method: 'DELETE' }))).toBe('409 AccountHasPayers')
    expect((await the.host.ask('/api/payments/account?force=true', { method: 'DELETE' })).status).toBe(204)
    await work()
    expect(() => payOn(open)).toThrow()
    expect(refundsAtStripe()).toEqual([])
  })
})

describe('The books of a community', () => {
  it('contain its dues, and what went back of them', async () => {
    await payDuesOf(the.ana)
    await giveBack(the.ana, 1000)
    await work()
    await deliver()
    await pass(hour)
    const months = await rowsOf(
      "SELECT gross, payments, our_fee, refunds FROM ledger_months WHERE owner_kind = 'team' AND owner_id = ?",
      its.team,
    )
    expect(months).toEqual([{ gross: 4000, payments: 1, our_fee: 90, refunds: -1000 }])
    expect(await undo(the.ana).then(codeOf)).toBe('409 PaidByCard')
  })
})

import Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { askForDocument, completeAccount, createAccount, restrictAccount, submitIncomplete } from '../../sandbox/stripe/core/accounts.ts'
import { type Books, platform } from '../../sandbox/stripe/core/books.ts'
import { closeInquiry, decideDispute, escalateInquiry, openDispute, openInquiry } from '../../sandbox/stripe/core/disputes.ts'
import { grantCode } from '../../sandbox/stripe/core/oauth.ts'
import { failPayout } from '../../sandbox/stripe/core/payouts.ts'
import { createHost, createWorld, day, errorOf, sumsOf, typesOf, type World } from './setup/stripe-client.ts'

let world: World
let stripe: World['stripe']
beforeEach(() => {
  world = createWorld()
  stripe = world.stripe
})

const act = <Result>(account: string, work: (books: Books) => Result) => world.standIn.act((state) => work(state.books(account)))
const pay = (options: Stripe.RequestOptions = {}) =>
  stripe.paymentIntents.create({ amount: 5000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true }, options)

describe('the account of a host', () => {
  test('must be completed before it can be paid', async () => {
    const account = await stripe.accounts.create({ type: 'express', country: 'US', email: 'host@example.com' })
    expect(account).toMatchObject({ charges_enabled: false, payouts_enabled: false, details_submitted: false })
    expect(account.requirements?.currently_due).toContain('external_account')
    const host = { stripeAccount: account.id }
    expect((await errorOf(pay(host))).message).toContain('cannot currently make charges')
    act(platform, (main) => submitIncomplete(main, account.id))
    expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
      charges_enabled: false,
      details_submitted: true,
      requirements: { currently_due: ['individual.verification.document'] },
    })
    act(platform, (main) => completeAccount(main, account.id))
    expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
      charges_enabled: true,
      payouts_enabled: true,
      external_accounts: { data: [{ object: 'bank_account', last4: '6789' }] },
    })
    expect((await pay(host)).status).toBe('succeeded')
    expect((await typesOf(stripe, host)).filter((type) => type === 'account.updated')).toHaveLength(2)
  })

  test('is told 14 days ahead what is due, and is restricted then', async () => {
    const host = await createHost(world)
    act(platform, (main) => askForDocument(main, host.stripeAccount))
    const warned = await stripe.accounts.retrieve(host.stripeAccount)
    expect(warned).toMatchObject({ charges_enabled: true, requirements: { past_due: [], disabled_reason: null } })
    expect(warned.requirements?.current_deadline).toBe(world.now() + 14 * day)
    world.pass(14 * day)
    expect(await stripe.accounts.retrieve(host.stripeAccount)).toMatchObject({
      charges_enabled: false,
      requirements: { past_due: ['individual.verification.document'], disabled_reason: 'requirements.past_due' },
    })
  })

  test('gets a link to its form, which lives for five minutes', async () => {
    const { id } = await stripe.accounts.create({ type: 'express' })
    const fields = {
      account: id,
      type: 'account_onboarding',
      refresh_url: 'https://gather.test/again',
      return_url: 'https://gather.test/back',
    } as const
    const link = await stripe.accountLinks.create(fields)
    expect(link).toMatchObject({ expires_at: world.now() + 300, url: expect.stringContaining('/stripe/onboarding/alnk_') })
    expect(await errorOf(stripe.accountLinks.create({ ...fields, return_url: 'nowhere' }))).toMatchObject({ code: 'url_invalid' })
    expect(await errorOf(stripe.accountLinks.create({ ...fields, type: 'account_update' }))).toMatchObject({ param: 'type' })
  })

  test('says what kind of account it is, and where', async () => {
    const express = await stripe.accounts.create({ controller: { stripe_dashboard: { type: 'express' } }, country: 'JP' })
    expect(express).toMatchObject({ type: 'express', default_currency: 'jpy' })
    expect(await errorOf(stripe.accounts.create({ country: 'ZZ' }))).toMatchObject({ code: 'country_unsupported', param: 'country' })
    const both = stripe.accounts.create({ type: 'standard', controller: { stripe_dashboard: { type: 'full' } } })
    expect(await errorOf(both)).toMatchObject({ code: 'parameters_exclusive' })
    expect(await errorOf(stripe.accounts.createLoginLink(express.id))).toMatchObject({ statusCode: 400 })
    act(platform, (main) => completeAccount(main, express.id))
    expect((await stripe.accounts.createLoginLink(express.id)).url).toContain(express.id)
    expect((await stripe.accounts.list()).data.map(({ id }) => id)).toEqual([express.id])
    expect(await stripe.accounts.del(express.id)).toMatchObject({ deleted: true })
    expect(await errorOf(stripe.accounts.retrieve(express.id))).toMatchObject({ code: 'account_invalid' })
  })

  test('a currency that the account cannot take is refused', async () => {
    const { id } = await stripe.accounts.create({ type: 'express', country: 'BR' })
    act(platform, (main) => completeAccount(main, id))
    expect(await errorOf(pay({ stripeAccount: id }))).toMatchObject({ param: 'currency', statusCode: 400 })
  })

  test('a restricted account sells nothing, and keeps what it has', async () => {
    const host = await createHost(world)
    await pay(host)
    act(platform, (main) => restrictAccount(main, host.stripeAccount))
    expect(await errorOf(pay(host))).toMatchObject({ code: 'account_invalid' })
    world.pass(10 * day)
    expect((await stripe.payouts.list({}, host)).data).toEqual([])
    act(platform, (main) => completeAccount(main, host.stripeAccount))
    world.pass(day)
    expect((await stripe.payouts.list({}, host)).data).toHaveLength(1)
  })
})

describe('linking an account', () => {
  const link = async () => {
    const account = act(platform, (main) => createAccount(main, { type: 'standard', name: 'River Club' }, true))
    const code = act(platform, (main) => grantCode(main, account.id, 'read_write'))
    return { account: account.id, code }
  }

  test('a code gives access once, and access can end', async () => {
    const { account, code } = await link()
    expect(await errorOf(stripe.accounts.retrieve(account))).toMatchObject({ statusCode: 403 })
    const token = await stripe.oauth.token({ grant_type: 'authorization_code', code })
    expect(token).toMatchObject({ stripe_user_id: account, scope: 'read_write', token_type: 'bearer' })
    expect(await errorOf(stripe.oauth.token({ grant_type: 'authorization_code', code }))).toBeInstanceOf(
      Stripe.errors.StripeInvalidGrantError,
    )
    await pay({ stripeAccount: account })
    expect(await stripe.oauth.deauthorize({ client_id: 'ca_sandbox', stripe_user_id: account })).toMatchObject({ stripe_user_id: account })
    expect(await errorOf(pay({ stripeAccount: account }))).toMatchObject({ code: 'account_invalid', statusCode: 403 })
  })

  test('a code that is too old or unknown is refused', async () => {
    const { code } = await link()
    world.pass(300)
    for (const wrong of [code, 'ac_unknown'])
      expect(await errorOf(stripe.oauth.token({ grant_type: 'authorization_code', code: wrong }))).toBeInstanceOf(
        Stripe.errors.StripeInvalidGrantError,
      )
  })
})

describe('payouts', () => {
  test('what is available is paid out each day, and names its entries', async () => {
    const host = await createHost(world)
    const intent = await pay(host)
    await stripe.refunds.create({ payment_intent: intent.id, amount: 1000 }, host)
    world.pass(3 * day)
    const [payout] = (await stripe.payouts.list({}, host)).data
    expect(payout).toMatchObject({ amount: 5000 - 175 - 1000, automatic: true, status: 'in_transit' })
    const entries = (await stripe.balanceTransactions.list({ payout: payout?.id ?? '' }, host)).data
    expect(entries.map(({ type }) => type)).toEqual(['payout', 'refund', 'charge'])
    expect(entries.reduce((sum, { net }) => sum + net, 0)).toBe(0)
    world.pass(day)
    expect((await stripe.payouts.retrieve(payout?.id ?? '', {}, host)).status).toBe('paid')
    expect(await typesOf(stripe, host)).toEqual(expect.arrayContaining(['payout.created', 'payout.paid']))
  })

  test('more than is available cannot be paid out', async () => {
    const host = await createHost(world)
    await pay(host)
    await stripe.accounts.update(host.stripeAccount, { settings: { payouts: { schedule: { interval: 'manual' } } } })
    expect(await errorOf(stripe.payouts.create({ amount: 100, currency: 'usd' }, host))).toMatchObject({ code: 'balance_insufficient' })
    world.pass(5 * day)
    expect(await stripe.payouts.create({ amount: 4825, currency: 'usd' }, host)).toMatchObject({ automatic: false })
    expect(await sumsOf(stripe, host)).toEqual({ balance: 0, entries: 0 })
  })

  test('a payout that fails comes back', async () => {
    const host = await createHost(world)
    await pay(host)
    world.pass(3 * day)
    const [payout] = (await stripe.payouts.list({}, host)).data
    act(host.stripeAccount, (books) => failPayout(books, payout?.id ?? ''))
    expect(await stripe.payouts.retrieve(payout?.id ?? '', {}, host)).toMatchObject({ status: 'failed', failure_code: 'account_closed' })
    expect(await sumsOf(stripe, host)).toEqual({ balance: 4825, entries: 4825 })
    expect(await typesOf(stripe, host)).toContain('payout.failed')
  })
})

describe('disputes', () => {
  const dispute = async () => {
    const host = await createHost(world)
    const intent = await pay(host)
    const { id } = act(host.stripeAccount, (books) => openDispute(books, intent.latest_charge as string, 'product_not_received'))
    return { host, intent, id }
  }

  test('take the money and a fee, and the charge cannot be refunded', async () => {
    const { host, intent, id } = await dispute()
    const opened = await stripe.disputes.retrieve(id, {}, host)
    expect(opened).toMatchObject({ amount: 5000, status: 'needs_response', reason: 'product_not_received' })
    expect(opened.evidence_details.due_by).toBe(world.now() + 7 * day)
    expect(opened.balance_transactions).toMatchObject([{ amount: -5000, fee: 1500, net: -6500 }])
    expect(await sumsOf(stripe, host)).toEqual({ balance: 4825 - 6500, entries: 4825 - 6500 })
    expect(await errorOf(stripe.refunds.create({ payment_intent: intent.id }, host))).toMatchObject({ code: 'charge_disputed' })
    expect(await typesOf(stripe, host)).toEqual(expect.arrayContaining(['charge.dispute.created', 'charge.dispute.funds_withdrawn']))
  })

  test('that are won bring the money back, but not the fee', async () => {
    const { host, id } = await dispute()
    const evidence = { uncategorized_text: 'winning_evidence' }
    expect((await stripe.disputes.update(id, { evidence }, host)).status).toBe('won')
    expect(await sumsOf(stripe, host)).toEqual({ balance: 4825 - 1500, entries: 4825 - 1500 })
    expect(await typesOf(stripe, host)).toEqual(expect.arrayContaining(['charge.dispute.closed', 'charge.dispute.funds_reinstated']))
  })

  test('are lost without evidence in time', async () => {
    const { host, id } = await dispute()
    world.pass(7 * day)
    expect(await stripe.disputes.retrieve(id, {}, host)).toMatchObject({ status: 'lost', evidence_details: { past_due: true } })
  })

  test('with evidence wait for the bank', async () => {
    const { host, id } = await dispute()
    expect((await stripe.disputes.update(id, { evidence: { product_description: 'A clinic' } }, host)).status).toBe('under_review')
    world.pass(8 * day)
    expect((await stripe.disputes.retrieve(id, {}, host)).status).toBe('under_review')
    act(host.stripeAccount, (books) => decideDispute(books, id, 'lost'))
    expect((await stripe.disputes.retrieve(id, {}, host)).status).toBe('lost')
    expect(await errorOf(stripe.disputes.close(id, {}, host))).toMatchObject({ statusCode: 400 })
  })

  test('may begin as an inquiry, which leaves the money and lets it be refunded', async () => {
    const host = await createHost(world)
    const intent = await pay(host)
    const { id } = act(host.stripeAccount, (books) => openInquiry(books, intent.latest_charge as string, 'general'))
    expect(await stripe.disputes.retrieve(id, {}, host)).toMatchObject({
      ...{ status: 'warning_needs_response', is_charge_refundable: true, balance_transactions: [] },
    })
    expect(await sumsOf(stripe, host)).toEqual({ balance: 4825, entries: 4825 })
    const answered = await stripe.disputes.update(id, { evidence: { product_description: 'A clinic' } }, host)
    expect(answered.status).toBe('warning_under_review')
    await stripe.refunds.create({ payment_intent: intent.id, amount: 1000 }, host)
    act(host.stripeAccount, (books) => closeInquiry(books, id))
    expect((await stripe.disputes.retrieve(id, {}, host)).status).toBe('warning_closed')
    expect(() => act(host.stripeAccount, (books) => escalateInquiry(books, id))).toThrow('no open inquiry')
  })

  test('that were inquiries take the money when the bank does', async () => {
    const host = await createHost(world)
    const intent = await pay(host)
    const { id } = act(host.stripeAccount, (books) => openInquiry(books, intent.latest_charge as string, 'general'))
    act(host.stripeAccount, (books) => escalateInquiry(books, id))
    expect(await sumsOf(stripe, host)).toEqual({ balance: 4825 - 6500, entries: 4825 - 6500 })
    expect(await errorOf(stripe.refunds.create({ payment_intent: intent.id }, host))).toMatchObject({ code: 'charge_disputed' })
    world.pass(7 * day)
    expect((await stripe.disputes.retrieve(id, {}, host)).status).toBe('lost')
  })

  test('can come from a card that is meant for it', async () => {
    await stripe.paymentIntents.create({ amount: 900, currency: 'usd', payment_method: 'pm_card_createDispute', confirm: true })
    expect((await stripe.disputes.list()).data).toMatchObject([{ reason: 'fraudulent', amount: 900 }])
  })
})

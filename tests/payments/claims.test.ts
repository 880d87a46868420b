import { beforeEach, describe, expect, it } from 'vitest'
import { askToPayDues, atDues, startWithDues, its as theDues } from '../dues/community-dues.ts'
import { join } from '../events/games.ts'
import { ofSubmission, sendForm, startWithForm } from '../forms/paid-form.ts'
import { askToPay, codeOf, publishPaid, splitPrice, startWithHost, stripe, the } from '../orders/paid-game.ts'
import { type Person, rowsOf } from '../profiles/people.ts'

startWithHost()
startWithDues()
startWithForm()

/** What a client may say besides what it names, none of which is true. */
const wrong = {
  ...{ cost: 1, subscriptionPriceId: 'varsity-50:usd:1:month', platform: 'meh', environment: 'production' },
  ...{ fee: 1, account: 'acct_x', uid: 'somebody' },
}

const post = (person: Person, path: string, json: object) => person.ask(`/api/${path}`, { method: 'POST', json })

/** What people pay a host for: how it is asked for, what it costs, and what we keep of it. */
const sales: Record<string, { prepare: () => Promise<(more: object) => Promise<Response>>; cost: number; fee: number }> = {
  'a seat': {
    prepare: async () => {
      const id = await publishPaid()
      await join(the.ana, id)
      return (more) => askToPay(the.ana, id, 1500, more)
    },
    cost: 1500,
    fee: 75,
  },
  'a share': {
    prepare: async () => {
      const id = await splitPrice(the.bo, await publishPaid({ maxGuests: 2 }), ['Gil'])
      return (more) => post(the.ana, `shares/${id}/pay`, { amount: 1500, currency: 'usd', ...more })
    },
    cost: 1500,
    fee: 75,
  },
  dues: {
    prepare: async () => (more) => the.ana.ask(atDues('/pay'), { method: 'POST', json: { amount: 4000, currency: 'usd', ...more } }),
    cost: 4000,
    fee: 120,
  },
  'a form': {
    prepare: async () => {
      const { id } = await sendForm(the.ana)
      return (more) => the.ana.ask(ofSubmission(id, '/pay'), { method: 'POST', json: { parts: [0], amount: 6000, ...more } })
    },
    cost: 6000,
    fee: 180,
  },
  'a membership': {
    prepare: async () => {
      const offer = { type: 'DROPIN_PICKUP', name: 'Pass', description: '', amount: 2000, currency: 'usd', every: 'month' }
      const { id } = (await (await post(the.host, `teams/${theDues.team}/memberships`, offer)).json()) as { id: string }
      return (more) => post(the.ana, `memberships/${id}/join`, { amount: 2000, currency: 'usd', ...more })
    },
    cost: 2000,
    fee: 60,
  },
}

/** Says one wrong thing after the other. Nothing is stored, and nobody asks Stripe. */
async function expectRefusals(ask: (more: object) => Promise<Response>): Promise<void> {
  stripe.calls.splice(0)
  for (const [field, value] of Object.entries(wrong))
    expect([field, await codeOf(ask({ [field]: value }))]).toEqual([field, '409 OfferChanged'])
  expect(stripe.calls).toEqual([])
}

describe('What a client says about a payment to a host', () => {
  it.each(Object.entries(sales))('is refused for %s if it is not ours', async (_, { prepare, cost, fee }) => {
    const ask = await prepare()
    await expectRefusals(ask)
    const said = { cost, fee, subscriptionPriceId: null, platform: 'gth', environment: 'sandbox', account: the.account, uid: the.ana.id }
    expect((await ask(said)).status).toBe(200)
  })

  it('changes nothing if it is missing', async () => {
    expect((await askToPayDues(the.ana)).status).toBe(200)
  })
})

describe('What a client says about a plan', () => {
  const item = (more: object) => ({ items: [{ id: 'varsity-50', teamId: theDues.team, type: 'TEAMS', ...more }] })
  const owner = (more: object) => ({ type: 'user', id: the.host.id, ...more })
  const requests: Record<string, [string, (more: object) => object]> = {
    'that is bought, about it': ['subscriptions', item],
    'that is bought, about the request': ['subscriptions', (more) => ({ ...item({}), ...more })],
    'that is previewed': ['subscriptions/preview', (more) => ({ id: 'pro-50', teamId: theDues.team, ...more })],
    'that ends': ['subscriptions/cancel', owner],
    'that goes on': ['subscriptions/resume', owner],
    'that gets a card': ['subscriptions/card', owner],
    'in the portal': ['portal', owner],
    'whose cards are shown': ['customer-session', (more) => ({ uid: the.host.id, email: `${the.host.id}@local.test`, ...more })],
  }

  it.each(Object.entries(requests))('%s is refused if it is not ours', async (_, [path, bodyOf]) => {
    await expectRefusals((more) => post(the.host, `payments/${path}`, bodyOf(more)))
  })
})

describe('What a client says about a payout account', () => {
  beforeEach(async () => {
    await rowsOf('DELETE FROM payout_accounts WHERE user_id = ?', the.host.id)
  })

  it('is refused if it is not ours', async () => {
    await expectRefusals((more) => post(the.host, 'payments/account', { type: 'LINK', ...more }))
  })

  it('is refused with the code of Stripe', async () => {
    await expectRefusals((more) => post(the.host, 'payments/account/code', { code: 'ac_unknown', ...more }))
    expect(await codeOf(post(the.host, 'payments/account/code', { code: 'ac_unknown', uid: the.host.id }))).not.toContain('OfferChanged')
  })
})

describe('What a client says when it comes back from Stripe', () => {
  const returns = { 'a page': { sessionId: 'cs_unknown' }, 'a field': { paymentIntent: 'pi_unknown', clientSecret: 'secret' } }

  it.each(Object.entries(returns))('is refused for %s if it is not ours', async (_, named) => {
    await expectRefusals((more) => post(the.ana, 'payments/return', { ...named, ...more }))
    const said = { ...named, platform: 'gth', environment: 'sandbox', uid: the.ana.id }
    expect(await codeOf(post(the.ana, 'payments/return', said))).toBe('404 PaymentNotYours')
  })
})

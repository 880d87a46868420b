import { beforeEach, describe, expect, it } from 'vitest'
import { askToPayDues, atDues, payDuesOf, read as readDues, startWithDues, its as theDues } from '../dues/community-dues.ts'
import { join } from '../events/games.ts'
import { ofSubmission, pageOf as pageOfForm, payForm, readPayment, sendForm, startWithForm } from '../forms/paid-form.ts'
import {
  askToPay,
  buySeat,
  codeOf,
  comeBack,
  ordersOfGame,
  payOn,
  publishPaid,
  splitPrice,
  startWithHost,
  stripe,
  the,
} from '../orders/paid-game.ts'
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

async function offerMembership(): Promise<string> {
  const offer = { type: 'DROPIN_PICKUP', name: 'Pass', description: '', amount: 2000, currency: 'usd', every: 'month' }
  return ((await (await post(the.host, `teams/${theDues.team}/memberships`, offer)).json()) as { id: string }).id
}

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
      const id = await offerMembership()
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

describe('What a client says about a membership of its own', () => {
  const buy = async () => {
    const { url } = (await (
      await post(the.ana, `memberships/${await offerMembership()}/join`, { amount: 2000, currency: 'usd' })
    ).json()) as { url: string }
    await comeBack(the.ana, payOn(url))
    const [row] = await rowsOf('SELECT id FROM membership_subscriptions WHERE member_id = ?', the.ana.id)
    return String(row?.id)
  }

  it.each(['cancel', 'resume', 'bill'])('is refused if it is not ours: %s', async (what) => {
    const id = await buy()
    await expectRefusals((more) => post(the.ana, `memberships/mine/${id}/${what}`, more))
    const said = { platform: 'gth', environment: 'sandbox', account: the.account, uid: the.ana.id }
    const answer = await post(the.ana, `memberships/mine/${id}/${what}`, said)
    expect(answer.ok ? 'done' : await codeOf(answer)).toBe(what === 'bill' ? '409 MembershipIsPaid' : 'done')
  })
})

describe('What a client says about money that goes back', () => {
  const seat = async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    return `orders/${(await ordersOfGame(id)).orders[0]?.id}`
  }
  const requests: Record<string, () => Promise<string>> = {
    'of a seat': async () => `${await seat()}/refunds`,
    'of a seat, as credit': async () => `${await seat()}/credits`,
    'of dues': async () => {
      await payDuesOf(the.ana)
      const payment = (await readDues()).people.find(({ person }) => person?.id === the.ana.id)?.payment
      return atDues(`/payments/${payment?.id}/refunds`).replace('/api/', '')
    },
    'of a form': async () => {
      const { id } = await sendForm(the.ana)
      await payForm(the.ana, id)
      const [payment] = (await readPayment(the.host, id)).payments
      return ofSubmission(id, `/payments/${payment?.id}/refunds`).replace('/api/', '')
    },
  }

  it.each(Object.entries(requests))('%s is refused if it is not ours', async (_, prepare) => {
    const path = await prepare()
    const refund = { amount: 500, idempotencyKey: 'a-key-of-a-refund' }
    await expectRefusals((more) => post(the.host, path, { ...refund, ...more }))
    const said = { platform: 'gth', environment: 'sandbox', uid: the.host.id }
    expect((await post(the.host, path, { ...refund, ...said })).status).toBe(204)
  })

  it('is refused about cash for a seat, and about the same cash again', async () => {
    const id = await publishPaid()
    const { live } = (await (await join(the.ana, id)).json()) as { live: { mine: { id: string } } }
    const note = (more: object) =>
      post(the.host, `events/${id}/joiners/${live.mine.id}/payment`, { method: 'cash', amount: 1500, currency: 'usd', ...more })
    await expectRefusals(note)
    expect((await note({ cost: 1500, fee: 0, platform: 'gth', environment: 'sandbox', uid: the.ana.id })).status).toBe(204)
    await expectRefusals(note)
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

describe('What a client says about the payout account that it has', () => {
  const requests: [string, string, number][] = [
    ['POST', '/verification', 200],
    ['POST', '/dashboard', 200],
    ['DELETE', '?force=true', 204],
  ]

  it.each(requests)('is refused if it is not ours: %s %s', async (method, end, status) => {
    const ask = (json: object) => the.host.ask(`/api/payments/account${end}`, { method, json })
    await expectRefusals(ask)
    expect((await ask({ platform: 'gth', environment: 'sandbox', account: the.account, uid: the.host.id })).status).toBe(status)
  })
})

describe('What a client says when it comes back from Stripe', () => {
  const returns = { 'a page': { sessionId: 'cs_unknown' }, 'a field': { paymentIntent: 'pi_unknown', clientSecret: 'secret' } }

  it.each(Object.entries(returns))('is refused for %s if it is not ours', async (_, named) => {
    await expectRefusals((more) => post(the.ana, 'payments/return', { ...named, ...more }))
    const said = { ...named, platform: 'gth', environment: 'sandbox', uid: the.ana.id }
    expect(await codeOf(post(the.ana, 'payments/return', said))).toBe('404 PaymentNotYours')
  })

  it('is refused without an account, for a form, if it is not ours', async () => {
    const { id } = await sendForm(the.ana)
    const sessionId = payOn(await pageOfForm(the.ana, id))
    const back = (more: object) => the.ana.ask(ofSubmission(id, '/return'), { method: 'POST', json: { sessionId, ...more } })
    await expectRefusals(back)
    expect((await back({ platform: 'gth', environment: 'sandbox', uid: the.ana.id })).status).toBe(200)
  })
})

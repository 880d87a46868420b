import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { MyDuePayment } from '../../domain/dues/contract.ts'
import type { Credits, MyOrder } from '../../domain/orders/contract.ts'
import type { CardOutcome, PaymentResult } from '../../domain/payments/contract.ts'
import type { MyPayment, PaymentHistory } from '../../domain/payments/history-contract.ts'
import { anInvoice, aSubscription, aTeam, memberPlus, setPayments, varsityTeam } from './payment-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const flags = { subscriptionsEnabled: true, notice: null, communitySale: null }
const heading = page.getByRole('heading', { level: 1 })
const main = page.getByRole('main')
const card = (plan: string) => main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) })
const expectNoSideScroll = () => expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)

describe('The prices for communities', () => {
  it('stand side by side, and follow the level', async () => {
    setPayments({})
    await openApp('/organizer/pricing', { config: { flags } })
    await expect.element(card('Rookie')).toHaveTextContent(/\$0per month.*Up to 30 members.*One season at a time/)
    await expect.element(card('Rookie').getByRole('link', { name: 'Start a community' })).toHaveAttribute('href', '/teams/create')
    await expect.element(card('Varsity')).toHaveTextContent(/\$15per month/)
    await expect.element(card('Varsity').getByRole('link', { name: 'Get started' })).toHaveAttribute('href', '/settings?tab=payments')
    const tops = ['Rookie', 'Varsity', 'Pro'].map((plan) => card(plan).element().getBoundingClientRect().top)
    expect(new Set(tops).size).toBe(1)
    await page.getByRole('button', { name: /How many members/ }).click()
    await page.getByRole('option', { name: 'Up to 200 members' }).click()
    await expect.element(card('Pro')).toHaveTextContent(/\$69per month/)
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    expectNoSideScroll()
  })

  it('offer nothing new while plans are not sold', async () => {
    setPayments({})
    await openApp('/organizer/pricing')
    await expect.element(page.getByText('Plans cannot be bought at the moment.')).toBeVisible()
    await expect.element(card('Pro')).toHaveTextContent(/\$39per month/)
    await expect.element(page.getByRole('link', { name: 'Get started' })).not.toBeInTheDocument()
  })

  it('can be loaded again after an error', async () => {
    answerWith({ 'GET /api/payments/plans': refuse('OfferChanged', 'Something went wrong on our side.') })
    await openApp('/organizer/pricing')
    await expect.element(page.getByText('We could not load the plans')).toBeVisible()
    setPayments({})
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(card('Pro')).toBeVisible()
  })
})

describe('The price of Member Plus', () => {
  it.each([
    ['/pricing/member', 'gth', '$48'],
    ['/member/pricing', 'gth', '$48'],
    ['/pricing/member', 'meh', '$36'],
  ] as const)('at %s on %s is %s a year', async (path, platform, price) => {
    setPayments({})
    await openApp(path, { config: { flags, platform } })
    await expect.element(heading).toHaveTextContent('Member Plus')
    await expect.element(card('Member Plus')).toHaveTextContent(`${price}per year`)
    await expect
      .element(card('Member Plus').getByRole('link', { name: 'Get started' }))
      .toHaveAttribute('href', '/settings?tab=payments&change=member-plus')
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    expectNoSideScroll()
  })
})

describe('The page of invoices', () => {
  it('shows them by page, with their pages and PDFs', async () => {
    const own = anInvoice({
      id: 'in_2',
      team: null,
      text: 'Member Plus',
      amount: 4800,
      number: null,
      status: 'open',
      paidAt: null,
      pdfUrl: null,
    })
    answerWith({
      'GET /api/payments/invoices': ({ query }: ApiRequest) =>
        query.cursor ? { invoices: [own], next: null } : { invoices: [anInvoice()], next: 'more' },
    })
    await page.viewport(390, 844)
    await openApp('/invoices', { viewer })
    const rows = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')
    await expect.element(rows).toHaveTextContent(/Varsity, up to 50 members.*Sunset Smashers · Nov 26, 2031 · GTH-0001.*\$15\.00.*Paid/)
    await expect.element(rows.getByRole('link', { name: /^View/ })).toHaveAttribute('href', 'https://pay.example/in_1')
    await expect.element(rows.getByRole('link', { name: /^PDF/ })).toHaveAttribute('href', 'https://pay.example/in_1.pdf')
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.element(rows.nth(1)).toHaveTextContent(/Member Plus.*You · .*\$48\.00.*To pay/)
    await expect.element(rows.nth(1).getByRole('link', { name: /^Pay/ })).toBeVisible()
    await expect.element(rows.nth(1).getByRole('link', { name: /^PDF/ })).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    expectNoSideScroll()
  })

  it('says what went back, and what a bank has', async () => {
    const changes = [{ refunded: 500 }, { refunded: 1500 }, { dispute: 'open' }, { dispute: 'lost', refunded: 500 }] as const
    setPayments({}, ...changes.map((change, index) => anInvoice({ id: `in_${index}`, ...change })))
    await openApp('/invoices', { viewer })
    const rows = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')
    await expect.element(rows.nth(0)).toHaveTextContent(/Refunded \$5\.00.*Partly refunded/)
    await expect.element(rows.nth(1)).toHaveTextContent(/Refunded \$15\.00.*Refunded/)
    await expect.element(rows.nth(2)).toHaveTextContent('Disputed')
    await expect.element(rows.nth(3)).toHaveTextContent('Charged back')
  })

  it('says what will be there', async () => {
    setPayments({})
    await openApp('/invoices', { viewer })
    await expect.element(page.getByText('No invoices yet')).toBeVisible()
    await expectAccessible()
  })
})

describe('The page of transactions', () => {
  it('has everything in one list by date, and shows only one kind if asked', async () => {
    const pass: MyPayment = {
      kind: 'membership',
      payment: {
        ...{
          id: 'in_9',
          name: 'Drop-in pass',
          team: { id: 'club', name: 'Club' },
          amount: 2000,
          currency: 'usd',
          dispute: null,
          refunded: 500,
        },
        ...{ paidAt: Date.UTC(2031, 10, 27, 12), periodStart: Date.UTC(2031, 10, 27, 12), periodEnd: Date.UTC(2031, 11, 27, 12) },
      },
    }
    const plan: MyPayment = { kind: 'plan', payment: anInvoice({ refunded: 1500 }) }
    setPayments({})
    answerWith({
      'GET /api/payments/history': ({ query }: ApiRequest) =>
        ({ payments: query.kind === 'plan' ? [plan] : [pass, plan], next: null }) satisfies PaymentHistory,
    })
    await page.viewport(390, 844)
    await openApp('/transactions', { viewer, config: { platform: 'meh' } })
    await expect.element(heading).toHaveTextContent('My Transactions')
    const rows = page.getByRole('list', { name: 'My Transactions' }).getByRole('listitem')
    await expect
      .element(rows.nth(0))
      .toHaveTextContent(
        /Drop-in pass.*Membership · Club · paid Nov 27, 2031 · Nov 27, 2031 to Dec 27, 2031.*\$5\.00 sent back\..*\$20\.00.*Partly refunded/,
      )
    await expect
      .element(rows.getByRole('link', { name: 'Receipt for Drop-in pass' }))
      .toHaveAttribute('href', '/api/memberships/payments/in_9/receipt')
    await expect.element(rows.nth(1)).toHaveTextContent(/Varsity.*Plan · Sunset Smashers · .*\$15\.00.*Refunded/)
    await expectAccessibleInBothThemes()
    expectNoSideScroll()
    await page.getByRole('button', { name: 'Plans' }).click()
    await expect.element(rows).toHaveTextContent(/Varsity/)
  })

  it('says what will be there', async () => {
    setPayments({})
    await openApp('/transactions', { viewer })
    await expect.element(page.getByText('No payments yet')).toBeVisible()
    await expectAccessible()
  })

  it('shows the games that were paid for, by page, with what came back', async () => {
    const event = { id: 'sunrise', title: 'Sunrise open play', startsAt: Date.UTC(2031, 10, 29, 18), timeZone: 'America/Chicago' }
    const anOrder = (changes: Partial<MyOrder>): MyOrder => ({
      ...{ id: 'o1', event, seats: 2, part: null, amount: 3150, credit: 0, currency: 'usd', method: 'card', state: 'paid' },
      ...{ paidAt: Date.UTC(2031, 10, 26, 18), refunds: [], credits: [], waitsForBuyer: false },
      ...changes,
    })
    const refund = { id: 'r1', amount: 3000, reason: 'left', state: 'sent', at: Date.UTC(2031, 10, 27, 18) } as const
    const held = { id: 'r2', amount: 1500, reason: 'cancelled', state: 'no-money', at: Date.UTC(2031, 10, 27, 18) } as const
    const given = { id: 'c1', amount: 150, reason: 'host', at: Date.UTC(2031, 10, 28, 18) } as const
    setPayments({})
    answerWith({
      'GET /api/payments/history': ({ query }: ApiRequest) =>
        (query.cursor
          ? {
              payments: [
                { kind: 'game', payment: anOrder({ id: 'o2', seats: 1, amount: 1500, state: 'ended', paidAt: null }) },
                { kind: 'game', payment: anOrder({ id: 'o3', seats: 1, amount: 1500, refunds: [held] }) },
              ],
              next: null,
            }
          : {
              payments: [{ kind: 'game', payment: anOrder({ refunds: [refund], credit: 1000, credits: [given] }) }],
              next: 'more',
            }) satisfies PaymentHistory,
      'GET /api/credits': { credits: [{ payee: 'Coach Jo', amount: 500, currency: 'usd' }] } satisfies Credits,
    })
    await page.viewport(390, 844)
    await openApp('/transactions', { viewer })
    const rows = page.getByRole('list', { name: 'My Transactions' }).getByRole('listitem')
    await expect
      .element(rows)
      .toHaveTextContent(
        /Sunrise open play.*2 seats · paid Nov 26, 2031 · credit -\$10\.00.*\$30\.00 sent back, Nov 27, 2031: you left\.\$1\.50 given to you as credit, Nov 28, 2031\..*\$31\.50.*Partly refunded/,
      )
    await expect.element(page.getByRole('region', { name: 'Credit' })).toHaveTextContent(/\$5\.00 with Coach Jo/)
    await expect.element(rows.getByRole('link', { name: 'Sunrise open play', exact: true })).toHaveAttribute('href', '/evt/sunrise')
    const receipt = rows.getByRole('link', { name: 'Receipt for Sunrise open play' })
    await expect.element(receipt).toHaveAttribute('href', '/api/orders/o1/receipt')
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.element(rows.nth(1)).toHaveTextContent(/\$15\.00.*Not paid/)
    await expect
      .element(rows.nth(2))
      .toHaveTextContent(/\$15\.00 waits until the host has enough money at Stripe, Nov 27, 2031: the game was cancelled\..*Paid$/)
    await expectAccessibleInBothThemes()
    expectNoSideScroll()
  })

  it('shows the dues that were paid, with what came back', async () => {
    const aPayment = (changes: Partial<MyDuePayment>): MyDuePayment => ({
      ...{
        id: 'p1',
        title: 'Season fee',
        team: { id: 'club', name: 'Club' },
        isMember: true,
        amount: 4000,
        currency: 'usd',
        method: 'card',
      },
      ...{ state: 'paid', paidAt: Date.UTC(2031, 10, 26, 18), refunds: [], ...changes },
    })
    const refund = { id: 'r1', amount: 1000, reason: 'manager', state: 'sent', at: Date.UTC(2031, 10, 27, 18) } as const
    setPayments({})
    answerWith({
      'GET /api/payments/history': {
        payments: [aPayment({ refunds: [refund] }), aPayment({ id: 'p2', title: 'Old fee', isMember: false, method: 'cash' })].map(
          (payment) => ({ kind: 'dues' as const, payment }),
        ),
        next: null,
      } satisfies PaymentHistory,
    })
    await openApp('/transactions', { viewer })
    const rows = page.getByRole('list', { name: 'My Transactions' }).getByRole('listitem')
    await expect
      .element(rows.nth(0))
      .toHaveTextContent(
        /Season fee.*Club · paid Nov 26, 2031.*\$10\.00 sent back, Nov 27, 2031: from the community\..*\$40\.00.*Partly refunded/,
      )
    await expect.element(rows.getByRole('link', { name: 'Season fee', exact: true })).toHaveAttribute('href', '/team/club/dues')
    await expect.element(rows.getByRole('link', { name: 'Receipt for Old fee' })).toHaveAttribute('href', '/api/dues/p2/receipt')
    await expect.element(rows.nth(1)).toHaveTextContent(/Old fee.*Cash/)
    await expect.element(rows.getByRole('link', { name: 'Old fee', exact: true })).not.toBeInTheDocument()
    await expectAccessible()
  })
})

describe('The page of subscriptions', () => {
  it('shows the plans that I pay for, and opens their dialog', async () => {
    const others = aTeam({ id: 'other', name: 'Paid By Another', subscription: { ...memberPlus, id: 'sub_3', isPayer: false } })
    setPayments({ teams: [varsityTeam(), others, aTeam({ id: 'free', name: 'Free Club' })], memberPlus, userSubscription: 'Member Plus' })
    await openApp('/subscriptions', { viewer, config: { flags } })
    const rows = page.getByRole('list', { name: 'Your Subscriptions' }).getByRole('listitem')
    await expect.element(rows.nth(1)).toHaveTextContent(/Sunset Smashers.*Varsity/)
    await expect.element(rows.nth(0)).toHaveTextContent(/You.*Member Plus/)
    expect(rows.elements()).toHaveLength(2)
    await expectAccessible()
    await page.getByRole('button', { name: 'Change Plan of Sunset Smashers' }).click()
    await expect.element(page.getByRole('dialog').getByRole('heading', { name: 'Change Plan' })).toBeVisible()
  })

  it('says that there is none', async () => {
    setPayments({ teams: [aTeam()] })
    await openApp('/subscriptions', { viewer, config: { flags } })
    await expect.element(page.getByText('No active subscription found.')).toBeVisible()
    await expectAccessible()
  })
})

describe('A plan of a community that I have handed over', () => {
  it('is shown, and I can stop paying for it', async () => {
    const paidFor = { id: 'smashers', name: 'Sunset Smashers', subscription: aSubscription() }
    setPayments({ paidFor: [paidFor] })
    answerWith({
      'POST /api/payments/subscriptions/cancel': () => {
        setPayments({ paidFor: [{ ...paidFor, subscription: aSubscription({ endsAtPeriodEnd: true }) }] })
        return null
      },
    })
    await openApp('/subscriptions', { viewer, config: { flags } })
    const row = page.getByRole('list', { name: 'Your Subscriptions' }).getByRole('listitem')
    await expect.element(row).toHaveTextContent(/Sunset Smashers.*Varsity.*Renews on December 26.*You pay for it, and others manage it\./)
    await expectAccessible()
    await page.getByRole('button', { name: 'Stop paying for Sunset Smashers' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog).toHaveTextContent(/until December 26.*Its owner is told/)
    await dialog.getByRole('button', { name: 'Stop paying' }).click()
    await expect.element(row).toHaveTextContent('Ends on December 26')
    expect(requestsTo('POST /api/payments/subscriptions/cancel').map(({ body }) => body)).toEqual([{ type: 'team', id: 'smashers' }])
    await expect.element(page.getByRole('button', { name: /^Stop paying/ })).not.toBeInTheDocument()
  })
})

describe('The page after a payment', () => {
  const path = '/payment-success?session_id=cs_test_1'
  const smashers = { id: 'smashers', name: 'Sunset Smashers' }
  const aResult = (changes: Partial<PaymentResult>): PaymentResult => ({
    ...{
      state: 'paid',
      bought: { kind: 'plan', plan: 'Varsity', team: smashers, goesBack: false },
      paid: { amount: 1500, currency: 'usd' },
    },
    ...changes,
  })
  const aCard = (outcome: CardOutcome) => ({ kind: 'card' as const, plan: 'Varsity', outcome })
  const openAfter = async (result: PaymentResult) => {
    answerWith({ 'POST /api/payments/return': result })
    return openApp(path, { viewer })
  }

  it('says what a community has bought and what is next, also after a reload', async () => {
    const app = await openAfter(aResult({}))
    for (const _ of ['first', 'again']) {
      await expect.element(heading).toHaveTextContent('Sunset Smashers is on Varsity')
      await expect.element(main).toHaveTextContent('You paid $15.00.')
      await expect.element(main.getByRole('link', { name: 'Open Sunset Smashers' })).toHaveAttribute('href', '/team/smashers')
      await expect.element(main.getByRole('link', { name: 'People' })).toHaveAttribute('href', '/team/smashers/people')
      await app.reload()
    }
    await expect.element(heading).toHaveTextContent('Sunset Smashers is on Varsity')
    await expectAccessibleInBothThemes()
    expect(requestsTo('POST /api/payments/return')[0]?.body).toEqual({ sessionId: 'cs_test_1' })
  })

  it('says that a plan that was bought twice is paid back, and does not congratulate', async () => {
    await openAfter(aResult({ bought: { kind: 'plan', plan: 'Varsity', team: smashers, goesBack: true } }))
    await expect.element(heading).toHaveTextContent('There was a plan already')
    await expect.element(main).toHaveTextContent(/\$15\.00 goes back to you/)
    await expect.element(page.getByText('Congratulations, Payment was successful!')).not.toBeInTheDocument()
  })

  it.each([
    [false, 'You have a membership', /You paid \$15\.00\./],
    [true, 'This membership has ended', /What you have paid for the rest of its time goes back to you\./],
  ])('says whether somebody has the membership that they paid for, or the money comes back: %s', async (goesBack, title, words) => {
    await openAfter(aResult({ bought: { kind: 'membership', name: 'Drop-in pass', type: 'DROPIN_PICKUP', team: smashers, goesBack } }))
    await expect.element(heading).toHaveTextContent(title)
    await expect.element(main).toHaveTextContent(words)
    const congratulations = page.getByText('Congratulations, Payment was successful!')
    if (goesBack) await expect.element(congratulations).not.toBeInTheDocument()
    else await expect.element(congratulations).toBeVisible()
  })

  it('congratulates once, and no longer has the payment in its address', async () => {
    const app = await openAfter(aResult({}))
    await expect.element(page.getByText('Congratulations, Payment was successful!')).toBeVisible()
    await expect.poll(app.address).toBe('/payment-success')
    await expect.element(heading).toHaveTextContent('Sunset Smashers is on Varsity')
  })

  it.each([
    ['waits', aResult({ state: 'open' }), 'Your payment is on its way'],
    ['has failed', aResult({ state: 'failed' }), 'The payment did not go through'],
    ['took no money', aResult({ bought: null, paid: null }), 'Your card is saved'],
  ])('does not congratulate on a payment that %s', async (_, result, title) => {
    await openAfter(result)
    await expect.element(heading).toHaveTextContent(title)
    await expect.element(page.getByText('Congratulations, Payment was successful!')).not.toBeInTheDocument()
  })

  it('leads a new Member Plus to games', async () => {
    await openAfter(
      aResult({ bought: { kind: 'plan', plan: 'Member Plus', team: null, goesBack: false }, paid: { amount: 4800, currency: 'usd' } }),
    )
    await expect.element(heading).toHaveTextContent('You have Member Plus')
    await expect.element(main.getByRole('link', { name: 'Discover' })).toHaveAttribute('href', '/discover')
  })

  it.each([
    [aResult({ paid: { amount: 0, currency: 'usd' } }), 'Sunset Smashers is on Varsity', 'Your free trial has started.'],
    [aResult({ bought: null, paid: null }), 'Your card is saved', 'It is used from the next payment on.'],
    [aResult({ bought: aCard('saved'), paid: null }), 'Your card is saved', 'Varsity is paid with it from the next payment on.'],
    [aResult({ bought: aCard('paid'), paid: { amount: 1500, currency: 'usd' } }), 'Your plan is paid', 'You paid $15.00 for Varsity.'],
    [aResult({ state: 'failed', bought: aCard('declined'), paid: null }), 'Your bank declined', 'it could not pay for Varsity'],
    [aResult({ state: 'failed', bought: aCard('unused'), paid: null }), 'This card is not used', 'Nothing was charged.'],
    [aResult({ state: 'open' }), 'Your payment is on its way', 'Stripe still waits for the money.'],
    [aResult({ state: 'failed' }), 'The payment did not go through', 'Nothing was charged.'],
  ])('tells apart %o', async (result, title, text) => {
    await openAfter(result)
    await expect.element(heading).toHaveTextContent(title)
    await expect.element(main).toHaveTextContent(text)
    await expectAccessible()
  })

  it('claims nothing before the server has answered, and nothing about the payment of somebody else', async () => {
    answerWith({ 'POST /api/payments/return': refuse('PaymentNotYours', 'We know no such payment of yours.') })
    const app = await openApp(path, { viewer })
    await expect.element(main).toHaveTextContent('We know no such payment of yours.')
    await expect.element(main).not.toHaveTextContent(/You paid|is on Varsity/)
    await app.goTo('/payment-success')
    await expect.element(heading).toHaveTextContent('No payment to show')
  })

  it.each<[PaymentResult['state'], string, RegExp]>([
    ['paid', 'You are in', /Sunrise open play, .*2031.* You paid \$15\.00 for 2 seats\./],
    ['open', 'Your payment is on its way', /Sunrise open play, .* we hold your seat/],
    ['failed', 'The payment did not go through', /Nothing was charged\. Sunrise open play/],
  ])('leads back to the game whose seats are %s', async (state, title, words) => {
    const event = { id: 'sunrise', title: 'Sunrise open play', startsAt: Date.UTC(2031, 10, 29, 18), timeZone: 'America/Chicago' }
    await openAfter(aResult({ state, bought: { kind: 'seat', event, part: null, seats: 2, goesBack: false } }))
    await expect.element(heading).toHaveTextContent(title)
    await expect.element(main).toHaveTextContent(words)
    await expect.element(main.getByRole('link', { name: /game$/ })).toHaveAttribute('href', '/evt/sunrise')
    await expectAccessible()
  })

  it('changes by itself once the money has arrived', async () => {
    await openAfter(aResult({ state: 'open' }))
    await expect.element(heading).toHaveTextContent('Your payment is on its way')
    answerWith({ 'POST /api/payments/return': aResult({}) })
    await expect.element(heading, { timeout: 15_000 }).toHaveTextContent('Sunset Smashers is on Varsity')
  })
})

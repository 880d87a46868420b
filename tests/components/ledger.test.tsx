import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type {
  EventLedger,
  LedgerGame,
  LedgerMonth,
  LedgerMonthPage,
  LedgerOverview,
  LedgerPayout,
  LedgerPayoutPage,
  LedgerSums,
  PayoutContents,
  PayoutLine,
  PayoutRefund,
  PayoutRefundPage,
  SeasonLedger,
} from '../../domain/ledger/contract.ts'
import type { RefusedMemberships } from '../../domain/memberships/contract.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const main = page.getByRole('main')
const link = (name: string | RegExp) => page.getByRole('link', { name })

const sums: LedgerSums = {
  ...{ currency: 'usd', gross: 6000, payments: 4, stripeFee: 294, ourFee: 300, refunds: -1500, disputes: 0, other: 0 },
  net: 3906,
}
const aMonth = (month: string, changes: Partial<LedgerMonth> = {}): LedgerMonth => ({ month, ...sums, outside: 0, payouts: 0, ...changes })
const aCheck = (difference: number) => ({ accountId: 'acct_1', currency: 'usd', difference, checkedAt: Date.UTC(2031, 10, 26, 12) })
const overview = (changes: Partial<LedgerOverview> = {}): LedgerOverview => ({
  ...{ months: [aMonth('2031-11'), aMonth('2031-09')], next: null, checks: [aCheck(0)], isAccessEnded: false, canExport: true },
  ...changes,
})
const game: LedgerGame = {
  event: { id: 'doubles', title: 'Tuesday doubles', startsAt: Date.UTC(2031, 10, 4, 18), timeZone: 'America/Chicago' },
  ...sums,
}
const month: LedgerMonthPage = { months: [aMonth('2031-11', { outside: -200, payouts: -3000 })], games: [game], next: null }
const payout: LedgerPayout = {
  ...{ id: 'po_1', amount: 3906, currency: 'usd', state: 'in_transit', failure: null },
  arrivesAt: Date.UTC(2031, 10, 28),
}

const line = (changes: Partial<PayoutLine> = {}): PayoutLine => ({
  ...{ kind: 'game', id: 'doubles', name: 'Tuesday doubles', path: '/evt/doubles' },
  ...{ startsAt: game.event.startsAt, timeZone: game.event.timeZone, ...sums },
  ...changes,
})
const contents = (changes: Partial<PayoutContents> = {}): PayoutContents => ({
  ...{ payout, sums, unexplained: 0, lines: [line()], next: null },
  ...changes,
})
const refund = (changes: Partial<PayoutRefund> = {}): PayoutRefund => ({
  ...{ id: 'txn_1', kind: 'refund', person: 'Ana Ruiz', source: 'game', title: 'Tuesday doubles' },
  ...{ path: '/discover/events/doubles/manage?tab=payments', at: Date.UTC(2031, 10, 20, 18), currency: 'usd', amount: -1500 },
  ...{ stripeFee: 0, ourFee: -75 },
  ...changes,
})

const owed: RefusedMemberships['refused'][number] = {
  ...{ paymentId: 'in_1', amount: 1500, currency: 'usd', team: { id: 'club', name: 'Old club' }, name: 'Drop-in pass' },
  person: { id: 'ana', name: 'Ana Ruiz', pictureUrl: null },
}
beforeEach(() => answerWith({ 'GET /api/memberships/refused': { refused: [] } satisfies RefusedMemberships }))

describe('Your books', () => {
  it('list what banks did not take of memberships of deleted communities, until it was given back by hand', async () => {
    const given = 'POST /api/teams/:id/membership-payments/:paymentId/given-back'
    answerWith({
      'GET /api/ledger': overview(),
      'GET /api/memberships/refused': { refused: [owed] } satisfies RefusedMemberships,
      [given]: () => {
        answerWith({ 'GET /api/memberships/refused': { refused: [] } satisfies RefusedMemberships })
        return undefined
      },
    })
    await openApp('/ledger', { viewer })
    await expect
      .element(page.getByRole('list', { name: 'Refunds that failed' }))
      .toHaveTextContent(/\$15\.00 to Ana RuizDrop-in pass, Old club/)
    await expectAccessible()
    await page.getByRole('button', { name: 'Given back by hand: $15.00 to Ana Ruiz' }).click()
    await page.getByRole('button', { name: 'They have it' }).click()
    await expect.element(page.getByText('All of it is given back.')).toHaveFocus()
    await expect.element(page.getByRole('list', { name: 'Refunds that failed' })).not.toBeInTheDocument()
    expect(requestsTo(given)).toHaveLength(1)
  })

  it('show the months with sums that add up, more on request, and that they match Stripe', async () => {
    answerWith({
      'GET /api/ledger': ({ query }: { query: Record<string, string> }) =>
        query.cursor === undefined
          ? overview({ next: 'older' })
          : overview({ months: [aMonth('2031-08', { disputes: -2000, net: 1906 })], checks: [] }),
    })
    await openApp('/ledger', { viewer })
    await expect.element(main).toHaveTextContent(/Your books match Stripe, checked Nov 26, 2031/)
    const table = page.getByRole('table', { name: 'Months' })
    await expect
      .element(table)
      .toHaveTextContent(
        /Paid by playersGiven backStripe's feeOur feeYou getNovember 2031\$60\.00-\$15\.00-\$2\.94-\$3\.00\$39\.06September/,
      )
    await expect.element(link('November 2031')).toHaveAttribute('href', '/ledger/2031-11')
    await expect.poll(() => document.querySelector('figure canvas')).not.toBeNull()
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.element(table).toHaveTextContent(/Given backDisputesStripe's fee.*August 2031\$60\.00-\$15\.00-\$20\.00/)
  })

  it('say by how much they differ from Stripe, and where they stop', async () => {
    await page.viewport(390, 844)
    answerWith({ 'GET /api/ledger': overview({ checks: [aCheck(0), { ...aCheck(-1234), accountId: 'acct_2' }], isAccessEnded: true }) })
    await openApp('/ledger', { viewer })
    await expect.element(main).toHaveTextContent(/Your books differ from Stripe by \$12\.34\.You ended our access/)
    await expect.element(main).not.toHaveTextContent('match Stripe')
    expect(document.documentElement.scrollWidth).toBe(390)
    await expectAccessible()
  })

  it('are empty at first, and can be loaded again after an error', async () => {
    answerWith({ 'GET /api/ledger': refuse('OfferChanged', 'Something went wrong on our side.') })
    await openApp('/ledger', { viewer })
    await expect.element(page.getByText('We could not load the books')).toBeVisible()
    answerWith({ 'GET /api/ledger': overview({ months: [], checks: [] }) })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('We have not read your Stripe account yet.')).toBeVisible()
    await expect.element(page.getByText('Nothing in the books yet')).toBeVisible()
  })

  it('have a month with its games and a file', async () => {
    answerWith({ 'GET /api/ledger/months/:month': month })
    await openApp('/ledger/2031-11', { viewer })
    await expect.element(page.getByRole('heading', { name: 'November 2031' })).toBeVisible()
    await expect.element(main).toHaveTextContent(/You get\$39\.06Of this, not from games-\$2\.00Sent to the bank-\$30\.00/)
    await expect.element(link('Download as CSV')).toHaveAttribute('href', '/api/ledger/months/2031-11/export')
    await expect.element(link('Tuesday doubles')).toHaveAttribute('href', '/evt/doubles')
    await expectAccessible()
  })

  it('explain a payout down to its games', async () => {
    const failed: LedgerPayout = { ...payout, id: 'po_2', state: 'failed', failure: 'The account is closed.' }
    answerWith({
      'GET /api/ledger/payouts': { payouts: [payout, failed], next: null } satisfies LedgerPayoutPage,
      'GET /api/ledger/payouts/:id': contents(),
      'GET /api/ledger/payouts/:id/refunds': { refunds: [refund()], next: null } satisfies PayoutRefundPage,
    })
    await openApp('/ledger/payouts', { viewer })
    const list = page.getByRole('list', { name: 'Payouts' })
    await expect.element(list).toHaveTextContent(/\$39\.06Arrives on November 28, 2031On its way\$39\.06The account is closed\.Failed/)
    await list.getByRole('link').first().click()
    await expect.element(page.getByRole('heading', { name: 'Payout of $39.06' })).toBeVisible()
    await expect.element(link('Download as CSV')).toHaveAttribute('href', '/api/ledger/payouts/po_1/export')
    await expect.element(main).toHaveTextContent(/Given back-\$15\.00.*Tuesday doubles/)
    await expect.element(main).toHaveTextContent(/Given back on .*Our fee back \$0\.75/)
    await expectAccessible()
  })

  it('do not exist for a month or a payout that is none', async () => {
    answerWith({ 'GET /api/ledger/payouts/:id': refuse('PayoutNotFound', 'We know no such payout of yours.') })
    await openApp('/ledger/payouts/po_none', { viewer })
    await expect.element(page.getByText('Maybe try another page, please?')).toBeVisible()
  })
})

describe('The books of a game', () => {
  it('add up what it has brought, and lead back to its payments', async () => {
    answerWith({ 'GET /api/ledger/events/:id': { event: game.event, sums: [sums] } satisfies EventLedger })
    await openApp('/ledger/events/doubles', { viewer })
    await expect.element(page.getByRole('heading', { name: 'Tuesday doubles' })).toBeVisible()
    await expect.element(main).toHaveTextContent(/November 4, 2031.*Paid by players · 4 payments\$60\.00.*You get\$39\.06/)
    await expect.element(link('Payments of the game')).toHaveAttribute('href', '/discover/events/doubles/manage?tab=payments')
    await expectAccessible()
  })

  it('say what to do while nothing is in them', async () => {
    answerWith({ 'GET /api/ledger/events/:id': refuse('EventNotFound', 'We know no such game.') })
    await openApp('/ledger/events/doubles', { viewer })
    await expect.element(page.getByText('Nothing in these books yet')).toBeVisible()
  })
})

describe('The books of a season', () => {
  it('have each game once, also if its money came in two months', async () => {
    const two = { ...game, event: { ...game.event, id: 'other', title: 'Thursday doubles' } }
    const season = { season: { id: 'fall', label: 'Fall 2031' }, sums: [sums], next: null }
    answerWith({ 'GET /api/ledger/seasons/:id': { ...season, games: [game, game, two] } satisfies SeasonLedger })
    await openApp('/team/smashers/ledger/seasons/fall', { viewer })
    await expect.element(page.getByRole('heading', { name: 'Fall 2031' })).toBeVisible()
    const table = page.getByRole('table', { name: 'Games' })
    await expect.element(table).toHaveTextContent(/Tuesday doubles.*\$120\.00.*\$78\.12Thursday doubles.*\$60\.00/)
    await expect.element(link('Season')).toHaveAttribute('href', '/team/smashers/seasons/fall')
    await expectAccessible()
  })
})

describe('The books of a community', () => {
  it('have their own addresses, and need a plan for the file', async () => {
    answerWith({
      'GET /api/teams/:id/ledger': overview({ checks: [], canExport: false }),
      'GET /api/teams/:id/ledger/months/:month': month,
    })
    await openApp('/team/smashers/ledger', { viewer })
    await expect.element(main).not.toHaveTextContent('Stripe account')
    await link('November 2031').click()
    await expect.element(page.getByText('The books of a community can be downloaded with the plan Pro.')).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/organizer/pricing')
    await expect.element(link('Download as CSV')).not.toBeInTheDocument()
    expect(requestsTo('GET /api/teams/:id/ledger/months/:month')[0]?.path).toBe('/api/teams/smashers/ledger/months/2031-11')
  })

  it.each([
    [overview(), /The books match Stripe, checked Nov 26, 2031.*This is about the whole Stripe account of whoever is paid/],
    [
      overview({ checks: [aCheck(1234)], isAccessEnded: true }),
      /The books differ from Stripe by \$12\.34\.This is about.*Our access to a Stripe account was ended/,
    ],
  ])('say whether the whole account of whoever is paid matches Stripe, or by how much not', async (books, text) => {
    await page.viewport(390, 844)
    answerWith({ 'GET /api/teams/:id/ledger': books })
    await openApp('/team/smashers/ledger', { viewer })
    await expect.element(main).toHaveTextContent(text)
    expect(document.documentElement.scrollWidth).toBe(390)
    await expectAccessible()
  })

  it('are only for those who manage its money', async () => {
    answerWith({ 'GET /api/teams/:id/ledger': refuse('NotAllowed', 'You may not do this.') })
    await openApp('/team/smashers/ledger', { viewer })
    await expect.element(page.getByText('Only the owner and the treasurer can see the books of this community.')).toBeVisible()
    await expect.element(link('Back to the community')).toHaveAttribute('href', '/team/smashers')
  })
})

import { expect, type Page } from '@playwright/test'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { LedgerOverview, LedgerPayoutPage, PayoutContents } from '../../domain/ledger/contract.ts'
import type { OpenDisputes } from '../../domain/orders/disputes.ts'
import type { PaymentsOverview } from '../../domain/payments/contract.ts'
import type { PaymentHistory } from '../../domain/payments/history-contract.ts'
import { test } from './fixtures.ts'
import { logInAs } from './sign-in.ts'

// The demo world buys at the Stripe of the sandbox, which no Worker test has, so its money is looked at here.

async function read<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(path)
  expect(answer.status(), path).toBe(200)
  return (await answer.json()) as T
}

const planOf = ({ teams }: PaymentsOverview, id: string) => teams.find((team) => team.id === id)?.plan

test('the demo organizer has an account that is not complete, and the free plan within its limits', async ({ page }) => {
  await logInAs(page, 'organizer')
  const overview = await read<PaymentsOverview>(page, '/api/payments')
  expect(overview.account).toMatchObject({ stripeChargesEnabled: false, stripeDetailsSubmitted: false })
  expect(overview.teams.map(({ id, plan, subscription }) => ({ id, plan, subscription }))).toEqual([
    { id: 'riverside-rookies', plan: 'ROOKIE', subscription: null },
  ])
  const { members } = await read<{ members: number }>(page, '/api/teams/riverside-rookies/detail')
  expect(members).toBeLessThanOrEqual(30)
})

test('the demo host is paid, with a refund in one payout and an open dispute, and has Varsity and Pro', async ({ page }) => {
  await logInAs(page, 'host')
  const overview = await read<PaymentsOverview>(page, '/api/payments')
  expect(overview.account).toMatchObject({ stripeChargesEnabled: true, stripeDetailsSubmitted: true })
  expect([planOf(overview, 'sunset-smashers'), planOf(overview, 'round-rock-dinks')]).toEqual(['VARSITY', 'PRO'])
  const { disputes } = await read<OpenDisputes>(page, '/api/disputes')
  expect(disputes).toMatchObject([{ kind: 'game', title: 'Third-shot clinic with Coach Jo', state: 'needs-response' }])
  for (const books of ['/api/ledger', '/api/teams/sunset-smashers/ledger']) {
    const { payouts } = await read<LedgerPayoutPage>(page, `${books}/payouts`)
    const [latest, ...others] = payouts.map(({ state }) => state)
    // It arrives at midnight, which may be now.
    expect(['in_transit', 'paid']).toContain(latest)
    expect(others).toEqual(['paid', 'paid', 'paid', 'paid'])
    const contents = await Promise.all(payouts.map(({ id }) => read<PayoutContents>(page, `${books}/payouts/${id}`)))
    expect(contents.every(({ sums, lines, unexplained }) => sums !== null && lines.length > 0 && unexplained === 0)).toBe(true)
    expect(contents.filter(({ sums }) => sums?.refunds !== 0)).toHaveLength(1)
    expect((await read<LedgerOverview>(page, books)).months.length).toBeGreaterThan(1)
  }
})

test('the demo player has Member Plus with invoices, and a paid seat in the clinic', async ({ page }) => {
  await logInAs(page, 'player')
  expect((await read<PaymentsOverview>(page, '/api/payments')).memberPlus?.status).toBe('active')
  expect((await read<{ invoices: unknown[] }>(page, '/api/payments/invoices')).invoices.length).toBeGreaterThan(0)
  const { live } = await read<EventDetail>(page, '/api/events/demo-paid-clinic')
  expect(live.mine).toMatchObject({ state: 'going' })
  const { payments } = await read<PaymentHistory>(page, '/api/payments/history?kind=game')
  expect(payments.map(({ payment }) => payment)).toContainEqual(
    expect.objectContaining({ event: expect.objectContaining({ id: 'demo-paid-clinic' }), state: 'paid', amount: 2000 }),
  )
})

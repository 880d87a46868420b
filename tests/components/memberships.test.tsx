import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { HostMemberships, MembershipHolder, MyMembership, TeamMemberships } from '../../domain/memberships/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { catchLeaving, setPayments } from './payment-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const flags = { subscriptionsEnabled: true, notice: null, communitySale: null }
const main = page.getByRole('main')

const pass: MyMembership['membership'] = {
  ...{ id: 'pass', type: 'DROPIN_PICKUP', name: 'Drop-in pass', description: 'All evenings.' },
  ...{ amount: 2000, currency: 'usd', every: 'month' },
}
const host = { id: 'host', name: 'Dana Alvarez', pictureUrl: null }

const ofHost = (isMine = false): HostMemberships => ({
  host,
  communities: [{ id: 'team', name: 'Sunset Smashers', photo: null, memberships: [{ ...pass, isMine }] }],
})
const mine = (changes: Partial<MyMembership> = {}): MyMembership => ({
  ...{ id: 'bought', membership: pass, team: { id: 'team', name: 'Sunset Smashers' }, status: 'active', periodEnd: Date.now() + 20 * day },
  ...{ endsAtPeriodEnd: false, graceEndsAt: null, isEntitled: true, endedAt: null },
  ...changes,
})
const ofTeam = (changes: Partial<TeamMemberships> = {}): TeamMemberships => ({
  ...{ hostId: 'host', obstacle: null, currency: 'usd', feeBasisPoints: 300 },
  memberships: [{ ...pass, createdAt: 1, endedAt: null, holders: 2 }],
  ...changes,
})
const holder: MembershipHolder = {
  ...{ id: 'bought', person: { id: 'ana', name: 'Ana Ortiz', pictureUrl: null }, name: 'Drop-in pass', amount: 2000, currency: 'usd' },
  ...{ every: 'month', status: 'active', since: Date.now() - 40 * day, periodEnd: Date.now() + day, endsAtPeriodEnd: false },
  dispute: null,
  refused: [],
}

describe('The page of a host', () => {
  it('says exactly what a membership gives, and sends the price that was seen', async () => {
    const left = catchLeaving()
    answerWith({ 'GET /api/memberships': ofHost(), 'POST /api/memberships/:id/join': { url: 'https://checkout.stripe.com/c/pay' } })
    await openApp('/subscriptions/host', { config: { flags }, viewer })
    await expect
      .element(main)
      .toHaveTextContent(/Drop-in pass.*member price for your own seat.*belong to no season\. That is all it includes\..*\$20 a month/)
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Join Drop-in pass' }).click()
    await expect.poll(() => left).toEqual(['https://checkout.stripe.com/c/pay'])
    expect(requestsTo('POST /api/memberships/:id/join').map(({ path, body }) => [path, body])).toEqual([
      ['/api/memberships/pass/join', { amount: 2000, currency: 'usd' }],
    ])
  })

  it('sells no second one, and nothing of somebody who is not there', async () => {
    answerWith({ 'GET /api/memberships': ofHost(true) })
    await openApp('/subscriptions/host', { config: { flags }, viewer })
    await expect.element(page.getByText('You have it')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /Join/ })).not.toBeInTheDocument()
    answerWith({ 'GET /api/memberships': refuse('PersonNotFound', 'We could not find this person.') })
    await openApp('/subscriptions/nobody', { config: { flags }, viewer })
    await expect.element(page.getByText('We could not find this host')).toBeVisible()
  })
})

describe('Your Subscriptions', () => {
  it('have memberships, which can be cancelled', async () => {
    setPayments({})
    answerWith({ 'GET /api/memberships/mine': { memberships: [mine()], next: null }, 'POST /api/memberships/mine/:id/cancel': null })
    await openApp('/subscriptions', { config: { flags }, viewer })
    await expect.element(main).toHaveTextContent(/Drop-in pass.*Sunset Smashers.*\$20 a month\. Next payment on/)
    await expect.element(page.getByText('No active subscription found.')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Cancel Drop-in pass' }).click()
    await page.getByRole('button', { name: 'Cancel membership' }).click()
    await expect.element(page.getByText('Successfully cancelled subscription!')).toBeVisible()
    expect(requestsTo('POST /api/memberships/mine/:id/cancel').map(({ path }) => path)).toEqual(['/api/memberships/mine/bought/cancel'])
  })

  it('say what is due, and lead to the bill', async () => {
    const left = catchLeaving()
    setPayments({})
    answerWith({
      'GET /api/memberships/mine': { memberships: [mine({ status: 'past_due', graceEndsAt: Date.now() + 9 * day })], next: null },
      'POST /api/memberships/mine/:id/bill': { url: 'https://invoice.stripe.com/i' },
    })
    await openApp('/subscriptions', { config: { flags }, viewer })
    await expect.element(main).toHaveTextContent(/The last payment failed\. Pay by/)
    await page.getByRole('button', { name: 'Pay now for Drop-in pass' }).click()
    await expect.poll(() => left).toEqual(['https://invoice.stripe.com/i'])
  })
})

describe('The memberships of a community', () => {
  it('are sold and listed with the people who have them', async () => {
    answerWith({
      'GET /api/teams/:id/memberships': ofTeam(),
      'GET /api/teams/:id/membership-holders': { holders: [holder, { ...holder, id: 'other', person: null }], next: null },
      'POST /api/teams/:id/memberships': { id: 'new' },
    })
    await openApp('/team/team/memberships', { config: { flags }, viewer })
    await expect.element(main).toHaveTextContent(/We keep 3% of each payment.*2 people have it.*Ana Ortiz.*Active/)
    await expectAccessible()
    await page.getByRole('button', { name: 'Sell a membership' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Year pass')
    await page.getByRole('textbox', { name: /Price/ }).fill('0.10')
    await page.getByRole('button', { name: 'Put on sale' }).click()
    await expect.element(page.getByText('The smallest amount is $0.50.')).toBeVisible()
    await page.getByRole('textbox', { name: /Price/ }).fill('120')
    await page.getByRole('button', { name: 'Put on sale' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(requestsTo('POST /api/teams/:id/memberships').map(({ body }) => body)).toEqual([
      expect.objectContaining({ type: 'DROPIN_PICKUP', name: 'Year pass', amount: 12_000, currency: 'usd', every: 'month' }),
    ])
  })

  it('are taken off sale after a question, and leave the focus where they were', async () => {
    answerWith({
      'GET /api/teams/:id/memberships': ofTeam(),
      'GET /api/teams/:id/membership-holders': { holders: [holder], next: null },
      'DELETE /api/teams/:id/memberships/:membershipId': () =>
        answerWith({
          'GET /api/teams/:id/memberships': ofTeam({ memberships: [{ ...pass, createdAt: 1, endedAt: Date.now(), holders: 2 }] }),
        }),
    })
    await openApp('/team/team/memberships', { config: { flags }, viewer })
    await page.getByRole('button', { name: 'End sale of Drop-in pass' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End sale' }).click()
    await expect.element(page.getByRole('list', { name: 'No longer for sale' })).toHaveTextContent(/Drop-in pass/)
    await expect.element(page.getByText('Nothing is for sale.')).toHaveFocus()
  })

  it('say beside the person that a payment is disputed, and where to answer', async () => {
    const dispute = {
      ...{ id: 'dispute', amount: 2000, currency: 'usd', reason: 'fraudulent', state: 'needs-response' },
      ...{ respondBy: Date.now() + 5 * day, createdAt: Date.now() },
    } as const
    answerWith({
      'GET /api/teams/:id/memberships': ofTeam(),
      'GET /api/teams/:id/membership-holders': { holders: [{ ...holder, dispute }], next: null },
    })
    await openApp('/team/team/memberships', { config: { flags }, viewer })
    const list = page.getByRole('list', { name: 'Who has one' })
    await expect.element(list).toHaveTextContent(/Ana Ortiz.*[Dd]ispute.*Active/)
    await expect.element(list.getByRole('button', { name: /^Answer at Stripe/ })).toBeVisible()
    await expectAccessibleInBothThemes()
  })

  it('show what could not go back to a person, and note that they have it by hand, after a question', async () => {
    const key = 'POST /api/teams/:id/membership-payments/:paymentId/given-back'
    const withRefused = (refused: MembershipHolder['refused']) => ({
      'GET /api/teams/:id/memberships': ofTeam(),
      'GET /api/teams/:id/membership-holders': { holders: [{ ...holder, refused }], next: null },
    })
    answerWith({
      ...withRefused([{ paymentId: 'in_1', amount: 1250, currency: 'usd' }]),
      [key]: () => answerWith(withRefused([])),
    })
    await openApp('/team/team/memberships', { config: { flags }, viewer })
    const list = page.getByRole('list', { name: 'Who has one' })
    await expect.element(list).toHaveTextContent(/Ana Ortiz.*\$12\.50 could not go back/)
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Given back by hand: $12.50 to Ana Ortiz' }).click()
    await expect.element(page.getByRole('alertdialog', { name: 'Does Ana Ortiz have the $12.50?' })).toBeVisible()
    expect(requestsTo(key)).toEqual([])
    await page.getByRole('button', { name: 'They have it' }).click()
    await expect.element(list).not.toHaveTextContent(/could not go back/)
    await expect.element(list).toHaveFocus()
    expect(requestsTo(key).map(({ path }) => path)).toEqual(['/api/teams/team/membership-payments/in_1/given-back'])
  })

  it('need a plan', async () => {
    answerWith({
      'GET /api/teams/:id/memberships': ofTeam({ obstacle: 'plan', memberships: [] }),
      'GET /api/teams/:id/membership-holders': { holders: [], next: null },
    })
    await openApp('/team/team/memberships', { config: { flags }, viewer })
    await expect.element(page.getByText('Communities with the plan Varsity or Pro can sell memberships.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Sell a membership' })).not.toBeInTheDocument()
  })
})

import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { DuePaymentPage, DuePerson, ListedDue, ShownDuePayment, TeamDues } from '../../domain/dues/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { catchLeaving } from './payment-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const main = page.getByRole('main')

const due: ListedDue = {
  ...{ id: 'fee', title: 'Season fee', note: 'For the courts.', amount: 4000, currency: 'usd', dueOn: '2199-12-01' },
  ...{ createdAt: 1, endedAt: null, standing: 'owes', sums: null, isPayable: true },
}
const sums = { paid: 12, owing: 18, waived: 1, collected: 48_000 }
const ofTeam = (changes: Partial<TeamDues> = {}): TeamDues => ({
  ...{ team: { id: 'team', name: 'Sunset Smashers' }, dues: [due], manage: null },
  ...changes,
})
const manage = { obstacle: null, currency: 'usd' as const, feeBasisPoints: 300 }

const person = (name: string, changes: Partial<DuePerson> = {}): DuePerson => ({
  ...{ person: { id: name, name, pictureUrl: null }, isMember: true, standing: 'owes', payment: null, others: [] },
  ...changes,
})
const payment = { id: 'paid', method: 'card' as const, amount: 4000, paidAt: Date.now() - day, rest: 4000, refunds: [], dispute: null }
const ofDue = (people: DuePerson[]): DuePaymentPage => ({
  ...{ team: { id: 'team', name: 'Sunset Smashers' }, due: { ...due, sums, remindedAt: null }, people, next: null },
})

describe('The dues of a community', () => {
  it('are paid by a member, with the amount that was seen', async () => {
    const left = catchLeaving()
    answerWith({ 'GET /api/teams/:id/dues': ofTeam(), 'POST /api/teams/:id/dues/:dueId/pay': { url: 'https://checkout.stripe.com/c/pay' } })
    await openApp('/team/team/dues', { viewer })
    await expect.element(main).toHaveTextContent(/Season fee.*For the courts\..*Due by Dec 1, 2199.*\$40.*Not paid/)
    await expect.element(page.getByRole('button', { name: /Ask for dues|Edit/ })).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Pay $40 for Season fee' }).click()
    await expect.poll(() => left).toEqual(['https://checkout.stripe.com/c/pay'])
    expect(requestsTo('POST /api/teams/:id/dues/:dueId/pay').map(({ path, body }) => [path, body])).toEqual([
      ['/api/teams/team/dues/fee/pay', { amount: 4000, currency: 'usd' }],
    ])
  })

  it('have nothing to pay once they are settled, or while no card is taken', async () => {
    answerWith({
      'GET /api/teams/:id/dues': ofTeam({
        dues: [
          { ...due, standing: 'cash' },
          { ...due, id: 'b', isPayable: false },
        ],
      }),
    })
    await openApp('/team/team/dues', { viewer })
    await expect.element(main).toHaveTextContent(/Paid in cash.*Cards are not taken at the moment/)
    await expect.element(page.getByRole('button', { name: /Pay/ })).not.toBeInTheDocument()
  })

  it('are asked for with an amount that can be charged, and show how many have paid', async () => {
    answerWith({
      'GET /api/teams/:id/dues': ofTeam({ dues: [{ ...due, sums }], manage }),
      'POST /api/teams/:id/dues': { id: 'new' },
    })
    await openApp('/team/team/dues', { viewer })
    await expect.element(main).toHaveTextContent(/We keep 3% of each payment by card.*12 of 30 paid, \$480 of \$1,200, 1 waived/)
    await page.getByRole('button', { name: 'Ask for dues' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Court fee')
    await page.getByRole('textbox', { name: /Amount/ }).fill('0.10')
    await page.getByRole('button', { name: 'Ask members' }).click()
    await expect.element(page.getByText('The smallest amount is $0.50.')).toBeVisible()
    await page.getByRole('button', { name: 'Ask members' }).click()
    await expect.element(page.getByText('Enter a valid date.')).toBeVisible()
    expect(requestsTo('POST /api/teams/:id/dues')).toEqual([])
  })

  it('say who has a dispute, until when to answer, and give nothing back meanwhile', async () => {
    const dispute = {
      ...{ id: 'du_1', amount: 4000, currency: 'usd' as const, reason: 'fraudulent', state: 'needs-response' as const },
      ...{ respondBy: Date.UTC(2199, 10, 20, 12), createdAt: Date.now() },
    }
    answerWith({
      'GET /api/teams/:id/dues/:dueId/payments': ofDue([person('Ana', { standing: 'paid', payment: { ...payment, rest: 0, dispute } })]),
    })
    await openApp('/team/team/dues/fee', { viewer })
    await expect
      .element(page.getByRole('list', { name: 'Members' }))
      .toHaveTextContent(/Ana.*Disputed.*The bank of the member has taken \$40\.00/)
    await expect.element(page.getByRole('button', { name: /^Answer at Stripe/ })).toBeVisible()
    await expect.element(page.getByRole('button', { name: /Give back/ })).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
  })

  it('are ended after a question, and leave the focus at the top of the page', async () => {
    const listed = { ...due, sums }
    answerWith({
      'GET /api/teams/:id/dues': ofTeam({ dues: [listed], manage }),
      'DELETE /api/teams/:id/dues/:dueId': () =>
        answerWith({ 'GET /api/teams/:id/dues': ofTeam({ dues: [{ ...listed, endedAt: Date.now() }], manage }) }),
    })
    await openApp('/team/team/dues', { viewer })
    await page.getByRole('button', { name: 'End Season fee' }).click()
    await page.getByRole('alertdialog', { name: 'End Season fee?' }).getByRole('button', { name: 'End' }).click()
    await expect.element(page.getByRole('list', { name: 'Ended dues' })).toHaveTextContent(/Season fee/)
    await expect.element(page.getByRole('heading', { name: 'Dues', exact: true })).toHaveFocus()
  })

  it('need a plan', async () => {
    answerWith({ 'GET /api/teams/:id/dues': ofTeam({ dues: [], manage: { ...manage, obstacle: 'plan' } }) })
    await openApp('/team/team/dues', { viewer })
    await expect.element(page.getByText('Communities with the plan Varsity or Pro can collect dues.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Ask for dues' })).not.toBeInTheDocument()
  })
})

describe('Who has paid', () => {
  it('can be noted, taken back, given back and reminded', async () => {
    answerWith({
      'GET /api/teams/:id/dues/:dueId/payments': ofDue([
        person('Ana Ortiz', { person: { id: 'ana', name: 'Ana Ortiz', pictureUrl: null } }),
        person('Bo Chen', { standing: 'paid', payment }),
        person('Cy Diaz', { standing: 'cash', payment: { ...payment, id: 'cash', method: 'cash', rest: 0 } }),
        person('x', { person: null }),
      ]),
      'POST /api/teams/:id/dues/:dueId/members/:userId': null,
      'DELETE /api/teams/:id/dues/:dueId/members/:userId': null,
      'POST /api/teams/:id/dues/:dueId/payments/:paymentId/refunds': null,
      'POST /api/teams/:id/dues/:dueId/remind': null,
    })
    await openApp('/team/team/dues/fee', { viewer })
    await expect.element(main).toHaveTextContent(/12 of 30 paid, \$480 of \$1,200.*Ana Ortiz.*Not paid.*Bo Chen.*\$40\.00 on.*Paid/)
    await expectAccessible()
    await page.getByRole('button', { name: 'Cash for Ana Ortiz' }).click()
    await page.getByRole('button', { name: 'Undo for Cy Diaz' }).click()
    await page.getByRole('button', { name: 'Remind who owes' }).click()
    await expect.element(page.getByText('Everybody who owes gets a reminder.')).toBeVisible()
    await page.getByRole('button', { name: 'Give back to Bo Chen' }).click()
    await page.getByRole('textbox', { name: /Amount/ }).fill('15')
    await page.getByRole('button', { name: 'Give $15.00 back' }).click()
    await expect.element(page.getByText('Bo Chen gets $15.00 back.')).toBeVisible()
    expect(requestsTo('POST /api/teams/:id/dues/:dueId/members/:userId').map(({ path, body }) => [path, body])).toEqual([
      ['/api/teams/team/dues/fee/members/ana', { method: 'cash' }],
    ])
    expect(requestsTo('POST /api/teams/:id/dues/:dueId/payments/:paymentId/refunds').map(({ body }) => body)).toEqual([
      { amount: 1500, idempotencyKey: expect.any(String) },
    ])
  })

  it('notes that stuck money was given back by hand, after a question', async () => {
    const key = 'POST /api/teams/:id/dues/:dueId/payments/:paymentId/refunds/:refundId/given-back'
    const stuck = { id: 'back', amount: 4000, state: 'no-access' as const, at: Date.now() }
    const bo = (state: 'no-access' | 'by-hand') =>
      ofDue([person('Bo Chen', { standing: 'paid', payment: { ...payment, rest: 0, refunds: [{ ...stuck, state }] } })])
    answerWith({
      'GET /api/teams/:id/dues/:dueId/payments': bo('no-access'),
      [key]: () => answerWith({ 'GET /api/teams/:id/dues/:dueId/payments': bo('by-hand') }),
    })
    await openApp('/team/team/dues/fee', { viewer })
    const given = page.getByRole('button', { name: 'Given back by hand: $40.00 to Bo Chen' })
    await given.click()
    const question = page.getByRole('alertdialog', { name: 'Does Bo Chen have the $40.00?' })
    expect(requestsTo(key)).toEqual([])
    await question.getByRole('button', { name: 'They have it' }).click()
    await expect.element(main).toHaveTextContent(/\$40\.00 given back by hand/)
    await expect.element(given).not.toBeInTheDocument()
    expect(requestsTo(key).map(({ path }) => path)).toEqual(['/api/teams/team/dues/fee/payments/paid/refunds/back/given-back'])
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^Bo Chen.*given back by hand/)
  })

  it('keeps the focus where a note was made and undone, and in the list that a settled member leaves', async () => {
    const payments = 'GET /api/teams/:id/dues/:dueId/payments'
    const owing = ofDue([person('Ana')])
    const noted = ofDue([person('Ana', { standing: 'cash', payment: { ...payment, method: 'cash', rest: 0 } })])
    const answersOf = (all: DuePaymentPage, owe: DuePaymentPage) =>
      answerWith({ [payments]: ({ query }: ApiRequest) => (query.show === 'owing' ? owe : all) })
    answersOf(owing, owing)
    answerWith({
      'POST /api/teams/:id/dues/:dueId/members/:userId': () => answersOf(noted, ofDue([])),
      'DELETE /api/teams/:id/dues/:dueId/members/:userId': () => answersOf(owing, owing),
    })
    await openApp('/team/team/dues/fee', { viewer })
    const cash = page.getByRole('button', { name: 'Cash for Ana' })
    await cash.click()
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^Ana.*Paid in cash$/)
    await page.getByRole('button', { name: 'Undo for Ana' }).click()
    await expect.element(cash).toHaveFocus()
    await page.getByRole('button', { name: /Show/ }).click()
    await page.getByRole('option', { name: 'Who owes' }).click()
    await cash.click()
    await expect.element(page.getByText('Nobody owes these dues.')).toHaveFocus()
  })

  it('shows what was paid twice, and what can be done if it could not go back', async () => {
    const key = 'POST /api/teams/:id/dues/:dueId/payments/:paymentId/refunds/:refundId/given-back'
    const at = Date.now()
    const refused = { id: 'twice', amount: 4000, state: 'failed' as const, at }
    const cash = { ...payment, id: 'cash', method: 'cash' as const, rest: 0 }
    const bo = (changes: Partial<ShownDuePayment>) =>
      ofDue([person('Bo Chen', { standing: 'cash', payment: cash, others: [{ ...payment, id: 'late', refunds: [refused], ...changes }] })])
    answerWith({
      'GET /api/teams/:id/dues/:dueId/payments': bo({}),
      [key]: () =>
        answerWith({
          'GET /api/teams/:id/dues/:dueId/payments': bo({
            rest: 0,
            refunds: [refused, { ...refused, id: 'twice:hand', state: 'by-hand' }],
          }),
        }),
    })
    await openApp('/team/team/dues/fee', { viewer })
    const row = page.getByRole('listitem').filter({ hasText: 'Bo Chen' })
    await expect.element(row).toHaveTextContent(/Paid in cash.*Also paid \$40\.00 on .*\$40\.00 could not go back, so you have it/)
    await expect.element(page.getByRole('button', { name: 'Give back to Bo Chen' })).toBeVisible()
    await expectAccessibleInBothThemes()
    const given = page.getByRole('button', { name: 'Given back by hand: $40.00 to Bo Chen' })
    await given.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'They have it' }).click()
    await expect.element(row).toHaveTextContent(/\$40\.00 given back by hand/)
    await expect.element(given).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: /^Give back/ })).not.toBeInTheDocument()
    expect(requestsTo(key).map(({ path }) => path)).toEqual(['/api/teams/team/dues/fee/payments/late/refunds/twice/given-back'])
  })

  it('stays on the page with its filter while the people of another filter load, and if they do not', async () => {
    const owing = Promise.withResolvers<DuePaymentPage>()
    let paid: () => unknown = () => refuse('PaymentsUnavailable', 'Try it later.')
    answerWith({
      'GET /api/teams/:id/dues/:dueId/payments': ({ query: { show } }: ApiRequest) => {
        if (show === 'owing') return owing.promise
        return show === 'paid' ? paid() : ofDue([person('Ana Ortiz'), person('Bo Chen', { standing: 'paid', payment })])
      },
    })
    await openApp('/team/team/dues/fee', { viewer })
    const members = page.getByRole('list', { name: 'Members' })
    const filter = page.getByRole('button', { name: /Show/ })
    const choose = async (option: string) => {
      await filter.click()
      await page.getByRole('option', { name: option }).click()
    }
    await expect.element(members).toHaveTextContent(/Ana Ortiz.*Bo Chen/)
    await choose('Who owes')
    await expect.element(page.getByText('Loading who has paid')).toBeInTheDocument()
    await expect.element(members).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'Season fee' })).toBeVisible()
    await expect.element(filter).toHaveFocus()
    owing.resolve(ofDue([person('Ana Ortiz')]))
    await expect.element(members).toHaveTextContent(/Ana Ortiz/)
    await expect.element(filter).toHaveFocus()
    await choose('Who is settled')
    await expect.element(page.getByText('We could not load who has paid')).toBeVisible()
    await expect.element(filter).toHaveFocus()
    paid = () => ofDue([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Nobody has paid yet.')).toBeVisible()
  })

  it('is shown to nobody else', async () => {
    answerWith({ 'GET /api/teams/:id/dues/:dueId/payments': refuse('NotAllowed', 'You may not do this.') })
    await openApp('/team/team/dues/fee', { viewer })
    await expect.element(page.getByText('Only the owner and the treasurer see who has paid.')).toBeVisible()
  })
})

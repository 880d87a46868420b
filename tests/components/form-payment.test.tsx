import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FormPart, FormPaymentRow, SubmissionPayment } from '../../domain/forms/payment-contract.ts'
import type { PaymentHistory } from '../../domain/payments/history-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { catchLeaving, setPayments } from './payment-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const main = page.getByRole('main')
const endpoint = 'GET /api/forms/:id/submissions/:submissionId/payment'
const payEndpoint = 'POST /api/forms/:id/submissions/:submissionId/pay'

const parts: FormPart[] = [
  { number: 0, dueOn: null, amount: 6000, state: 'due' },
  { number: 1, dueOn: '2199-12-01', amount: 3600, state: 'later' },
  { number: 2, dueOn: '2199-12-20', amount: 2400, state: 'later' },
]

const costing = (changes: Partial<SubmissionPayment> = {}): SubmissionPayment => ({
  form: { id: 'league', title: 'Spring league', team: { id: 'team', name: 'Sunset Smashers' } },
  ...{ submissionId: 'mine', state: 'paying', payUntil: Date.now() + hour, timeZone: 'America/Chicago', currency: 'usd', total: 12_000 },
  ...{ paid: 0, parts, siblingDiscount: 500, couponDiscount: 0, bookingFee: 0, isMine: true, canPay: true, payments: [], isManager: false },
  lastWords: null,
  lines: [{ label: 'Player', quantity: 2, each: 6250, amount: 12_500 }],
  ...changes,
})

const firstPaid = costing({
  ...{ state: 'accepted', payUntil: null, paid: 6000 },
  parts: parts.map((part) => (part.number === 0 ? { ...part, state: 'paid' } : part)),
})

const lastWords = { title: 'See you in May', text: 'Bring **water** and a hat.', thankYouUrl: 'https://club.com/thanks' }

describe('The page to pay for a form', () => {
  it('says what is due now and later and until when the place is kept, and leads to Stripe', async () => {
    const left = catchLeaving()
    answerWith({ [endpoint]: costing(), [payEndpoint]: { url: 'https://checkout.stripe.com/c/pay' } })
    await openApp('/form/payment/league/mine', { viewer: someone })
    await expect
      .element(main)
      .toHaveTextContent(
        /Pay to keep your place.*Spring league, Sunset Smashers.*kept until .* [AP]M.*2 × Player\$125\.00.*-\$5\.00.*Total\$120\.00.*Now \$60\.00.*By Dec 1, 2199 \$36\.00/,
      )
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Pay $60.00' }).click()
    await expect.poll(() => left).toEqual(['https://checkout.stripe.com/c/pay'])
    expect(requestsTo(payEndpoint).map(({ body }) => body)).toEqual([{ parts: [0], amount: 6000 }])
  })

  it('works with the key of who has no account, also when they come back', async () => {
    const paid = { state: 'paid', bought: null, paid: { amount: 6000, currency: 'usd' } }
    answerWith({ [endpoint]: firstPaid, 'POST /api/forms/:id/submissions/:submissionId/return': paid })
    await openApp('/form/payment/league/mine?key=secret&session_id=cs_test')
    await expect.element(page.getByRole('heading', { name: 'You are in' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'See what you sent' })).toHaveAttribute('href', '/form/league/mine?key=secret')
    await expect.element(page.getByRole('button', { name: 'Pay $36.00, due by Dec 1, 2199' })).toBeVisible()
    expect(requestsTo('POST /api/forms/:id/submissions/:submissionId/return').map(({ body }) => body)).toEqual([
      { sessionId: 'cs_test', key: 'secret' },
    ])
  })

  it('ends with the words of the form and leads to the page of its organizers', async () => {
    answerWith({ [endpoint]: { ...firstPaid, lastWords } })
    await openApp('/form/payment/league/mine', { viewer: someone })
    await expect.element(page.getByRole('heading', { name: 'See you in May' })).toBeVisible()
    await expect.element(main).toHaveTextContent(/Bring water and a hat\./)
    await expect.element(page.getByRole('link', { name: 'Go on' })).toHaveAttribute('href', 'https://club.com/thanks')
  })

  it('says why there is nothing to pay', async () => {
    answerWith({ [endpoint]: costing({ state: 'ended', payUntil: null, canPay: false }) })
    await openApp('/form/payment/league/mine', { viewer: someone })
    await expect.element(main).toHaveTextContent(/Your place was not kept.*Nothing was charged/)
    await expect.element(page.getByRole('button', { name: /Pay/ })).not.toBeInTheDocument()
  })

  it('leads to the profile if that is not complete', async () => {
    answerWith({ [endpoint]: costing(), [payEndpoint]: refuse('ProfileIncomplete', 'Please complete your profile first.') })
    await openApp('/form/payment/league/mine', { viewer: { ...someone, profileComplete: false } })
    await page.getByRole('button', { name: 'Pay $60.00' }).click()
    await expect.element(main.getByRole('alert')).toHaveTextContent('Please complete your profile first.')
    await expect
      .element(page.getByRole('link', { name: 'Complete your profile' }))
      .toHaveAttribute('href', '/user-onboarding?next=%2Fform%2Fpayment%2Fleague%2Fmine')
  })

  it('does not say that nothing was charged after a payment', async () => {
    const paid: FormPaymentRow = {
      id: 'p1',
      method: 'card',
      amount: 6000,
      parts: [0],
      state: 'paid',
      paidAt: 1,
      rest: 6000,
      refunds: [],
      dispute: null,
    }
    answerWith({ [endpoint]: costing({ state: 'declined', payUntil: null, canPay: false, paid: 6000, payments: [paid] }) })
    await openApp('/form/payment/league/mine', { viewer: someone })
    await expect.element(main).toHaveTextContent('Ask the organizers of Sunset Smashers about what was paid.')
    await expect.element(main).not.toHaveTextContent('Nothing was charged')
  })

  it('shows nothing to strangers', async () => {
    answerWith({ [endpoint]: refuse('SubmissionNotFound', 'We could not find these answers.') })
    await openApp('/form/payment/league/mine')
    await expect.element(main).toHaveTextContent(/We found nothing to pay.*Open the link from your email/)
  })
})

describe('The page with the rest', () => {
  it('pays one part or all', async () => {
    const left = catchLeaving()
    answerWith({ [endpoint]: firstPaid, [payEndpoint]: { url: 'https://checkout.stripe.com/c/pay' } })
    await openApp('/pay-balance/league/mine', { viewer: someone })
    await expect.element(main).toHaveTextContent(/\$60\.00 paid of \$120\.00\..*First payment.*Paid.*Due by Dec 1, 2199.*Due later/)
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Pay $36.00, Due by Dec 1, 2199' }).click()
    await page.getByRole('button', { name: 'Pay all, $60.00' }).click()
    await expect.poll(() => left.length).toBe(2)
    expect(requestsTo(payEndpoint).map(({ body }) => body)).toEqual([
      { parts: [1], amount: 3600 },
      { parts: [1, 2], amount: 6000 },
    ])
  })
})

describe('The page with the rest, without a place', () => {
  it.each([
    ['withdrawn', 'This was withdrawn, so there is nothing to pay.'],
    ['waiting', 'There is nothing to pay until there is a place.'],
    ['declined', 'The organizers declined this, so there is nothing to pay.'],
  ] as const)('says why there is nothing to pay: %s', async (state, words) => {
    const notOwed = parts.map((part) => ({ ...part, state: 'notOwed' as const }))
    answerWith({ [endpoint]: costing({ state, payUntil: null, canPay: false, parts: notOwed }) })
    await openApp('/pay-balance/league/mine', { viewer: someone })
    await expect.element(main).toHaveTextContent(words)
    await expect.element(main).not.toHaveTextContent(/Due (now|later)|All is paid|cannot pay by card/)
  })
})

describe('A payment for a form', () => {
  it.each([
    [false, /You are in“Spring league” of Sunset Smashers\. You paid \$60\.00\..*See you in May.*Bring water and a hat\..*Go on/],
    [true, /Your payment came too late.*\$60\.00 goes back to you/],
  ])('is told when the person comes back, too late: %s', async (goesBack, words) => {
    const bought = {
      ...{ kind: 'form', title: 'Spring league', formId: 'league', submissionId: 'mine' },
      ...{ team: { id: 'team', name: 'Sunset Smashers' }, givesPlace: true, goesBack, lastWords: goesBack ? null : lastWords },
    }
    answerWith({ 'POST /api/payments/return': { state: 'paid', bought, paid: { amount: 6000, currency: 'usd' } } })
    await openApp('/payment-success?session_id=cs_test_1', { viewer: someone })
    await expect.element(main).toHaveTextContent(words)
    await expect.element(page.getByRole('link', { name: 'See what you sent' })).toHaveAttribute('href', '/form/league/mine')
  })

  it('is listed among what a person has paid, with what came back', async () => {
    setPayments({})
    const refund = { id: 'r1', amount: 6000, reason: 'late', state: 'sent', at: Date.UTC(2031, 10, 27, 18) } as const
    answerWith({
      'GET /api/payments/history': {
        payments: [
          {
            kind: 'form',
            payment: {
              ...{ id: 'p1', formId: 'league', submissionId: 'mine', title: 'Spring league', team: { id: 'team', name: 'Club' } },
              ...{ amount: 6000, currency: 'usd', method: 'card', state: 'late', paidAt: Date.UTC(2031, 10, 26, 18), refunds: [refund] },
            },
          },
        ],
        next: null,
      } satisfies PaymentHistory,
    })
    await openApp('/transactions', { viewer: someone })
    const rows = page.getByRole('list', { name: 'My Transactions' }).getByRole('listitem')
    await expect
      .element(rows)
      .toHaveTextContent(
        /Spring league.*Club · paid Nov 26, 2031.*\$60\.00 sent back, Nov 27, 2031: there was no place any longer\..*Too late/,
      )
    await expect
      .element(rows.getByRole('link', { name: 'Receipt for Spring league' }))
      .toHaveAttribute('href', '/api/forms/league/submissions/mine/payments/p1/receipt')
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FormExport } from '../../domain/forms/export-contract.ts'
import { makeContent, option } from '../setup/form-examples.ts'
import { anOverview, aPayment, aRow, aSubmission, asOrganizer } from './form-submission-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const money = page.getByRole('region', { name: 'Money' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const question = page.getByRole('alertdialog')
const paymentKey = 'GET /api/forms/:id/submissions/:submissionId/payment'
const cashKey = 'POST /api/forms/:id/submissions/:submissionId/cash'
const undoKey = 'DELETE /api/forms/:id/submissions/:submissionId/payments/:paymentId'
const byHandKey = 'POST /api/forms/:id/submissions/:submissionId/payments/:paymentId/refunds/:refundId/given-back'
const refundKey = 'POST /api/forms/:id/submissions/:submissionId/payments/:paymentId/refunds'

const openMoney = async (payment = aPayment()) => {
  answerWith({
    'GET /api/forms/:id/submissions/:submissionId': aSubmission({ ...asOrganizer, state: 'accepted' }),
    ...{ [paymentKey]: payment, [cashKey]: null, [undoKey]: null, [refundKey]: null },
  })
  await openApp('/form/camp/ana', { viewer })
  await expect.element(money).toHaveTextContent(/Paid\$/)
}

describe('The money of a submission', () => {
  it('says what is paid, open, due and given back', async () => {
    await openMoney()
    await expect.element(money).toHaveTextContent(/Paid\$95\.00Open\$30\.00Due now\$0\.00Given back\$10\.00/)
    await expect.element(money).toHaveTextContent(/\$60\.00 by card, Nov 20, 2026\$10\.00 given back, Nov 22, 2026/)
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('asks for nothing that was not paid in time, and takes cash for it', async () => {
    const parts = aPayment().parts.map((part) => ({ ...part, state: 'notOwed' as const }))
    answerWith({
      'GET /api/forms/:id/submissions/:submissionId': aSubmission({ ...asOrganizer, state: 'ended' }),
      [paymentKey]: aPayment({ state: 'ended', paid: 0, parts, payments: [] }),
    })
    await openApp('/form/camp/ana', { viewer })
    await expect.element(money).toHaveTextContent(/Open\$0\.00Due now\$0\.00.*Not owed/)
    await button('Note cash').click()
    await expect.element(question.getByRole('button', { name: 'Note $60.00' })).toBeVisible()
  })

  it('only shows it to those who do not manage it', async () => {
    await openMoney(aPayment({ isManager: false }))
    await expect.element(button('Note cash')).not.toBeInTheDocument()
    await expect.element(button('Give back')).not.toBeInTheDocument()
    await expect.element(button('Take back')).not.toBeInTheDocument()
  })

  it('notes cash for the parts that were paid, once if it is tried again', async () => {
    await openMoney()
    answerWith({ [cashKey]: refuse('Unavailable', 'Please try again.') })
    await button('Note cash').click()
    await expect.element(question).toHaveTextContent('Due by Dec 20, 2199: $30.00')
    await question.getByRole('button', { name: 'Note $30.00' }).click()
    await expect.element(question.getByRole('alert')).toHaveTextContent('Please try again.')
    answerWith({ [cashKey]: null })
    await question.getByRole('button', { name: 'Note $30.00' }).click()
    await expect.element(question).not.toBeInTheDocument()
    const sent = requestsTo(cashKey).map(({ body }) => body as { parts: number[]; idempotencyKey: string })
    expect(sent.map(({ parts }) => parts)).toEqual([[2], [2]])
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  it('says that children wait for their parent, also after cash, until the parent has a say', async () => {
    const content = makeContent({
      pages: [
        {
          fields: [
            {
              ...{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', minRows: 0 },
              fields: [
                { id: 'fkid', kind: 'shortText', label: 'Name' },
                { id: 'fplays', kind: 'choice', label: 'Plays', options: [{ ...option('ou10', 'U10'), refId: 'u10' }] },
              ],
            },
          ],
        },
      ],
      payment: { currency: 'usd' },
    })
    const answers = { fkids: [{ fkid: 'Ava', fplays: 'ou10' }] }
    const filled = { kind: 'filled' as const, by: null, at: 1, changes: [] }
    const inCash = aPayment({ payments: aPayment().payments.filter(({ method }) => method === 'cash') })
    const submission = aSubmission({ ...asOrganizer, state: 'accepted', content, answers, history: [filled] })
    answerWith({ 'GET /api/forms/:id/submissions/:submissionId': submission, [paymentKey]: inCash })
    const { reload } = await openApp('/form/camp/ana', { viewer })
    const note = money.getByText('wait for their parent, also after cash')
    await expect.element(note).toBeVisible()
    answerWith({ [paymentKey]: aPayment() })
    await reload()
    await expect.element(money).toHaveTextContent('by card')
    await expect.element(note).not.toBeInTheDocument()
  })

  it('takes noted cash back after a question', async () => {
    await openMoney()
    await button('Take back').click()
    await expect.element(question).toHaveTextContent('It is owed again. Ana Ortiz keeps the place.')
    await question.getByRole('button', { name: 'Take back' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(requestsTo(undoKey).map(({ path }) => path)).toEqual(['/api/forms/camp/submissions/ana/payments/cash-1'])
  })

  it('notes that stuck money was given back by hand, after a question', async () => {
    const withBack = (state: 'no-access' | 'by-hand') => {
      const [card, ...others] = aPayment().payments
      const refunds = [{ id: 'back-1', amount: 1000, state, at: Date.UTC(2026, 10, 22, 18) }]
      return aPayment({ payments: card ? [{ ...card, refunds }, ...others] : [] })
    }
    await openMoney(withBack('no-access'))
    await expect.element(money).toHaveTextContent(/Given back\$0\.00/)
    await button('Given back by hand: $10.00 to Ana Ortiz').click()
    expect(requestsTo(byHandKey)).toEqual([])
    answerWith({ [byHandKey]: null, [paymentKey]: withBack('by-hand') })
    await question.getByRole('button', { name: 'They have it' }).click()
    await expect.element(money).toHaveTextContent(/Given back\$10\.00/)
    await expect.element(money).toHaveTextContent(/\$10\.00 given back by hand/)
    expect(requestsTo(byHandKey).map(({ path }) => path)).toEqual([
      '/api/forms/camp/submissions/ana/payments/card-1/refunds/back-1/given-back',
    ])
  })

  it('notes the same about money that came too late and that the bank did not take', async () => {
    const [card] = aPayment().payments
    const refunds = [{ id: 'back-1', amount: 6000, state: 'failed' as const, at: Date.UTC(2026, 10, 22, 18) }]
    await openMoney(aPayment({ payments: card ? [{ ...card, state: 'late', rest: 6000, refunds }] : [] }))
    await expect.element(money).toHaveTextContent(/\$60\.00 by card, Nov 20, 2026, too late.*\$60\.00 could not be given back/)
    answerWith({ [byHandKey]: null })
    await button('Given back by hand: $60.00 to Ana Ortiz').click()
    await question.getByRole('button', { name: 'They have it' }).click()
    await expect.poll(() => requestsTo(byHandKey)).toHaveLength(1)
  })

  it('leaves money that is stuck to those who manage it', async () => {
    const [card] = aPayment().payments
    const refunds = [{ id: 'back-1', amount: 1000, state: 'no-access' as const, at: Date.UTC(2026, 10, 22, 18) }]
    await openMoney(aPayment({ isManager: false, payments: card ? [{ ...card, refunds }] : [] }))
    await expect.element(money).toHaveTextContent(/cannot be sent/)
    await expect.element(page.getByRole('button', { name: /Given back by hand/ })).not.toBeInTheDocument()
  })

  it('gives a part of a payment back, and not more than is left', async () => {
    await openMoney()
    await button('Give back').click()
    const amount = page.getByRole('textbox', { name: 'Amount (USD)' })
    await expect.element(amount).toHaveValue('50')
    await amount.fill('50.01')
    await question.getByRole('button', { name: 'Give money back' }).click()
    await expect.element(question.getByRole('alert')).toHaveTextContent('Only $50.00 are left of this payment.')
    await amount.fill('20')
    await question.getByRole('button', { name: 'Give $20.00 back' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(requestsTo(refundKey).map(({ body }) => (body as { amount: number }).amount)).toEqual([2000])
  })
})

const made: FormExport = {
  ...{ id: 'file-1', format: 'csv', state: 'made', inParts: null, count: 2, size: 12_000 },
  ...{ createdAt: Date.UTC(2026, 10, 20, 18), expiresAt: Date.UTC(2026, 10, 23, 18) },
}

describe('The export of submissions', () => {
  const exportsKey = 'GET /api/forms/:id/exports'
  const startKey = 'POST /api/forms/:id/exports'
  let files: FormExport[] = []
  beforeEach(() => {
    files = []
    answerWith({
      'GET /api/forms/:id/submissions/overview': anOverview(),
      'GET /api/forms/:id/views': { views: [] },
      'GET /api/forms/:id/submissions': { submissions: [aRow('Ana Ortiz')], next: null },
      'GET /api/forms/:id/submissions/summary': { counted: 0, isCut: false, days: [], answers: [], rankings: [] },
      [exportsKey]: () => ({ exports: files }),
      [startKey]: () => {
        files = [{ ...made, state: 'waiting', count: null, size: null, expiresAt: null }]
        return Response.json({ id: 'file-1' }, { status: 202 })
      },
    })
  })

  it('has the filter and the columns that are shown, and can be downloaded when it is made', async () => {
    await openApp('/form/camp/submissions?state=asked', { viewer })
    await button('Export').click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toHaveTextContent('A table of the submissions that fit the filter')
    ;(dialog.getByRole('checkbox', { name: 'All answers' }).element() as HTMLElement).click()
    await dialog.getByRole('button', { name: /^One for each submission/ }).click()
    await page.getByRole('option', { name: 'One for each Child' }).click()
    await dialog.getByRole('button', { name: 'Make the file' }).click()
    await expect.element(dialog).toHaveTextContent('We are making it.')
    expect(requestsTo(startKey).map(({ body }) => body)).toEqual([
      {
        ...{ format: 'csv', search: { state: 'asked' }, columns: ['f2', 'f3', 'f4'], rowsOf: 'f7' },
        idempotencyKey: expect.any(String),
      },
    ])
    files = [made]
    const link = dialog.getByRole('link', { name: /download the CSV/ })
    await expect.element(link).toHaveAttribute('href', '/files/form-exports/file-1.csv')
    await expect.element(dialog).toHaveTextContent('2 submissions, until November 23')
    await expectAccessibleInBothThemes()
  })

  it('is open from the notification', async () => {
    files = [made, { ...made, id: 'file-2', state: 'failed' }]
    await openApp('/form/camp/submissions#exports', { viewer })
    await expect.element(page.getByRole('dialog')).toHaveTextContent('We could not make this file.')
  })
})

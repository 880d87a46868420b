import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import type { PayoutAccount } from '../../domain/payments/contract.ts'
import { receiveSnackbars } from '../../web/ui/show-snackbar.ts'
import { anAccount, aPreview, catchLeaving, setPayments, varsityTeam } from './payment-examples.ts'
import { answerWith, refuse } from './setup/answers.ts'
import { openApp, someone } from './setup/open-app.tsx'

const flags = { subscriptionsEnabled: true, notice: null, communitySale: null }
const dialog = page.getByRole('dialog')
const press = (name: string, within: typeof dialog | typeof page = page) => within.getByRole('button', { name, exact: true }).click()

async function unlink() {
  await press('Unlink Stripe')
  await press('Unlink', page.getByRole('alertdialog'))
}

async function choose(plan: string) {
  await press('Change Plan of Sunset Smashers')
  const card = dialog.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) })
  await card.getByRole('button', { name: 'Get started' }).click()
}

type Case = {
  text: string
  duration: number
  at?: string
  account?: Partial<PayoutAccount>
  answers: Parameters<typeof answerWith>[0]
  act?: () => Promise<void>
}

const cases: Case[] = [
  {
    text: 'Your Stripe account was unlinked successful.',
    duration: 3000,
    answers: { 'DELETE /api/payments/account': null },
    act: unlink,
  },
  {
    text: 'Failed to unlink your Stripe account, please try again.',
    duration: 5000,
    answers: { 'DELETE /api/payments/account': refuse('PaymentsUnavailable', 'Our payment provider did not answer.') },
    act: unlink,
  },
  {
    text: 'Successfully linked Stripe account',
    duration: 3500,
    at: '&code=ac_1',
    answers: { 'POST /api/payments/account/code': { stripeId: 'acct_1', stripeChargesEnabled: true, stripeDetailsSubmitted: true } },
  },
  {
    text: 'Something went wrong linking stripe account from authorization code',
    duration: 5000,
    at: '&code=ac_1',
    answers: {
      'POST /api/payments/account/code': refuse('LinkCodeRefused', 'Something went wrong linking stripe account from authorization code'),
    },
  },
  {
    text: 'Congratulations, Payment was successful!',
    duration: 3500,
    at: '&redirect_status=succeeded&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret',
    answers: { 'POST /api/payments/return': { state: 'paid', bought: null, paid: null } },
  },
  {
    text: 'Successfully cancelled subscription!',
    duration: 5000,
    answers: { 'POST /api/payments/subscriptions/cancel': null },
    act: async () => {
      await choose('Rookie')
      await press('Cancel plan', dialog)
    },
  },
  {
    text: 'Successfully changed subscription!',
    duration: 5000,
    answers: { 'POST /api/payments/subscriptions/preview': aPreview, 'POST /api/payments/subscriptions': { url: null } },
    act: async () => {
      await choose('Pro')
      await press('Change plan', dialog)
    },
  },
  {
    text: 'Taking you to Stripe',
    duration: 3000,
    account: { stripeChargesEnabled: false },
    answers: { 'POST /api/payments/account/verification': { url: 'https://stripe.example/verify' } },
    act: () => press('Complete Verification'),
  },
]

// That a snackbar is there for as long as it should be, the tests of snackbars show.
it.each(cases)('The Payments page shows $text for $duration ms', async ({ text, duration, at = '', account, answers, act }) => {
  const shown: string[] = []
  const stopReceiving = receiveSnackbars((snackbar) => {
    shown.push(`${snackbar.text} ${snackbar.duration}`)
    return () => undefined
  })
  onTestFinished(stopReceiving)
  catchLeaving()
  setPayments({ account: anAccount(account), teams: [varsityTeam()] })
  answerWith(answers)
  await openApp(`/settings?tab=payments${at}`, { viewer: someone, config: { flags } })
  await act?.()
  await expect.poll(() => shown).toEqual([`${text} ${duration}`])
})

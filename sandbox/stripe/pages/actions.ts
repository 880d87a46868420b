import { askForDocument, completeAccount, restrictAccount } from '../core/accounts.ts'
import { type Books, platform } from '../core/books.ts'
import { closeInquiry, decideDispute, escalateInquiry, openDispute, openInquiry } from '../core/disputes.ts'
import { StripeError } from '../core/errors.ts'
import { revoke } from '../core/oauth.ts'
import { failPayout } from '../core/payouts.ts'
import { refundCharge } from '../core/refunds.ts'
import type { Webhook } from '../core/types.ts'
import { goTo } from './html.ts'
import type { Visit } from './routes.ts'

type Action = (books: Books, id: string, form: URLSearchParams) => unknown

/** What the buttons of the dashboard do, by the kind that the form names. */
const actions: Record<string, Action> = {
  ask: ({ main }, id) => askForDocument(main, id),
  'close-inquiry': closeInquiry,
  clock: ({ world }, _, form) => world.moveClock(Math.max(Math.trunc(Number(form.get('seconds'))) || 0, 0)),
  complete: ({ main }, id) => completeAccount(main, id),
  dispute: (books, id) => openDispute(books, id, 'product_not_received'),
  escalate: escalateInquiry,
  'fail-payout': failPayout,
  faults: ({ world }, _, form) => world.changeSettings({ faults: readFaults(form) }),
  inquire: (books, id) => openInquiry(books, id, 'product_not_received'),
  lose: (books, id) => decideDispute(books, id, 'lost'),
  refund: (books, id, form) => refundCharge(books, books.find('charge', id), { amount: readAmount(form), withFee: form.has('withFee') }),
  resend,
  restrict: ({ main }, id) => restrictAccount(main, id),
  revoke: ({ main }, id) => revoke(main, id),
  webhooks: ({ world }, _, form) => world.changeSettings({ webhooks: readEndpoints(form) }),
  win: (books, id) => decideDispute(books, id, 'won'),
}

/** Does what a button of the dashboard says, and goes back to its page. */
export function doAction({ stripe, form, inBooks }: Visit): Response {
  const account = form?.get('account') ?? platform
  const kind = form?.get('kind') ?? ''
  const isAccount = form?.has('id') ?? false
  const back = isAccount ? `/stripe/accounts/${encodeURIComponent(account)}` : '/stripe'
  const action = Object.hasOwn(actions, kind) ? actions[kind] : undefined
  if (!form || !action) return goTo('/stripe')
  try {
    inBooks(account, (books) => action(books, form.get('id') ?? '', form))
    stripe.runDue()
    return goTo(back)
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return goTo(`${back}?problem=${encodeURIComponent(error.message)}`)
  }
}

/** Without an amount, everything is refunded. */
function readAmount(form: URLSearchParams): number | undefined {
  const amount = Math.trunc(Number(form.get('amount')))
  return amount > 0 ? amount : undefined
}

function readFaults(form: URLSearchParams) {
  const count = (name: string) => Math.min(Math.max(Math.trunc(Number(form.get(name))) || 0, 0), 1000)
  return {
    delay: count('delay'),
    doubles: form.has('doubles'),
    shuffles: form.has('shuffles'),
    drops: form.has('drops'),
    lateEntries: count('lateEntries'),
    lostRequests: count('lostRequests'),
    lostAnswers: count('lostAnswers'),
    failures: count('failures'),
    failureStatus: 500,
    noPortal: form.has('noPortal'),
  }
}

function readEndpoints(form: URLSearchParams): Partial<Record<Webhook, { url: string; secret: string }>> {
  const of = (name: Webhook) => {
    const url = form.get(name)?.trim() ?? ''
    return URL.canParse(url) ? { [name]: { url, secret: form.get(`${name}Secret`) ?? '' } } : {}
  }
  return { ...of('account'), ...of('connect') }
}

/** Like the button in Stripe's dashboard: the same event, once more. */
function resend(books: Books, id: string): void {
  const event = books.find('event', id)
  const webhook = books.isPlatform ? 'account' : 'connect'
  books.main.put('delivery', {
    id: books.newId('dlv'),
    webhook,
    account: books.account,
    event: event.id,
    attempts: 0,
    nextAt: books.now,
    state: 'waiting',
  })
}

import type { Books } from '../core/books.ts'
import { StripeError } from '../core/errors.ts'
import { partsOf } from '../core/form.ts'
import type { Stripe } from '../core/stripe.ts'
import { accountPage } from './account.ts'
import { doAction } from './actions.ts'
import { authenticatePage } from './authenticate.ts'
import { authorizePage } from './authorize.ts'
import { checkoutPage } from './checkout.ts'
import { dashboardPage } from './dashboard.ts'
import { lost } from './html.ts'
import { invoicePage } from './invoice.ts'
import { onboardingPage } from './onboarding.ts'
import { portalPage } from './portal.ts'
import { receiptPage } from './receipt.ts'

export type Visit = {
  stripe: Stripe
  /** The parts of the path after the name of the page. */
  first: string
  second: string
  third: string
  query: URLSearchParams
  /** The form that was sent, or null when the page is only shown. */
  form: URLSearchParams | null
  /** Reads or changes books as one transaction. */
  inBooks: <Result>(account: string, work: (books: Books) => Result) => Result
}

type PageOf = (visit: Visit) => Response | Promise<Response>

const pages: Record<string, PageOf> = {
  '': dashboardPage,
  accounts: accountPage,
  actions: doAction,
  authenticate: authenticatePage,
  checkout: checkoutPage,
  invoices: invoicePage,
  oauth: authorizePage,
  onboarding: onboardingPage,
  portal: portalPage,
  receipts: receiptPage,
}

/** The page at this path, or undefined if there is none. */
export async function answerPage(stripe: Stripe, request: Request, subPath: string): Promise<Response | undefined> {
  const [, name = '', first = '', second = '', third = ''] = partsOf(subPath)
  const show = Object.hasOwn(pages, name) ? pages[name] : undefined
  if (!show || !['GET', 'POST'].includes(request.method)) return undefined
  const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : null
  const inBooks: Visit['inBooks'] = (account, work) => stripe.act((world) => work(world.books(account)))
  try {
    return await show({ stripe, first, second, third, query: new URL(request.url).searchParams, form, inBooks })
  } catch (error) {
    if (error instanceof StripeError) return lost(error.message)
    throw error
  }
}

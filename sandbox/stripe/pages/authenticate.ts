import { confirmPayment, failAuthentication } from '../core/payments.ts'
import { confirmSetup, failSetupAuthentication } from '../core/setup-intents.ts'
import { answerOf, bankQuestion } from './cards.ts'
import { goTo, html, lost, page } from './html.ts'
import type { Visit } from './routes.ts'

/** What the bank asks when the API was told to confirm a payment. */
export function authenticatePage({ first: account, second: id, form, inBooks }: Visit): Response {
  const intent = inBooks(account, (books) => (id.startsWith('seti_') ? books.find('setup_intent', id) : books.find('payment_intent', id)))
  if (intent.status !== 'requires_action') return lost('This payment asks for nothing.')
  const answer = form && answerOf(form)
  if (!answer) return page({ title: 'Confirm your payment', content: bankQuestion({}) })
  const returnUrl = intent.next_action?.redirect_to_url?.return_url
  inBooks(account, (books) => {
    if (answer === 'fail') return id.startsWith('seti_') ? failSetupAuthentication(books, id) : failAuthentication(books, id)
    const method = books.find('payment_method', intent.payment_method as string)
    if (id.startsWith('seti_')) return confirmSetup(books, id, method.id, { isAuthenticated: true })
    return confirmPayment(books, id, { method, isAuthenticated: true })
  })
  if (!returnUrl) return page({ title: 'Thank you', content: html`<p>You can close this page.</p>` })
  const location = new URL(returnUrl)
  const name = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
  location.searchParams.set(name, id)
  location.searchParams.set(`${name}_client_secret`, intent.client_secret ?? '')
  location.searchParams.set('redirect_status', answer === 'succeed' ? 'succeeded' : 'failed')
  return goTo(location.href)
}

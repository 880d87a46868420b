import { completeAccount, submitIncomplete } from '../core/accounts.ts'
import { platform } from '../core/books.ts'
import { goTo, html, lost, page } from './html.ts'
import type { Visit } from './routes.ts'

/** The form that a host fills in for Stripe. A link to it works once and for five minutes. */
export function onboardingPage({ stripe, first: id, form, inBooks }: Visit): Response {
  const link = inBooks(platform, (main) => main.get('account_link', id))
  if (!link) return lost('There is no such link.')
  if (link.isUsed || link.expiresAt <= stripe.world.now) return goTo(link.refreshUrl)
  if (!form) return ask(inBooks(platform, (main) => main.find('account', link.account)).requirements?.currently_due ?? [])
  const choice = form.get('choice')
  inBooks(platform, (main) => {
    main.put('account_link', { ...link, isUsed: true })
    if (choice === 'complete') completeAccount(main, link.account)
    if (choice === 'incomplete') submitIncomplete(main, link.account)
  })
  return goTo(link.returnUrl)
}

const ask = (due: string[]): Response =>
  page({
    title: 'Set up your account',
    lead: 'to be paid for your games',
    content: html`<h2>What is missing</h2>
      ${due.length > 0 ? html`<ul class="plain-list">${due.map((field) => html`<li><code>${field}</code></li>`)}</ul>` : html`<p>Nothing.</p>`}
      <form method="post" aria-label="Account">
        <div class="buttons stacked">
          <button class="go" name="choice" value="complete">Fill in everything</button>
          <button class="plain" name="choice" value="incomplete">Send it without a document</button>
          <button class="plain" name="choice" value="leave">Leave without finishing</button>
        </div>
      </form>`,
  })

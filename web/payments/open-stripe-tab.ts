import { leaveForStripe } from './leave-for-stripe.ts'

/**
 * Opens an empty tab for a page of Stripe. Call it in the click: a browser blocks a tab that opens after an answer. If it is blocked all the
 * same, the page opens in this tab.
 */
export function openStripeTab(): { lead: (url: string) => void; close: () => void } {
  const tab = window.open('', '_blank')
  // Stripe's page must not lead this one anywhere.
  if (tab) tab.opener = null
  return {
    lead: (url) => (tab && !tab.closed ? tab.location.replace(url) : leaveForStripe(url)),
    close: () => tab?.close(),
  }
}

import { holdReload } from '../busy.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'

const leavingMs = 3000

/** Leaves for a page of Stripe. A new version of the app must not reload this page meanwhile, because that would stop it. */
export function leaveForStripe(url: string): void {
  showSnackbar('Taking you to Stripe', { duration: leavingMs })
  setTimeout(holdReload(), leavingMs)
  location.assign(url)
}

import { hearTabs } from './tabs.ts'

/** When another tab logs out, this one shows nothing of the person any more: loaded anew, a guarded page leads to Login. */
export function followSession(): void {
  hearTabs((news) => {
    if (news === 'signedOut') location.reload()
  })
  // A page that the back button brings back to life may show someone who left since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

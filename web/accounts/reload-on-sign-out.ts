import { listenToOtherTabs } from './session-channel.ts'

/** Reloads this tab when another tab logs out, so that it no longer shows private data. Guarded pages then redirect to Login. */
export function reloadOnSignOut(): void {
  listenToOtherTabs((event) => {
    if (event === 'signedOut') location.reload()
  })
  // The Back button may restore this page from the browser's cache, with the data of a user who has logged out since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

let isLeaving = false

/** From here on the page is on its way out by itself, with a word for whom it leaves. */
export const beginLeaving = () => {
  isLeaving = true
}

/** The session ended somewhere else. Loaded anew, a guarded page leads to Login and back; what was typed waits in its draft. */
export function showSignedOut(): void {
  if (!isLeaving) location.reload()
}

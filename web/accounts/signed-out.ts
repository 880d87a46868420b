let isOnItsWay = false

/** Whether the page is on its way out: nothing new should be begun in the name of who was signed in. */
export const isLeaving = (): boolean => isOnItsWay

/** From here on the page is on its way out by itself, with a word for whom it leaves. */
export const beginLeaving = () => {
  isOnItsWay = true
}

/** The session ended somewhere else. Loaded anew, a guarded page leads to Login and back; what was typed waits in its draft. */
export function showSignedOut(): void {
  if (!isOnItsWay) location.reload()
}

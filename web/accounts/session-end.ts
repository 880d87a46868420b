let isEnding = false

/** True once this tab has started to log out or to delete the account. New requests in the user's name would fail. */
export const isSessionEnding = (): boolean => isEnding

/** Call this when this tab starts to log out or to delete the account. It then opens another page by itself. */
export const startEndingSession = () => {
  isEnding = true
}

/**
 * Reloads the page because the session was ended on another device or in another tab. Guarded pages then redirect to Login and
 * back, and drafts keep unsaved input.
 */
export function reloadSignedOut(): void {
  if (!isEnding) location.reload()
}

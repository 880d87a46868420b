/** One tab or the service worker sends at a time, so that all messages of a person keep their order. */
export async function withSendingLock(viewerId: string, use: () => Promise<void>): Promise<void> {
  // Missing in browsers whose version is old, and on addresses that are not secure.
  if (navigator.locks === undefined) await use()
  else await navigator.locks.request(`messages-of-${viewerId}`, use)
}

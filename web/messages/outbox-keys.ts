import { withStorage } from '../storage.ts'

/** Whose files are kept on this device for messages that are not sent. Their content is in a database of the browser. */
export const filesOwnerKey = 'unsent-files-of'

/** The name under which the service worker is woken when the network is back. */
export const unsentTag = 'unsent-messages'

const anyPrefix = 'unsent-message:'
export const outboxPrefixOf = (viewerId: string) => `${anyPrefix}${viewerId}:`

/** Null: all keys were deleted. */
export const isOutboxKey = (key: string | null) => key === null || key.startsWith(anyPrefix)

/** Asked on every visit, to load the code of the outbox only if there is something to send. */
export const hasUnsentMessages = (viewerId: string): boolean =>
  withStorage((storage) => Object.keys(storage).some((key) => key.startsWith(outboxPrefixOf(viewerId)))) ?? false

import { withStorage } from '../storage.ts'
import type { OutboxStorage } from './outbox.ts'
import { isOutboxKey, outboxPrefixOf } from './outbox-keys.ts'

/** Uses local storage because it writes at once: IndexedDB could lose a message if the tab is closed a moment later. */
export function openOutboxStorage(viewerId: string): OutboxStorage {
  const prefix = outboxPrefixOf(viewerId)
  const listKeys = () => withStorage((storage) => Object.keys(storage).filter(isOutboxKey)) ?? []
  // Nobody else may read or send what another person wrote on this device.
  for (const key of listKeys()) if (!key.startsWith(prefix)) withStorage((storage) => storage.removeItem(key))
  return {
    list: () =>
      listKeys()
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => withStorage((storage) => storage.getItem(key)) ?? []),
    save: (key, value) =>
      withStorage((storage) => {
        storage.setItem(prefix + key, value)
        return true
      }) ?? false,
    remove: (key) => void withStorage((storage) => storage.removeItem(prefix + key)),
  }
}

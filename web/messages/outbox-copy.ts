import { del, get, keys, set, update } from 'idb-keyval'
import { deviceStore, ownerOf } from '../device-store.ts'
import type { UnsentMessage } from './outbox.ts'

const suffix = ':unsent-messages'

/** Keeps a copy of the unsent messages for the service worker, because it cannot read local storage. */
export const saveCopy = (viewerId: string, messages: readonly UnsentMessage[]): Promise<void> =>
  messages.length > 0 ? set(viewerId + suffix, messages, deviceStore) : del(viewerId + suffix, deviceStore)

/** Whose messages this device has a copy of. */
export const listCopies = async (): Promise<string[]> =>
  (await keys<string>(deviceStore)).filter((key) => key.endsWith(suffix)).flatMap((key) => ownerOf(key) ?? [])

/** In the order in which they were written. */
export const readCopy = async (viewerId: string): Promise<UnsentMessage[]> =>
  (await get<UnsentMessage[]>(viewerId + suffix, deviceStore)) ?? []

export const removeFromCopy = (viewerId: string, clientId: string): Promise<void> =>
  update<UnsentMessage[]>(viewerId + suffix, (messages = []) => messages.filter((one) => one.clientId !== clientId), deviceStore)

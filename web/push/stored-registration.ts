import { createStore, del, get, set } from 'idb-keyval'

/** What this browser knows about its registration. The service worker reads it too, so it is not in localStorage. */
export type StoredRegistration = {
  userId: string
  id: string
  /** The secret that names the registration. */
  token: string
  endpoint: string
  /** When the server heard of it last. 0 if the user has signed out since, so that it is refreshed once they are back. */
  refreshedAt: number
}

const store = createStore('gather-push', 'registration')
const key = 'current'

export const readRegistration = (): Promise<StoredRegistration | undefined> => get<StoredRegistration>(key, store)
export const storeRegistration = (registration: StoredRegistration): Promise<void> => set(key, registration, store)
export const forgetRegistration = (): Promise<void> => del(key, store)

/** Tabs and the service worker refresh the registration one after the other, because each would end the subscription of the others. */
export async function oneAtATime(use: () => Promise<void>): Promise<void> {
  // Old browsers have no locks.
  if (navigator.locks === undefined) await use()
  else await navigator.locks.request('push-registration', use)
}

import { createStore } from 'idb-keyval'

/** What this device keeps of the viewer. It is cleared when they sign out, and when somebody else signs in. */
export const deviceStore = createStore('gather', 'seen')

/** The keys start with the id of the viewer. */
export const ownerOf = (key: string) => key.split(':')[0]

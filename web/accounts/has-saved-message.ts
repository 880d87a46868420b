import { withStorage } from '../storage.ts'

export const savedMessageKey = 'partingWords'

/** Whether the previous page saved a message to show on this page. */
export const hasSavedMessage = () => Boolean(withStorage((storage) => storage.getItem(savedMessageKey), 'sessionStorage'))

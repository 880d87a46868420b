import { withStorage } from '../storage.ts'

export const partingWordsKey = 'partingWords'

/** Whether the page that was just left has something to say on this one. */
export const areWordsLeft = () => Boolean(withStorage((storage) => storage.getItem(partingWordsKey), 'sessionStorage'))

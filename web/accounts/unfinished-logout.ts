import { withStorage } from '../storage.ts'

const storageKey = 'logoutUnfinished'

/**
 * If a logout request fails, the session cookie stays, because scripts cannot remove it. Until a later attempt succeeds, this
 * device ignores the session and shows the user as signed out.
 */
export const isLogoutUnfinished = () => Boolean(withStorage((storage) => storage.getItem(storageKey)))
export const rememberUnfinishedLogout = () => withStorage((storage) => storage.setItem(storageKey, 'yes'))
export const forgetUnfinishedLogout = () => withStorage((storage) => storage.removeItem(storageKey))

import { withStorage } from '../storage.ts'

const storageKey = 'logoutUnfinished'

/**
 * A logout that never reached the server leaves a cookie that the page cannot remove. Until it is made good this device
 * takes no notice of who the server says is signed in.
 */
export const isLogoutUnfinished = () => Boolean(withStorage((storage) => storage.getItem(storageKey)))
export const rememberUnfinishedLogout = () => withStorage((storage) => storage.setItem(storageKey, 'yes'))
export const forgetUnfinishedLogout = () => withStorage((storage) => storage.removeItem(storageKey))

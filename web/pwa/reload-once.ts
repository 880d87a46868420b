import { withStorage } from '../storage.ts'

const storageKey = 'reloadedFor'

const readReloadReasons = () => withStorage((storage) => storage.getItem(storageKey), 'sessionStorage')?.split(' ') ?? []

/** Whether this tab has already reloaded for this reason. */
export const hasReloaded = (reason: string) => readReloadReasons().includes(reason)

/**
 * Call this before an automatic reload, and reload only if it returns true. It returns true once per tab and reason, so that
 * reloads cannot loop. Without storage it always returns false.
 */
export function claimReload(reason: string): boolean {
  if (hasReloaded(reason)) return false
  const isRemembered = withStorage((storage) => {
    storage.setItem(storageKey, [...readReloadReasons(), reason].join(' '))
    return true
  }, 'sessionStorage')
  return isRemembered ?? false
}

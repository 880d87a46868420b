import { withStorage } from '../storage.ts'

const storageKey = 'reloadedFor'

const readReloads = () => withStorage((storage) => storage.getItem(storageKey), 'sessionStorage')?.split(' ') ?? []

/** Whether this tab was loaded anew for this reason already. */
export const hasReloaded = (reason: string) => readReloads().includes(reason)

/** To be asked before a reload that nobody asked for: true once in this tab for each reason, and never where that cannot be remembered. */
export function mayReload(reason: string): boolean {
  if (hasReloaded(reason)) return false
  const isRemembered = withStorage((storage) => {
    storage.setItem(storageKey, [...readReloads(), reason].join(' '))
    return true
  }, 'sessionStorage')
  return isRemembered ?? false
}

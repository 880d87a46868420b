import { wayBack, withWayBack } from '../../domain/access/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { withStorage } from '../storage.ts'

const storageKey = 'nextStop'

/** Where the person was going, as the address of this page says. */
export const nextStop = () => wayBack(location.pathname + location.search)

/** A link to another of the sign-in screens, which keeps where the person was going. */
export function keepNextStop(to: string): string {
  const next = nextStop()
  return next === null ? to : withWayBack(to, next)
}

/** Signing up goes through a mailbox and signing in through Google: neither comes back with the address. */
export function rememberNextStop(): void {
  const next = nextStop()
  withStorage((storage) => (next === null ? storage.removeItem(storageKey) : storage.setItem(storageKey, `${Date.now()} ${next}`)))
}

/** Where the person was going before they left for their mailbox or for Google. */
export function rememberedNextStop(): string | null {
  const [at, ...next] = withStorage((storage) => storage.getItem(storageKey))?.split(' ') ?? []
  return Date.now() - Number(at) < day ? wayBack(`?next=${encodeURIComponent(next.join(' '))}`) : null
}

/** Loads the next page from the Worker, which draws it for the person who is signed in now. Never comes back. */
export function goOn(to: string): Promise<never> {
  withStorage((storage) => storage.removeItem(storageKey))
  location.replace(to)
  return new Promise(() => undefined)
}

import { addReturnPath, readReturnPath } from '../../domain/access/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { withStorage } from '../storage.ts'

const storageKey = 'nextStop'

/** The login page that asks for an email only. */
export const loginByLinkPath = '/login?by=link'

/** The page that the user wanted to open before they had to sign in, from the URL of this page. */
export const getReturnPath = () => readReturnPath(location.pathname + location.search)

/** Adds the page that the user wanted to open to a link to another sign-in screen. */
export function keepReturnPath(to: string): string {
  const next = getReturnPath()
  return next === null ? to : addReturnPath(to, next)
}

/** Saves the page that the user wanted to open. The email link and Google bring the user back to a URL that does not contain it. */
export function saveReturnPath(next = getReturnPath()): void {
  withStorage((storage) => (next === null ? storage.removeItem(storageKey) : storage.setItem(storageKey, `${Date.now()} ${next}`)))
}

/** The page that the user wanted to open before they left for their mailbox or for Google. It is kept for one day. */
export function readSavedReturnPath(): string | null {
  const [savedAt, ...next] = withStorage((storage) => storage.getItem(storageKey))?.split(' ') ?? []
  return Date.now() - Number(savedAt) < day ? readReturnPath(`?next=${encodeURIComponent(next.join(' '))}`) : null
}

/** Loads a page from the Worker, which renders it for the user who is signed in now. The promise never resolves. */
export function loadPage(to: string): Promise<never> {
  withStorage((storage) => storage.removeItem(storageKey))
  location.replace(to)
  return new Promise(() => undefined)
}

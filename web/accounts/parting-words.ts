import { withStorage } from '../storage.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'

const storageKey = 'partingWords'

/** What Login has to say after the page was loaded anew. */
const words = {
  logoutFailed: { text: 'Error during logout. You have been signed out.', tone: 'alarm' },
  passwordSet: { text: 'Your new password is set. Please log in.', tone: 'plain' },
} as const

export const leavePartingWords = (name: keyof typeof words) => withStorage((storage) => storage.setItem(storageKey, name), 'sessionStorage')

export function sayPartingWords(): void {
  const name = withStorage((storage) => storage.getItem(storageKey), 'sessionStorage')
  withStorage((storage) => storage.removeItem(storageKey), 'sessionStorage')
  if (name === null || !Object.hasOwn(words, name)) return
  const { text, tone } = words[name as keyof typeof words]
  showSnackbar(text, { duration: 5000, tone })
}

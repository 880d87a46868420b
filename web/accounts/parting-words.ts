import { withStorage } from '../storage.ts'
import { type SnackbarOptions, showSnackbar } from '../ui/show-snackbar.ts'
import { partingWordsKey } from './words-left.ts'

/** What is to be said after the page was loaded anew. */
const words = {
  logoutFailed: { text: 'Error during logout. You have been signed out.', tone: 'alarm', duration: 5000 },
  passwordSet: { text: 'Your new password is set. Please log in.', tone: 'plain', duration: 5000 },
  accountDeleted: { text: 'Account deleted successfully.', tone: 'plain', duration: 3000 },
} as const satisfies Record<string, { text: string } & SnackbarOptions>

export const leavePartingWords = (name: keyof typeof words) =>
  withStorage((storage) => storage.setItem(partingWordsKey, name), 'sessionStorage')

export function sayPartingWords(): void {
  const name = withStorage((storage) => storage.getItem(partingWordsKey), 'sessionStorage')
  withStorage((storage) => storage.removeItem(partingWordsKey), 'sessionStorage')
  if (name === null || !Object.hasOwn(words, name)) return
  const { text, ...options } = words[name as keyof typeof words]
  showSnackbar(text, options)
}

import { withStorage } from '../storage.ts'
import { type SnackbarOptions, showSnackbar } from '../ui/show-snackbar.ts'
import { savedMessageKey } from './has-saved-message.ts'

/** Messages that one page saves, and the next page shows after it has loaded. */
const messages = {
  logoutFailed: { text: 'Error during logout. You have been signed out.', tone: 'alarm', duration: 5000 },
  passwordSet: { text: 'Your new password is set. Please log in.', tone: 'plain', duration: 5000 },
  accountDeleted: { text: 'Account deleted successfully.', tone: 'plain', duration: 3000 },
} as const satisfies Record<string, { text: string } & SnackbarOptions>

export const saveMessage = (name: keyof typeof messages) =>
  withStorage((storage) => storage.setItem(savedMessageKey, name), 'sessionStorage')

export function showSavedMessage(): void {
  const name = withStorage((storage) => storage.getItem(savedMessageKey), 'sessionStorage')
  withStorage((storage) => storage.removeItem(savedMessageKey), 'sessionStorage')
  if (name === null || !Object.hasOwn(messages, name)) return
  const { text, ...options } = messages[name as keyof typeof messages]
  showSnackbar(text, options)
}

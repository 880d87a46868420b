import { showSnackbar } from '../ui/show-snackbar.ts'

/** Copies a text. A browser may refuse it, so the text must also be selectable. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showSnackbar(done)
  } catch {
    showSnackbar('We could not copy it. Please select it and copy it yourself.', { duration: 5000, tone: 'alarm' })
  }
}

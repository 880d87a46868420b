import { showSnackbar } from './ui/show-snackbar.ts'

/** By the device's own sheet where it has one, else into the clipboard. */
export async function shareLink({ title, url }: { title: string; url: string }): Promise<void> {
  try {
    if (navigator.share) return await navigator.share({ title, url })
    // Missing where the page did not come safely, and refused by some.
    await navigator.clipboard.writeText(url)
    showSnackbar('Link copied')
  } catch (error) {
    // Closing the share sheet again is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return
    showSnackbar('Your browser did not let us share. Copy the address of this page instead.', { duration: 5000, tone: 'alarm' })
  }
}

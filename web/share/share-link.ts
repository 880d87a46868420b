import { showSnackbar } from '../ui/show-snackbar.ts'

/** Opens the share sheet of the device. If there is none, it copies the link to the clipboard. */
export async function shareLink({ title, url }: { title: string; url: string }): Promise<void> {
  try {
    if (navigator.share) return await navigator.share({ title, url })
    // The clipboard does not exist on pages without HTTPS, and some browsers refuse access to it.
    await navigator.clipboard.writeText(url)
    showSnackbar('Link copied')
  } catch (error) {
    // The user closed the share sheet, which is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return
    showSnackbar('Your browser did not let us share the link. Copy the address of this page instead.', { duration: 5000, tone: 'alarm' })
  }
}

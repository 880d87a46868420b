import { Copy } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    showSnackbar('Line copied')
  } catch {
    // Some browsers refuse access to the clipboard. The line can still be selected.
    showSnackbar('We could not copy the line. Please select it and copy it.', { duration: 5000, tone: 'alarm' })
  }
}

/** The line that shows the form on another site. */
export function FrameScript({ formId }: { formId: string }) {
  const line = `<script src="https://${location.host}/embed.js" data-form="${formId}"></script>`
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-small text-soft">Put this line where the form should be on the page:</p>
      <code className="w-full rounded-control border border-line bg-wash px-3 py-2.5 text-small break-all select-all">{line}</code>
      <Button size="small" onClick={() => void copy(line)}>
        <Copy size={16} aria-hidden="true" /> Copy the line
      </Button>
    </div>
  )
}

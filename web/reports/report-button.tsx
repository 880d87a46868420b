import { Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReportKind } from '../../domain/reports/contract.ts'
import { Button } from '../ui/button.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

type Subject = { kind: ReportKind; subjectId: string; title: string }

/** Opens the dialog that reports something to our moderators. */
export function ReportButton(subject: Subject) {
  const { open, dialog } = useReport(subject)
  return (
    <>
      <Button variant="quiet" size="small" onClick={open} aria-haspopup="dialog">
        <Flag size={16} aria-hidden="true" /> Report
      </Button>
      {dialog}
    </>
  )
}

/** The same as a plain text button. */
export function ReportTextButton({ className, ...subject }: Subject & { className: string }) {
  const { open, dialog } = useReport(subject)
  return (
    <>
      <button type="button" className={className} onClick={open} aria-haspopup="dialog">
        <Flag size={16} aria-hidden="true" /> Report
      </button>
      {dialog}
    </>
  )
}

function useReport(subject: Subject) {
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <Suspense>
        <ReportDialog {...subject} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}

import { reportedMessageId } from '../../domain/reports/contract.ts'
import { ReportDialog } from '../reports/report-dialog.tsx'
import type { ShownMessage } from './rows.ts'

type ReportMessageDialogProps = { conversationId: string; message: ShownMessage; onClose: () => void }

/** Reports a message of somebody else to our moderators. */
export function ReportMessageDialog({ conversationId, message: { seq, author }, onClose }: ReportMessageDialogProps) {
  if (seq === null) return null
  return (
    <ReportDialog
      kind="message"
      subjectId={reportedMessageId(conversationId, seq)}
      title={`Report this message of ${author.name}`}
      onClose={onClose}
    />
  )
}

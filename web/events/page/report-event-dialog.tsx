import { ReportDialog } from '../../reports/report-dialog.tsx'
import type { DialogProps } from '../dialogs.tsx'

export default function ReportEventDialog({ event, onClose }: DialogProps) {
  return <ReportDialog kind="event" subjectId={event.id} title="Report this game" onClose={onClose} />
}

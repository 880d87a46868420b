import { useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { Submission } from '../../../../domain/forms/submission-contract.ts'
import { saveFile } from '../../../save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { showFailure } from '../../../ui/show-failure.ts'
import { submissionPayment } from '../../payment/queries.ts'
import { nameOf } from '../list-columns.ts'
import type { SubmissionPlace } from '../queries.ts'
import { findNames } from './find-names.ts'

/** Saves a submission as a PDF. Its code is loaded when somebody asks for it. */
export function PdfButton({ place, submission }: { place: SubmissionPlace; submission: Submission }) {
  const client = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  const make = async () => {
    const [{ makeSubmissionPdf }, payment, names] = await Promise.all([
      import('./make-submission-pdf.ts'),
      submission.total === null
        ? null
        : client.fetchQuery(submissionPayment({ id: place.formId, submissionId: place.submissionId, key: place.key ?? undefined })),
      findNames(client, submission),
    ])
    const bytes = await makeSubmissionPdf(submission, payment, names)
    saveFile(`${nameOf(submission)}, ${submission.form.title}.pdf`, new Blob([bytes], { type: 'application/pdf' }))
  }
  return (
    <Button
      size="small"
      isPending={isMaking}
      pendingLabel="Making the PDF"
      onClick={() => {
        setMaking(true)
        void make()
          .catch(showFailure)
          .finally(() => setMaking(false))
      }}
    >
      <FileText size={17} aria-hidden="true" /> PDF
    </Button>
  )
}

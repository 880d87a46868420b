import { lazy, Suspense } from 'react'
import type { FormState } from '../../domain/forms/contract.ts'
import { formPath } from '../../domain/forms/paths.ts'
import { LinkShare } from '../share/link-share.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const OnYourWebsite = lazy(() => import('./embed/on-your-website.tsx'))

type ShareFormDialogProps = { id: string; title: string; state: FormState; onClose: () => void; heading?: string }

const notes: Record<FormState, string> = {
  draft: 'Publish the form first. Until then, nobody can open this link.',
  open: 'People open the form with this link. The settings of the form say who can fill it.',
  closed: 'The form is closed. Open it again before you share it.',
}

/** The link to fill a form, as text and as a QR code. */
export default function ShareFormDialog({ id, title, state, onClose, heading = 'Share' }: ShareFormDialogProps) {
  const url = location.origin + formPath(id)
  return (
    <Dialog title={heading} isOpen onClose={onClose} width={420}>
      <LinkShare url={url} title={title} codeLabel={`QR code to ${title}`}>
        {notes[state]}
      </LinkShare>
      {state !== 'draft' && (
        <Suspense fallback={<Skeleton className="mt-6 h-32 rounded-card" />}>
          <OnYourWebsite id={id} title={title} />
        </Suspense>
      )}
    </Dialog>
  )
}

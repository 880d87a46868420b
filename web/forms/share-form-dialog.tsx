import { Copy, Share2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { FormState } from '../../domain/forms/contract.ts'
import { formPath } from '../../domain/forms/paths.ts'
import { QrCode } from '../profiles/qr-code.tsx'
import { shareLink } from '../share-link.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { copyText } from './copy-text.ts'

const OnYourWebsite = lazy(() => import('./embed/on-your-website.tsx'))

type ShareFormDialogProps = { id: string; title: string; state: FormState; onClose: () => void; heading?: string }

const notes: Record<FormState, string> = {
  draft: 'Publish the form first. Until then, nobody can open this link.',
  open: 'Everyone with this link can fill the form.',
  closed: 'The form is closed. Open it again before you share it.',
}

/** The link to fill a form, as text and as a QR code. */
export default function ShareFormDialog({ id, title, state, onClose, heading = 'Share' }: ShareFormDialogProps) {
  const url = location.origin + formPath(id)
  return (
    <Dialog title={heading} isOpen onClose={onClose} width={420}>
      <div className="grid justify-items-center gap-4 pt-1 text-center">
        <QrCode url={url} label={`QR code to ${title}`} size={220} />
        <div className="grid min-w-0 gap-0.5">
          <p className="text-title font-bold wrap-anywhere">{title}</p>
          <p className="text-small text-soft">{notes[state]}</p>
          <p className="text-small break-all select-all">{url}</p>
        </div>
        <div className="grid w-full gap-2.5">
          <Button onClick={() => void copyText(url, 'Link copied')}>
            <Copy size={17} aria-hidden="true" /> Copy link
          </Button>
          {'share' in navigator && (
            <Button onClick={() => void shareLink({ title, url })}>
              <Share2 size={17} aria-hidden="true" /> Share in another app
            </Button>
          )}
        </div>
      </div>
      {state !== 'draft' && (
        <Suspense fallback={<Skeleton className="mt-6 h-32 rounded-card" />}>
          <OnYourWebsite id={id} title={title} />
        </Suspense>
      )}
    </Dialog>
  )
}

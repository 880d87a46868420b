import { lazy, Suspense, useState } from 'react'
import { TextButton } from '../../ui/text-button.tsx'
import type { AnswerStore } from './answer-store.ts'
import { useStored } from './form-context.ts'

const LaterDialog = lazy(() => import('./later-dialog.tsx'))

/** For whoever has no account: what they have begun is only on this device until they have a link to it. */
export function LaterLink({ formId, code, store }: { formId: string; code: string | null; store: AnswerStore }) {
  const [isOpen, setOpen] = useState(false)
  const isBegun = useStored(store, store.isBegun)
  if (!isBegun) return null
  return (
    <>
      <p className="text-small">
        <TextButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Mail me a link to go on later
        </TextButton>
      </p>
      {isOpen && (
        <Suspense>
          <LaterDialog formId={formId} code={code} store={store} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

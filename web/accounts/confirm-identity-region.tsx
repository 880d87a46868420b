import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { isAskedToConfirm, subscribeConfirmation } from './confirm-identity.ts'

const ConfirmIdentityDialog = lazy(() => import('./confirm-identity-dialog.tsx'))

/** The place for the dialog of `sendConfirmed`; the shell renders it once. It loads its code when it is needed for the first time. */
export function ConfirmIdentityRegion() {
  const isAsked = useSyncExternalStore(subscribeConfirmation, isAskedToConfirm)
  const [wasAsked, setWasAsked] = useState(isAsked)
  if (isAsked && !wasAsked) setWasAsked(true)
  if (!wasAsked) return null
  return (
    <Suspense>
      <ConfirmIdentityDialog isOpen={isAsked} />
    </Suspense>
  )
}

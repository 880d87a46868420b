import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { signInMessages } from '../../domain/accounts/sign-in-codes.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AccountFrame } from './account-frame.tsx'
import { readFailure } from './auth.ts'
import { GoogleLogo } from './google-logo.tsx'
import { confirmingWithGoogle } from './own-account-queries.ts'
import { getReturnPath, loadPage } from './return-path.ts'
import { notifyOtherTabs } from './session-channel.ts'
import { verifyArt } from './verify-art.ts'

/** Opens in a window of its own: it leads to Google and back, tells the page that waits, and closes. */
export default function ConfirmGooglePage() {
  const [params] = useSearchParams()
  return (
    <AccountFrame {...verifyArt} title="Confirm with Google">
      {params.get('done') === 'true' ? <Confirmed /> : <OpenGoogle />}
    </AccountFrame>
  )
}

function OpenGoogle() {
  const [params] = useSearchParams()
  const failure = readFailure(params)
  const { mutate, isPending, isSuccess, error } = useMutation(confirmingWithGoogle)
  const start = useEffectEvent(() => {
    if (failure === null) mutate(getReturnPath())
  })
  useEffect(() => start(), [])
  if (!error && (failure === null || isPending || isSuccess)) {
    return (
      <p role="status" className="flex items-center gap-3 text-soft">
        <Spinner /> Opening Google.
      </p>
    )
  }
  return (
    <div className="grid justify-items-start gap-5">
      {error ? (
        <ErrorNotice error={error} />
      ) : (
        <ErrorNotice message={failure === null ? '' : (failureMessages[failure] ?? signInMessages[failure])} />
      )}
      <Button variant="primary" onClick={() => mutate(getReturnPath())}>
        <GoogleLogo />
        Try again
      </Button>
    </div>
  )
}

const failureMessages: Partial<Record<string, string>> = { CancelledByUser: 'You canceled before you confirmed that it is you.' }

function Confirmed() {
  useEffect(() => {
    notifyOtherTabs('confirmed')
    const next = getReturnPath()
    if (next !== null) void loadPage(next)
    else window.close()
  }, [])
  return (
    <p role="status" className="text-soft">
      Thank you. You can close this window and go back to the page that you came from.
    </p>
  )
}

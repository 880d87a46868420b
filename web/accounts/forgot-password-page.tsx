import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useViewer } from '../app-state.ts'
import { AccountFrame } from './account-frame.tsx'
import { EmailForm } from './email-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { sendingResetLink } from './queries.ts'
import { getReturnPath } from './return-path.ts'
import { SendAgainButton } from './send-again-button.tsx'
import { TextLink } from './text-link.tsx'

const art = { activity: 'chess', seed: 'opening' } as const

export default function ForgotPasswordPage() {
  const [params] = useSearchParams()
  const token = params.get('token')
  const viewer = useViewer()
  if (token !== null) return <NewPassword token={token} />
  if (viewer) return <Navigate to={getReturnPath() ?? '/'} replace />
  return <RequestLink />
}

function RequestLink() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = useMutation(sendingResetLink)
  if (sentTo === null) {
    return (
      <AccountFrame {...art} title="Forgot your password?" intro="Enter your email and we will send you a link to set a new password.">
        <EmailForm
          action="Send the link"
          onSend={async (email) => {
            await send.mutateAsync(email)
            setSentTo(email)
          }}
        />
        <p className="text-soft">
          Remember it? <TextLink to="/login">Log in</TextLink>
        </p>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame {...art} title="Check your email">
      <p role="status" className="grid gap-2">
        <span>
          If there is an account for <b>{sentTo}</b>, we sent a link to that address.
        </span>
        <span className="text-soft">
          The link works once and expires after one hour. Can’t find it? Check your spam folder. If you asked several times, use the newest
          email you have.
        </span>
      </p>
      <div className="grid justify-items-start gap-3">
        <SendAgainButton email={sentTo} sending={sendingResetLink} />
        <button
          type="button"
          onClick={() => setSentTo(null)}
          className="min-h-11 font-strong text-court underline-offset-3 hover:underline"
        >
          Use another email
        </button>
      </div>
      <p className="text-soft">
        Back to <TextLink to="/login">Log in</TextLink>
      </p>
    </AccountFrame>
  )
}

function NewPassword({ token }: { token: string }) {
  return (
    <AccountFrame {...art} title="Set a new password">
      <NewPasswordForm token={token} />
    </AccountFrame>
  )
}

import { useMutation } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { useViewer } from '../app-state.ts'
import { AccountFrame } from './account-frame.tsx'
import { EmailForm } from './email-form.tsx'
import { LinkSent } from './link-sent.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { sendingResetLink } from './queries.ts'
import { getReturnPath } from './return-path.ts'
import { TextLink } from './text-link.tsx'
import { useSentTo } from './use-sent-to.ts'

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
  const { sentTo, setSentTo, isChangingEmail, changeEmail } = useSentTo()
  const send = useMutation(sendingResetLink)
  if (sentTo === null) {
    return (
      <AccountFrame {...art} title="Forgot your password?" intro="Enter your email and we will send you a link to set a new password.">
        <EmailForm
          action="Send the link"
          hasFocus={isChangingEmail}
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
      <LinkSent email={sentTo} sending={sendingResetLink} onChangeEmail={changeEmail} />
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

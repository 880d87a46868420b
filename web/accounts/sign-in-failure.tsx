import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type SignInCode, signInMessages } from '../../domain/accounts/sign-in-codes.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { sendingLoginLink } from './queries.ts'
import { keepReturnPath, loginByLinkPath, saveReturnPath } from './return-path.ts'

/** Tells why signing in failed and offers the next step. */
export function SignInFailure({ code, email }: { code: SignInCode; email: string }) {
  return (
    <div className="grid justify-items-start gap-2.5">
      <ErrorNotice message={signInMessages[code]} />
      {code === 'EmailNotFound' && (
        <LinkButton size="small" to={keepReturnPath('/sign-up')}>
          Sign up with this email
        </LinkButton>
      )}
      {code === 'Email unverified && Social set' && (
        <LinkButton size="small" to={keepReturnPath(loginByLinkPath)}>
          Email me a link
        </LinkButton>
      )}
      {(code === 'NetworkError' || code === 'Email unverified && Social set') && (
        <LinkButton size="small" to={keepReturnPath('/forgot-password')}>
          Set a new password
        </LinkButton>
      )}
      {code === 'NoPasswordSet' && email !== '' && <SendLinkAgain email={email} />}
    </div>
  )
}

function SendLinkAgain({ email }: { email: string }) {
  const navigate = useNavigate()
  const send = useMutation({
    ...sendingLoginLink(),
    onSuccess: () => {
      saveReturnPath()
      return navigate(`/verify-email?email=${encodeURIComponent(email)}`)
    },
  })
  return (
    <>
      <Button size="small" isPending={send.isPending} pendingLabel="Sending" onClick={() => send.mutate(email)}>
        Send the link again
      </Button>
      {send.error && <ErrorNotice error={send.error} />}
    </>
  )
}

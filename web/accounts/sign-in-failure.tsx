import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type SignInCode, signInWords } from '../../domain/accounts/rules.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { keepNextStop, rememberNextStop } from './next-stop.ts'
import { sendingVerification } from './queries.ts'

/** Why signing in failed, and the way on from there. */
export function SignInFailure({ code, email }: { code: SignInCode; email: string }) {
  return (
    <div className="grid justify-items-start gap-2.5">
      <ErrorNotice message={signInWords[code]} />
      {code === 'EmailNotFound' && (
        <LinkButton size="small" to={keepNextStop('/sign-up')}>
          Sign up with this email
        </LinkButton>
      )}
      {(code === 'NetworkError' || code === 'Email unverified && Social set') && (
        <LinkButton size="small" to={keepNextStop('/forgot-password')}>
          Set a new password
        </LinkButton>
      )}
      {code === 'NoPasswordSet' && email !== '' && <SendAgain email={email} />}
    </div>
  )
}

function SendAgain({ email }: { email: string }) {
  const navigate = useNavigate()
  const send = useMutation({
    ...sendingVerification,
    onSuccess: () => {
      rememberNextStop()
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

import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { signInMessages } from '../../domain/accounts/rules.ts'
import { useViewer } from '../app-state.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { AccountFrame } from './account-frame.tsx'
import { SignInError } from './auth.ts'
import { EmailForm } from './email-form.tsx'
import { linkSignIn, sendingLoginLink } from './queries.ts'
import { getReturnPath, keepReturnPath, loadPage, readSavedReturnPath } from './return-path.ts'
import { TextLink } from './text-link.tsx'
import { Verified } from './verified.tsx'
import { verifyArt } from './verify-art.ts'
import { Verifying } from './verifying.tsx'

/** A script uses the link, so that opening the page alone does not: email scanners open every link they find. */
export function VerifyByLink({ token, isLogin }: { token: string; isLogin: boolean }) {
  const viewer = useViewer()
  const link = useQuery(linkSignIn(token))
  const isUsed = link.error instanceof SignInError
  if (link.isSuccess) return isLogin ? <LoggedIn /> : <Verified />
  // The link may be used, wrong or someone else's: the server cannot tell. The viewer needs none of them.
  if (isUsed && viewer?.emailVerified) return <Verified isLinkRefused />
  if (isUsed) return <ExpiredLink />
  if (link.error) {
    return (
      <AccountFrame {...verifyArt} title={isLogin ? 'Log in' : 'Verify your email'}>
        <ErrorNotice error={link.error} onRetry={() => void link.refetch()} isRetrying={link.isFetching} />
      </AccountFrame>
    )
  }
  return isLogin ? <LoggingIn /> : <Verifying />
}

/** Whoever asked for the link wants to go on at once. The email was verified long ago, and a password is not asked for. */
function LoggedIn() {
  useEffect(() => void loadPage(getReturnPath() ?? readSavedReturnPath() ?? '/'), [])
  return <LoggingIn />
}

const LoggingIn = () => <Verifying title="Logging you in" />

function ExpiredLink() {
  const navigate = useNavigate()
  const send = useMutation(sendingLoginLink())
  return (
    <AccountFrame {...verifyArt} title="This link no longer works" intro={signInMessages.LinkUsed}>
      <EmailForm
        action="Send a new link"
        onSend={async (email) => {
          await send.mutateAsync(email)
          await navigate(keepReturnPath(`/verify-email?email=${encodeURIComponent(email)}`), { replace: true })
        }}
      />
      <p className="text-soft">
        Already verified? <TextLink to="/login">Log in</TextLink>
      </p>
    </AccountFrame>
  )
}

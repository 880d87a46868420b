import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { signInMessages } from '../../domain/accounts/sign-in-codes.ts'
import { useViewer } from '../app-state.ts'
import { Button, LinkButton } from '../ui/button.tsx'
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

type LinkProps = { token: string; isLogin: boolean }

const welcomeBack = { title: 'Welcome back', intro: 'This link logs you in once.' }
const lastStep = { title: 'One last step', intro: 'Verify your email, and you are signed in.' }

/**
 * The page of a link from an email. Every link waits for a button, because email scanners open all links they find, and some of them run
 * scripts. Whoever is signed in learns that the link may be of another person.
 */
export function VerifyByLink({ token, isLogin }: LinkProps) {
  const viewer = useViewer()
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return <FollowLink token={token} isLogin={isLogin} />
  if (viewer) {
    return (
      <AccountFrame
        {...verifyArt}
        title="Use this link?"
        intro={
          <>
            You are signed in as <b className="text-ink wrap-anywhere">{viewer.name}</b>. The link signs you in as the person who got the
            email. Use it only if that is you.
          </>
        }
      >
        <div className="flex flex-wrap gap-2.5">
          <LinkButton variant="primary" to={getReturnPath() ?? '/'} className="max-sm:w-full">
            Stay signed in
          </LinkButton>
          <Button onClick={() => setWanted(true)} className="max-sm:w-full">
            Use the link
          </Button>
        </div>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame {...verifyArt} {...(isLogin ? welcomeBack : lastStep)}>
      <Button variant="primary" onClick={() => setWanted(true)} className="justify-self-start">
        {isLogin ? 'Log in' : 'Verify my email'}
      </Button>
    </AccountFrame>
  )
}

/** A script uses the link, so that opening the page alone does not. */
function FollowLink({ token, isLogin }: LinkProps) {
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

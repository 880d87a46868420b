import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { ApiError } from '../api.ts'
import { useViewer } from '../app-state.ts'
import { Beans } from '../ui/beans.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AccountFrame } from './account-frame.tsx'
import { emailLink } from './own-account-queries.ts'
import { verifyArt } from './verify-art.ts'

const settingsPath = '/settings?tab=general'

export default function ChangeEmailPage() {
  const [params] = useSearchParams()
  const token = params.get('token')
  return token === null ? <Navigate to={settingsPath} replace /> : <ChangeEmailByLink token={token} />
}

/** A script uses the link, so that opening the page alone does not: email scanners open every link they find. */
function ChangeEmailByLink({ token }: { token: string }) {
  const link = useQuery(emailLink(token))
  if (link.data) return <EmailChanged email={link.data.email} />
  if (link.error instanceof ApiError && (link.error.status === 404 || link.error.status === 400)) return <ExpiredLink />
  if (link.error instanceof ApiError && link.error.status === 409) return <EmailTaken />
  return (
    <AccountFrame {...verifyArt} title="Your new email">
      {link.error ? (
        <ErrorNotice error={link.error} onRetry={() => void link.refetch()} isRetrying={link.isFetching} />
      ) : (
        <p role="status" className="flex items-center gap-3 text-soft">
          <Spinner /> One moment.
        </p>
      )}
    </AccountFrame>
  )
}

function EmailChanged({ email }: { email: string }) {
  return (
    <AccountFrame {...verifyArt} title="Your email has changed">
      <div className="grid justify-items-start gap-5">
        <Beans size={96} mood="happy" />
        <p role="status" className="text-soft">
          Log in with <b className="break-all text-ink">{email}</b> from now on. Your devices stay signed in. We notified both addresses.
        </p>
        <ContinueButton />
      </div>
    </AccountFrame>
  )
}

function ExpiredLink() {
  return (
    <AccountFrame {...verifyArt} title="This link no longer works">
      <div className="grid justify-items-start gap-5">
        <p className="text-soft">
          It was already used, it has expired, or you requested a newer one. If you opened it before, your email has already changed. If
          not, request a new link in your settings.
        </p>
        <ContinueButton />
      </div>
    </AccountFrame>
  )
}

function EmailTaken() {
  return (
    <AccountFrame {...verifyArt} title="This email is already in use">
      <div className="grid justify-items-start gap-5">
        <p className="text-soft">Another account uses it now. Your email has not changed.</p>
        <ContinueButton />
      </div>
    </AccountFrame>
  )
}

/** The user may have opened the link in a browser where they are not signed in. */
function ContinueButton() {
  const viewer = useViewer()
  return (
    <LinkButton variant="primary" to={viewer ? settingsPath : '/login'}>
      {viewer ? 'Open settings' : 'Log in'}
    </LinkButton>
  )
}

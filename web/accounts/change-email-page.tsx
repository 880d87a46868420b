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

const settings = '/settings?tab=general'

export default function ChangeEmailPage() {
  const [params] = useSearchParams()
  const token = params.get('token')
  return token === null ? <Navigate to={settings} replace /> : <FollowEmailLink token={token} />
}

/** Uses the link from the mail: by this script only, since mail scanners open every link they see. */
function FollowEmailLink({ token }: { token: string }) {
  const link = useQuery(emailLink(token))
  if (link.data) return <Changed email={link.data.email} />
  if (link.error instanceof ApiError && (link.error.status === 404 || link.error.status === 400)) return <OldLink />
  if (link.error instanceof ApiError && link.error.status === 409) return <Taken />
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

function Changed({ email }: { email: string }) {
  return (
    <AccountFrame {...verifyArt} title="Your email is changed">
      <div className="grid justify-items-start gap-5">
        <Beans size={96} mood="happy" />
        <p role="status" className="text-soft">
          Log in with <b className="break-all text-ink">{email}</b> from now on. Your devices stay signed in. We notified both addresses.
        </p>
        <WayOn />
      </div>
    </AccountFrame>
  )
}

function OldLink() {
  return (
    <AccountFrame {...verifyArt} title="This link no longer works">
      <div className="grid justify-items-start gap-5">
        <p className="text-soft">
          It was already used, it has expired, or you asked for a newer one. If you have opened it before, your email is already changed. If
          not, get a new link in your settings.
        </p>
        <WayOn />
      </div>
    </AccountFrame>
  )
}

function Taken() {
  return (
    <AccountFrame {...verifyArt} title="This email is taken">
      <div className="grid justify-items-start gap-5">
        <p className="text-soft">It now belongs to another account. Your email has not changed.</p>
        <WayOn />
      </div>
    </AccountFrame>
  )
}

/** The link may have been opened where nobody is signed in. */
function WayOn() {
  const viewer = useViewer()
  return (
    <LinkButton variant="go" to={viewer ? settings : '/login'}>
      {viewer ? 'Open settings' : 'Log in'}
    </LinkButton>
  )
}

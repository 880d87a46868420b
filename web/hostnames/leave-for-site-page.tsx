import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useViewer } from '../app-state.ts'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { goingToSite } from './site-login.ts'

/** A person who came from the domain of a community confirms that they want to be known there. */
export default function LeaveForSitePage() {
  const [params] = useSearchParams()
  const viewer = useViewer()
  const { mutate, isPending, isSuccess, error } = useMutation(goingToSite)
  const [host, challenge] = [params.get('host'), params.get('challenge')]
  if (!host || !challenge) return <NotFoundPage />
  return (
    <div className={pageFrame('narrow', 'grid gap-4 pt-6 sm:pt-14')}>
      <h1 className="wrap-anywhere">Go on to {host}</h1>
      <p className="text-soft">
        You are logged in as {viewer?.name}. On {host} you can then fill forms with your account. Nothing else of it is there.
      </p>
      <p>
        <Button
          variant="primary"
          isPending={isPending || isSuccess}
          pendingLabel={`Opening ${host}`}
          onClick={() => mutate({ host, challenge, next: params.get('next') ?? '/' })}
        >
          Go on
        </Button>
      </p>
      {error && <ErrorNotice error={error} />}
    </div>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useConfig, useViewer } from '../../app-state.ts'
import { leavingSite } from '../../hostnames/site-login.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'

/** On the domain of a community no menu says who is logged in, so the form does. */
export function SentAs() {
  const viewer = useViewer()
  const { host } = useConfig()
  const { mutate, isPending, isSuccess, error } = useMutation(leavingSite)
  if (host === 'product' || viewer === null) return null
  return (
    <div className="grid gap-2 border-t border-line pt-5">
      <p className="flex flex-wrap items-center gap-2.5 text-small text-soft">
        You are logged in as {viewer.name}.
        <Button size="small" isPending={isPending || isSuccess} pendingLabel="Logging out" onClick={() => mutate()}>
          Log out
        </Button>
      </p>
      {error && <ErrorNotice error={error} />}
    </div>
  )
}

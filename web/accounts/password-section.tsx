import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Section } from '../ui/section.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { ownAccount } from './own-account-queries.ts'
import { sendingResetLink } from './queries.ts'
import { useResendCountdown } from './use-resend-countdown.ts'

/** A user sets or changes their password with a link that we email to them, because only the owner of the account can read that mailbox. */
export function PasswordSection() {
  const account = useQuery(ownAccount)
  const countdown = useResendCountdown(false)
  const send = useMutation({ ...sendingResetLink, onSuccess: countdown.start })
  const { data } = account
  const title = data?.hasPassword === false ? 'Set a password' : 'Change password'
  return (
    <Section title="Password" intro={data?.hasGoogle ? 'You can also log in with Google.' : undefined}>
      {data ? (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="min-w-0">{data.hasPassword ? 'You log in with your email and a password.' : 'You have no password yet.'}</p>
            <Button
              size="small"
              isPending={send.isPending}
              pendingLabel="Sending"
              disabled={countdown.secondsLeft > 0}
              onClick={() => send.mutate(data.email)}
            >
              {countdown.secondsLeft > 0 ? `Send again in ${countdown.secondsLeft} s` : send.isSuccess ? 'Send again' : title}
            </Button>
          </div>
          {send.error && <ErrorNotice error={send.error} />}
          {send.isSuccess && (
            <p role="status" className="border-l-2 border-ball pl-3.5 text-small text-soft">
              We sent a link to <b className="break-all text-ink">{data.email}</b>. It works once and expires after one hour. A new password
              signs you out on all devices.
            </p>
          )}
        </div>
      ) : account.error ? (
        <ErrorNotice error={account.error} onRetry={() => void account.refetch()} isRetrying={account.isFetching} />
      ) : (
        <Loading label="Loading">
          <Skeleton className="h-5 w-64" />
        </Loading>
      )}
    </Section>
  )
}

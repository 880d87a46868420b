import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnAccount } from '../../domain/accounts/contract.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Section } from '../ui/section.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { ChangePasswordForm, SetPasswordForm } from './change-password-form.tsx'
import { ownAccount } from './own-account-queries.ts'
import { sendingResetLink } from './queries.ts'
import { useResendCountdown } from './use-resend-countdown.ts'

export function PasswordSection() {
  const account = useQuery(ownAccount)
  return (
    <Section title="Password" intro="A new password signs out all your other devices.">
      {account.data ? (
        <PasswordControls account={account.data} />
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

function PasswordControls({ account: { email, hasPassword } }: { account: OwnAccount }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0">{hasPassword ? 'You log in with your email and a password.' : 'You have no password yet.'}</p>
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {hasPassword ? 'Change password' : 'Set a password'}
        </Button>
      </div>
      {hasPassword && <ForgottenPassword email={email} />}
      <Dialog title={hasPassword ? 'Change your password' : 'Set a password'} width={440} isOpen={isOpen} onClose={close}>
        {hasPassword ? <ChangePasswordForm onDone={close} /> : <SetPasswordForm onDone={close} />}
      </Dialog>
    </div>
  )
}

/** Sends a link to set a new password without the current one, because only the owner of the account can read that mailbox. */
function ForgottenPassword({ email }: { email: string }) {
  const countdown = useResendCountdown(false)
  const send = useMutation({ ...sendingResetLink, onSuccess: countdown.start })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 text-small text-soft">Forgot your password? Set a new one with a link by email.</p>
        <Button
          size="small"
          variant="quiet"
          className="-mr-3.5"
          isPending={send.isPending}
          pendingLabel="Sending"
          disabled={countdown.secondsLeft > 0}
          onClick={() => send.mutate(email)}
        >
          {countdown.secondsLeft > 0 ? `Send again in ${countdown.secondsLeft} s` : send.isSuccess ? 'Send again' : 'Email me a link'}
        </Button>
      </div>
      {send.error && <ErrorNotice error={send.error} />}
      {send.isSuccess && (
        <p role="status" className="border-l-2 border-ball pl-3.5 text-small text-soft">
          We sent a link to <b className="break-all text-ink">{email}</b>. It works once and expires after one hour. A password that is set
          with it signs you out on all devices.
        </p>
      )}
    </>
  )
}

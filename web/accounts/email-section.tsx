import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Section } from '../ui/section.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { ChangeEmailForm } from './change-email-form.tsx'
import { ownAccount } from './own-account-queries.ts'

export function EmailSection() {
  const account = useQuery(ownAccount)
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title="Email" intro="You log in with this email, and we send messages to it. Nobody else can see it.">
      {account.data ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="min-w-0 font-strong break-all">{account.data.email}</p>
            <Button size="small" onClick={() => setOpen(true)}>
              Change email
            </Button>
          </div>
          {account.data.pendingEmail !== null && (
            <p role="status" className="border-l-2 border-ball pl-3.5 text-small text-soft">
              We sent a link to <b className="break-all text-ink">{account.data.pendingEmail}</b>. It works once and expires after one day.
              Your email stays the same until you open it. Can’t find it? Check your spam folder.
            </p>
          )}
          <Dialog title="Change your email" width={440} isOpen={isOpen} onClose={() => setOpen(false)}>
            <ChangeEmailForm hasPassword={account.data.hasPassword} onSent={() => setOpen(false)} />
          </Dialog>
        </>
      ) : account.error ? (
        <ErrorNotice error={account.error} onRetry={() => void account.refetch()} isRetrying={account.isFetching} />
      ) : (
        <Loading label="Loading your email" className="flex items-center justify-between">
          <Skeleton className="h-5 w-56" />
        </Loading>
      )}
    </Section>
  )
}

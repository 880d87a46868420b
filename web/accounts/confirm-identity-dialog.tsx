import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import { SignIn } from '../../domain/accounts/contract.ts'
import { useConfig } from '../app-state.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { ConfirmByCode } from './confirm-by-code.tsx'
import { answerConfirmation } from './confirm-identity.ts'
import { GoogleLogo } from './google-logo.tsx'
import { confirmingIdentity, ownAccount } from './own-account-queries.ts'
import { PasswordField } from './password-field.tsx'
import { listenToOtherTabs } from './session-channel.ts'

/** Asks the user to confirm that it is them, with what their account has: a password, Google, or else a code by email. */
export default function ConfirmIdentityDialog({ isOpen }: { isOpen: boolean }) {
  return (
    <Dialog title="Confirm that it is you" width={440} isOpen={isOpen} onClose={() => answerConfirmation(false)}>
      <div className="grid gap-5">
        <p className="text-soft">It has been a while since you logged in. After this, we continue with what you were doing.</p>
        <Ways />
      </div>
    </Dialog>
  )
}

function Ways() {
  const account = useQuery(ownAccount)
  const { googleSignIn } = useConfig()
  if (account.error && !account.data) {
    return <ErrorNotice error={account.error} onRetry={() => void account.refetch()} isRetrying={account.isFetching} />
  }
  if (!account.data) {
    return (
      <Loading label="Loading">
        <Skeleton className="h-11.5 w-full" />
      </Loading>
    )
  }
  const { hasPassword, email } = account.data
  const hasGoogle = account.data.hasGoogle && googleSignIn
  return (
    <>
      {hasPassword && <ConfirmByPassword />}
      {hasGoogle && <ConfirmByGoogle isPrimary={!hasPassword} />}
      {!hasPassword && !hasGoogle && <ConfirmByCode email={email} />}
    </>
  )
}

const PasswordOnly = v.object({ password: SignIn.entries.password })

function ConfirmByPassword() {
  const confirm = useMutation(confirmingIdentity)
  const form = useAppForm(PasswordOnly, { defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.submitWith(async ({ password }) => {
        await confirm.mutateAsync({ with: 'password', password })
        answerConfirmation(true)
      })}
    >
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <FormFailure failure={errors.password ? null : form.failure} />
      <Button type="submit" variant="primary" isPending={isSubmitting} pendingLabel="Checking">
        Confirm
      </Button>
    </form>
  )
}

/** Google opens in a window of its own, so that nothing on this page is lost. */
function ConfirmByGoogle({ isPrimary }: { isPrimary: boolean }) {
  useEffect(
    () =>
      listenToOtherTabs((event) => {
        if (event === 'confirmed') answerConfirmation(true)
      }),
    [],
  )
  const openGoogle = () => {
    const next = encodeURIComponent(location.pathname + location.search)
    const opened = window.open('/confirm-google', 'confirm-google', 'popup,width=480,height=680')
    // The browser does not allow new windows.
    if (!opened) location.assign(`/confirm-google?next=${next}`)
  }
  return (
    <Button variant={isPrimary ? 'primary' : 'plain'} onClick={openGoogle}>
      <GoogleLogo />
      Continue with Google
    </Button>
  )
}

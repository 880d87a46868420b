import { useMutation, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { NewPassword } from '../../domain/accounts/contract.ts'
import { signInMessages } from '../../domain/accounts/sign-in-codes.ts'
import { ApiError } from '../api.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PasswordField, PasswordStrength } from './password-field.tsx'
import { resetLinkCheck, settingPassword } from './queries.ts'
import { loadPage } from './return-path.ts'
import { saveMessage } from './saved-message.ts'
import { notifyOtherTabs } from './session-channel.ts'

const NewPasswordFields = v.object({ password: NewPassword })

const isLinkError = (error: unknown) =>
  error instanceof ApiError && (error.code === 'LinkUsed' || error.issues.some(({ path }) => path === 'token'))

/** Says that a link no longer works before the user types a password for it. */
export function NewPasswordForm({ token }: { token: string }) {
  const link = useQuery(resetLinkCheck(token))
  if (link.isSuccess) return <PasswordForm token={token} />
  if (isLinkError(link.error)) return <ExpiredLink />
  if (link.error) return <ErrorNotice error={link.error} onRetry={() => void link.refetch()} isRetrying={link.isFetching} />
  return (
    <p role="status" className="flex items-center gap-3 text-soft">
      <Spinner /> One moment.
    </p>
  )
}

function ExpiredLink() {
  return (
    <div className="grid justify-items-start gap-4">
      <ErrorNotice message={signInMessages.LinkUsed} />
      <LinkButton variant="primary" to="/forgot-password">
        Get a new link
      </LinkButton>
    </div>
  )
}

function PasswordForm({ token }: { token: string }) {
  const setPassword = useMutation(settingPassword)
  const form = useAppForm(NewPasswordFields, { defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })

  const send = form.submitWith(async (values) => {
    await setPassword.mutateAsync({ ...values, token })
    saveMessage('passwordSet')
    // The server has ended every session, including the one of this browser.
    notifyOtherTabs('signedOut')
    await loadPage('/login')
  })

  if (isLinkError(form.failure?.error)) return <ExpiredLink />
  return (
    <form noValidate onSubmit={send} className="-mt-4 grid gap-6">
      <p className="text-soft">This signs you out on all devices. Then you can log in with your new password.</p>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<PasswordStrength password={password} />}
        {...form.register('password')}
      />
      <FormFailure failure={errors.password ? null : form.failure} />
      <Button type="submit" variant="primary" isPending={isSubmitting} pendingLabel="Saving">
        Set password
      </Button>
    </form>
  )
}

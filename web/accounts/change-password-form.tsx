import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { ChangePassword, ChoosePassword } from '../../domain/accounts/contract.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { changingPassword, choosingPassword } from './own-account-queries.ts'
import { PasswordField, PasswordStrength } from './password-field.tsx'

export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const change = useMutation(changingPassword)
  const form = useAppForm(ChangePassword, { defaultValues: { currentPassword: '', password: '' } })
  const { errors, isSubmitting } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.submitWith(async (values) => {
        await change.mutateAsync(values)
        showSnackbar('Your password is changed. Your other devices are signed out.')
        onDone()
      })}
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<PasswordStrength password={password} />}
        {...form.register('password')}
      />
      <FormFailure failure={errors.currentPassword || errors.password ? null : form.failure} />
      <Button type="submit" variant="primary" isPending={isSubmitting} pendingLabel="Saving">
        Change password
      </Button>
    </form>
  )
}

/** For an account without a password. */
export function SetPasswordForm({ onDone }: { onDone: () => void }) {
  const choose = useMutation(choosingPassword)
  const form = useAppForm(ChoosePassword, { defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.submitWith(async (values) => {
        await choose.mutateAsync(values)
        showSnackbar('Your password is set.')
        onDone()
      })}
    >
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

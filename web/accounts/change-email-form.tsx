import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { ChangeEmail, SignIn } from '../../domain/accounts/contract.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { EmailField } from './email-field.tsx'
import { requestingEmailChange } from './own-account-queries.ts'
import { PasswordField } from './password-field.tsx'

const WithPassword = v.object({ ...ChangeEmail.entries, password: SignIn.entries.password })

type ChangeEmailFormProps = { hasPassword: boolean; onSent: () => void }

export function ChangeEmailForm({ hasPassword, onSent }: ChangeEmailFormProps) {
  const request = useMutation(requestingEmailChange)
  const form = useAppForm<{ email: string; password?: string | undefined }, ChangeEmail>(hasPassword ? WithPassword : ChangeEmail, {
    defaultValues: { email: '', ...(hasPassword ? { password: '' } : {}) },
    draftKey: 'account:email',
    excludedFromDraft: ['password'],
  })
  const { errors, isSubmitting } = form.formState
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.submitWith(async (values) => {
        await request.mutateAsync(values)
        showSnackbar(`We sent an email to ${values.email}.`)
        onSent()
      })}
    >
      <p className="text-soft">
        We will send a link to the new address. Your email changes when you open the link. We will notify both addresses.
      </p>
      <EmailField label="New email" error={errors.email?.message} {...form.register('email')} />
      {hasPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
      )}
      <FormFailure failure={errors.email || errors.password ? null : form.failure} />
      <Button type="submit" variant="primary" isPending={isSubmitting} pendingLabel="Sending">
        Send the link
      </Button>
    </form>
  )
}

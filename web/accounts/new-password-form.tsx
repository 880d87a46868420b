import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { NewPassword } from '../../domain/accounts/contract.ts'
import { signInWords } from '../../domain/accounts/rules.ts'
import { ApiError } from '../api.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { goOn } from './next-stop.ts'
import { leavePartingWords } from './parting-words.ts'
import { PasswordField, PasswordStrength } from './password-field.tsx'
import { settingPassword } from './queries.ts'
import { tellTabs } from './tabs.ts'

const NewPasswordFields = v.object({ password: NewPassword })

const isAboutTheLink = (error: unknown) =>
  error instanceof ApiError && (error.code === 'LinkUsed' || error.issues.some(({ path }) => path === 'token'))

export function NewPasswordForm({ token }: { token: string }) {
  const setPassword = useMutation(settingPassword)
  const form = useAppForm(NewPasswordFields, { defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })

  const send = form.submitWith(async (given) => {
    await setPassword.mutateAsync({ ...given, token })
    leavePartingWords('passwordSet')
    // Every session has ended, in this browser too.
    tellTabs('signedOut')
    await goOn('/login')
  })

  if (isAboutTheLink(form.failure?.error)) {
    return (
      <div className="grid justify-items-start gap-4">
        <ErrorNotice message={signInWords.LinkUsed} />
        <LinkButton variant="go" to="/forgot-password">
          Get a new link
        </LinkButton>
      </div>
    )
  }
  return (
    <form noValidate onSubmit={send} className="-mt-4 grid gap-6">
      <p className="text-soft">This signs you out everywhere. Then log in with your new password.</p>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<PasswordStrength password={password} />}
        {...form.register('password')}
      />
      <FormFailure failure={form.failure} />
      <Button type="submit" variant="go" isPending={isSubmitting} pendingLabel="Saving">
        Set password
      </Button>
    </form>
  )
}

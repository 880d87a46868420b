import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { ChoosePassword as ChoosePasswordFields } from '../../domain/accounts/contract.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { AccountFrame } from './account-frame.tsx'
import { choosingPassword } from './own-account-queries.ts'
import { PasswordField, PasswordStrength } from './password-field.tsx'
import { verifyArt } from './verify-art.ts'

/** For users who opened the link in another browser than the one in which they signed up. Their password does not count here. */
export function ChoosePassword({ onContinue }: { onContinue: () => void }) {
  const choose = useMutation(choosingPassword)
  const form = useAppForm(ChoosePasswordFields, { defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })

  const send = form.submitWith(async (values) => {
    await choose.mutateAsync(values)
    onContinue()
  })

  return (
    <AccountFrame
      {...verifyArt}
      title="Choose a password"
      intro="Your email is verified and you are signed in. Choose a password, so that you can log in with your email next time."
    >
      <form noValidate onSubmit={send} className="grid gap-5">
        <PasswordField
          autoComplete="new-password"
          error={errors.password?.message}
          hint={<PasswordStrength password={password} />}
          {...form.register('password')}
        />
        <FormFailure failure={errors.password ? null : form.failure} />
        <Button type="submit" variant="primary" isPending={isSubmitting} pendingLabel="Saving">
          Set password
        </Button>
        <Button variant="plain" onClick={onContinue} className="justify-self-start">
          Skip for now
        </Button>
      </form>
    </AccountFrame>
  )
}

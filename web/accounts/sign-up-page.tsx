import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as v from 'valibot'
import { Email, SignUp } from '../../domain/accounts/contract.ts'
import { usePlatform } from '../app-state.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { acceptanceFields } from './acceptance-fields.ts'
import { AccountFrame } from './account-frame.tsx'
import { EmailField } from './email-field.tsx'
import { GameToJoin } from './game-to-join.tsx'
import { GoogleButton } from './google-button.tsx'
import { PasswordField, PasswordStrength } from './password-field.tsx'
import { emailLookup, signingUp } from './queries.ts'
import { saveReturnPath } from './return-path.ts'
import { TermsCheckboxes } from './terms-checkboxes.tsx'
import { TextLink } from './text-link.tsx'
import { readTypedEmail, useSaveTypedEmail } from './typed-email.ts'
import { useReloadOnSignIn } from './use-reload-on-sign-in.ts'

const SignUpForm = v.object({ ...SignUp.entries, ...acceptanceFields })

export default function SignUpPage() {
  const { name } = usePlatform()
  useReloadOnSignIn()
  return (
    <AccountFrame
      title="Sign up"
      intro={
        <>
          Already on {name}? <TextLink to="/login">Log in</TextLink>
        </>
      }
      activity="pickleball"
      seed="first-serve"
    >
      <GameToJoin />
      <SignUpFields />
      <GoogleButton />
    </AccountFrame>
  )
}

function SignUpFields() {
  const navigate = useNavigate()
  const signUp = useMutation(signingUp)
  const defaultValues = { email: readTypedEmail(), password: '', isOldEnough: false, acceptsTerms: false }
  const form = useAppForm(SignUpForm, { defaultValues })
  const { errors, isSubmitting } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })
  const [emailToLookUp, setEmailToLookUp] = useState('')
  useSaveTypedEmail(form)

  const send = form.submitWith(async (values) => {
    await signUp.mutateAsync(values)
    saveReturnPath()
    await navigate(`/verify-email?email=${encodeURIComponent(values.email)}`)
  })

  return (
    <form noValidate onSubmit={send} className="grid gap-5">
      <div>
        <EmailField
          error={errors.email?.message}
          {...form.register('email', { onBlur: (event) => setEmailToLookUp(event.target.value.trim()) })}
        />
        <ExistingAccountHint email={emailToLookUp} />
      </div>
      <PasswordField
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<PasswordStrength password={password} />}
        {...form.register('password')}
      />
      <TermsCheckboxes
        isOldEnough={{ ...form.register('isOldEnough'), error: errors.isOldEnough?.message }}
        acceptsTerms={{ ...form.register('acceptsTerms'), error: errors.acceptsTerms?.message }}
      />
      <FormFailure failure={errors.email || errors.password ? null : form.failure} />
      <Button type="submit" variant="primary" isPending={isSubmitting} pendingLabel="Signing up">
        Sign up
      </Button>
    </form>
  )
}

/** Tells a user who already has an account to log in instead of signing up. */
function ExistingAccountHint({ email }: { email: string }) {
  const { data } = useQuery({ ...emailLookup(email), enabled: v.is(Email, email) })
  return (
    <p role="status" className="text-small text-soft not-empty:pt-1.5">
      {data?.exists && (
        <>
          You already have an account with this email. <TextLink to="/login">Log in instead</TextLink>
        </>
      )}
    </p>
  )
}

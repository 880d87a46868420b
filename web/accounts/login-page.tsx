import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SignIn } from '../../domain/accounts/contract.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { AccountFrame } from './account-frame.tsx'
import { readFailure, SignInError, signInWithPassword } from './auth.ts'
import { rememberChosenPassword } from './chosen-password.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { EmailField } from './email-field.tsx'
import { GoogleButton } from './google-button.tsx'
import { goOn, nextStop, rememberedNextStop } from './next-stop.ts'
import { sayPartingWords } from './parting-words.ts'
import { PasswordField } from './password-field.tsx'
import { SignInFailure } from './sign-in-failure.tsx'
import { TextLink } from './text-link.tsx'
import { readTypedEmail, useKeptEmail } from './typed-email.ts'
import { useSignInElsewhere } from './use-sign-in-elsewhere.ts'

export default function LoginPage() {
  const [params] = useSearchParams()
  useSignInElsewhere()
  useEffect(sayPartingWords, [])
  return (
    <AccountFrame
      title="Log in"
      intro={
        <>
          {params.get('logout') === 'true' && <span className="block">You are signed out. See you on the court.</span>}
          New here? <TextLink to="/sign-up">Sign up</TextLink>
        </>
      }
      activity="tennis"
      seed="evening"
    >
      <LoginForm />
    </AccountFrame>
  )
}

function LoginForm() {
  const [params] = useSearchParams()
  const [cameBackWith, setCameBackWith] = useState(() => readFailure(params))
  const form = useAppForm(SignIn, { defaultValues: { email: readTypedEmail(), password: '' } })
  const { errors, isSubmitting } = form.formState
  const element = useRef<HTMLFormElement>(null)
  useKeptEmail(form)

  const send = form.submitWith(async (given) => {
    setCameBackWith(null)
    rememberChosenPassword(given.email, given.password)
    await signInWithPassword(given)
    await goOn(nextStop() ?? (cameBackWith ? rememberedNextStop() : null) ?? '/')
  })
  const failure = form.failure?.error
  const code = failure instanceof SignInError ? failure.signInCode : cameBackWith

  return (
    <>
      <form ref={element} noValidate onSubmit={send} className="grid gap-5">
        <EmailField error={errors.email?.message} {...form.register('email')} />
        <div className="grid gap-1">
          <PasswordField autoComplete="current-password" error={errors.password?.message} {...form.register('password')} />
          <TextLink to="/forgot-password" className="inline-flex min-h-11 items-center justify-self-start text-small">
            Forgot your password?
          </TextLink>
        </div>
        {code ? <SignInFailure code={code} email={form.getValues('email')} /> : <FormFailure failure={form.failure} />}
        <Button type="submit" variant="go" isPending={isSubmitting} pendingLabel="Logging in">
          Log in
        </Button>
      </form>
      <GoogleButton />
      <DemoAccounts
        onPick={(account) => {
          form.setValue('email', account.email)
          form.setValue('password', account.password)
          element.current?.requestSubmit()
        }}
      />
    </>
  )
}

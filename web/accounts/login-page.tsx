import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SignIn } from '../../domain/accounts/contract.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { AccountFrame } from './account-frame.tsx'
import { readFailure, SignInError, signInWithPassword } from './auth.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { EmailField } from './email-field.tsx'
import { GameToJoin } from './game-to-join.tsx'
import { GoogleButton } from './google-button.tsx'
import { PasswordField } from './password-field.tsx'
import { getReturnPath, loadPage, loginByLinkPath, readSavedReturnPath } from './return-path.ts'
import { showSavedMessage } from './saved-message.ts'
import { SignInFailure } from './sign-in-failure.tsx'
import { TextLink } from './text-link.tsx'
import { readTypedEmail, useSaveTypedEmail } from './typed-email.ts'
import { useReloadOnSignIn } from './use-reload-on-sign-in.ts'

const LoginByLink = lazy(() => import('./login-by-link.tsx'))

export default function LoginPage() {
  const [params] = useSearchParams()
  useReloadOnSignIn()
  useEffect(showSavedMessage, [])
  const isByLink = params.get('by') === 'link'
  return (
    <AccountFrame
      title={isByLink ? 'Log in by email' : 'Log in'}
      intro={
        <>
          {isByLink && <span className="block">We email you a link that logs you in. You need no password.</span>}
          {params.get('logout') === 'true' && <span className="block">You are signed out. See you on the court!</span>}
          New here? <TextLink to="/sign-up">Sign up</TextLink>
        </>
      }
      activity="tennis"
      seed="evening"
    >
      <GameToJoin />
      <Suspense>{isByLink ? <LoginByLink /> : <LoginForm />}</Suspense>
    </AccountFrame>
  )
}

function LoginForm() {
  const [params] = useSearchParams()
  const [googleFailure, setGoogleFailure] = useState(() => readFailure(params))
  const form = useAppForm(SignIn, { defaultValues: { email: readTypedEmail(), password: '' } })
  const { errors, isSubmitting } = form.formState
  const formElement = useRef<HTMLFormElement>(null)
  useSaveTypedEmail(form)

  const send = form.submitWith(async (values) => {
    setGoogleFailure(null)
    await signInWithPassword(values)
    await loadPage(getReturnPath() ?? (googleFailure ? readSavedReturnPath() : null) ?? '/')
  })
  const failure = form.failure?.error
  const code = failure instanceof SignInError ? failure.signInCode : googleFailure

  return (
    <>
      <form ref={formElement} noValidate onSubmit={send} className="grid gap-5">
        <EmailField error={errors.email?.message} {...form.register('email')} />
        <div className="grid gap-1">
          <PasswordField autoComplete="current-password" error={errors.password?.message} {...form.register('password')} />
          <p className="flex flex-wrap justify-between gap-x-4 text-small">
            <TextLink to="/forgot-password" className="inline-flex min-h-11 items-center">
              Forgot your password?
            </TextLink>
            <TextLink to={loginByLinkPath} className="inline-flex min-h-11 items-center">
              Email me a link instead
            </TextLink>
          </p>
        </div>
        {code ? <SignInFailure code={code} email={form.getValues('email')} /> : <FormFailure failure={form.failure} />}
        <Button type="submit" variant="primary" isPending={isSubmitting} pendingLabel="Logging in">
          Log in
        </Button>
      </form>
      <GoogleButton />
      <DemoAccounts
        onPick={(account) => {
          form.setValue('email', account.email)
          form.setValue('password', account.password)
          formElement.current?.requestSubmit()
        }}
      />
    </>
  )
}

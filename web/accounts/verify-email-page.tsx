import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { useViewer } from '../app-state.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { AccountFrame } from './account-frame.tsx'
import { EmailForm } from './email-form.tsx'
import { LinkHint } from './link-hint.tsx'
import { reloadingUser, sendingLoginLink } from './queries.ts'
import { getReturnPath, keepReturnPath, loadPage, readSavedReturnPath } from './return-path.ts'
import { SendAgainButton } from './send-again-button.tsx'
import { TextLink } from './text-link.tsx'
import { useReloadOnSignIn } from './use-reload-on-sign-in.ts'
import { Verified } from './verified.tsx'
import { verifyArt } from './verify-art.ts'
import { VerifyByLink } from './verify-by-link.tsx'

export default function VerifyEmailPage() {
  const [params] = useSearchParams()
  const token = params.get('token')
  const viewer = useViewer()
  if (token !== null) return <VerifyByLink token={token} isLogin={params.get('for') === 'login'} />
  if (viewer?.emailVerified) return <Verified />
  return <CheckEmail email={params.get('email')} />
}

function CheckEmail({ email }: { email: string | null }) {
  const [params, setParams] = useSearchParams()
  const send = useMutation(sendingLoginLink())
  useReloadOnSignIn()
  if (email === null) {
    return (
      <AccountFrame {...verifyArt} title="Verify your email" intro="Enter your email and we will send you the link again.">
        <EmailForm
          action="Send the link"
          onSend={async (typedEmail) => {
            await send.mutateAsync(typedEmail)
            setParams({ ...Object.fromEntries(params), email: typedEmail })
          }}
        />
        <VerifiedButton variant="plain" />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame {...verifyArt} title="Check your email">
      <div className="grid gap-2">
        <p>
          We sent a link to <b>{email}</b>. Open it to finish signing up.
        </p>
        <LinkHint lasts="one day" />
      </div>
      <div className="flex flex-wrap gap-3">
        <VerifiedButton />
        <SendAgainButton email={email} sending={sendingLoginLink()} />
      </div>
      <p className="text-soft">
        Not your email? <TextLink to="/sign-up">Use another email</TextLink>
      </p>
    </AccountFrame>
  )
}

/** For users who opened the link in another browser: asks the server whether the email is verified now. */
function VerifiedButton({ variant = 'primary' }: { variant?: ButtonVariant }) {
  const navigate = useNavigate()
  const reload = useMutation({
    ...reloadingUser,
    onSuccess: async (viewer) => {
      if (viewer?.emailVerified) {
        showSnackbar('Email verified!')
        await loadPage(getReturnPath() ?? readSavedReturnPath() ?? '/')
      } else
        showSnackbar('Email is not verified', {
          duration: 5000,
          // The user may have opened the link in another browser.
          action: { label: 'Log in', onPress: () => void navigate(keepReturnPath('/login')) },
        })
    },
    onError: () => showSnackbar('No current user', { duration: 5000, tone: 'alarm' }),
  })
  return (
    <Button
      variant={variant}
      isPending={reload.isPending}
      pendingLabel="Checking"
      onClick={() => reload.mutate()}
      className="justify-self-start"
    >
      I have verified my email
    </Button>
  )
}

import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { ConfirmationCode } from '../../domain/accounts/contract.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/field.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { answerConfirmation } from './confirm-identity.ts'
import { confirmingIdentity, sendingConfirmationCode } from './own-account-queries.ts'
import { useResendCountdown } from './use-resend-countdown.ts'

const CodeOnly = v.object({ code: ConfirmationCode })

/** For an account that has neither a password nor Google. */
export function ConfirmByCode({ email }: { email: string }) {
  const countdown = useResendCountdown(false)
  const send = useMutation({ ...sendingConfirmationCode, onSuccess: countdown.start })
  const { secondsLeft } = countdown
  return (
    <>
      <div className="grid justify-items-start gap-3">
        <p>
          {send.isSuccess ? 'We sent a code to ' : 'We can send a code to '}
          <b className="break-all">{email}</b>
          {send.isSuccess ? '. It works for 15 minutes. Can’t find it? Check your spam folder.' : '.'}
        </p>
        <Button
          variant={send.isSuccess ? 'plain' : 'primary'}
          size="small"
          isPending={send.isPending}
          pendingLabel="Sending"
          disabled={secondsLeft > 0}
          onClick={() => send.mutate()}
        >
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : send.isSuccess ? 'Send again' : 'Email me a code'}
        </Button>
        {send.error && <ErrorNotice error={send.error} />}
      </div>
      {send.isSuccess && <CodeForm />}
    </>
  )
}

function CodeForm() {
  const confirm = useMutation(confirmingIdentity)
  const form = useAppForm(CodeOnly, { defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.submitWith(async ({ code }) => {
        await confirm.mutateAsync({ with: 'code', code })
        answerConfirmation(true)
      })}
    >
      <TextField label="Code" inputMode="numeric" autoComplete="one-time-code" error={errors.code?.message} {...form.register('code')} />
      <FormFailure failure={errors.code ? null : form.failure} />
      <Button type="submit" variant="primary" isPending={isSubmitting} pendingLabel="Checking">
        Confirm
      </Button>
    </form>
  )
}

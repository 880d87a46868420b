import { type MutationOptions, useMutation } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { useResendCountdown } from './use-resend-countdown.ts'

type SendAgainButtonProps = { email: string; sending: MutationOptions<void, Error, string> }

/** Shown right after we sent an email. */
export function SendAgainButton({ email, sending }: SendAgainButtonProps) {
  const countdown = useResendCountdown(true)
  const send = useMutation({
    ...sending,
    onSuccess: () => {
      countdown.start()
      showSnackbar('We sent you another email.')
    },
  })
  return (
    <>
      <Button isPending={send.isPending} pendingLabel="Sending" disabled={countdown.secondsLeft > 0} onClick={() => send.mutate(email)}>
        {countdown.secondsLeft > 0 ? `Send again in ${countdown.secondsLeft} s` : 'Send again'}
      </Button>
      {send.error && <ErrorNotice error={send.error} />}
    </>
  )
}

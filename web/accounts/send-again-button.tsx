import { type MutationOptions, useMutation } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { usePause } from './use-pause.ts'

type SendAgainButtonProps = { email: string; sending: MutationOptions<void, Error, string> }

/** Stands where a mail was just sent. */
export function SendAgainButton({ email, sending }: SendAgainButtonProps) {
  const pause = usePause(true)
  const send = useMutation({
    ...sending,
    onSuccess: () => {
      pause.start()
      showSnackbar('We sent you another email.')
    },
  })
  return (
    <>
      <Button isPending={send.isPending} pendingLabel="Sending" disabled={pause.left > 0} onClick={() => send.mutate(email)}>
        {pause.left > 0 ? `Send again in ${pause.left} s` : 'Send again'}
      </Button>
      {send.error && <ErrorNotice error={send.error} />}
    </>
  )
}

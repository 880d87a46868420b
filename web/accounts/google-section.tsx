import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Section } from '../ui/section.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { disconnectingGoogle, ownAccount } from './own-account-queries.ts'

/** Shown while Google is connected. The sections above show when the account cannot be loaded. */
export function GoogleSection() {
  const { data } = useQuery(ownAccount)
  const disconnect = useMutation(disconnectingGoogle)
  const [isOpen, setOpen] = useState(false)
  if (!data?.hasGoogle) return null
  return (
    <Section title="Google" intro="You can log in with your Google account.">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0">
          {data.hasPassword
            ? 'Google is connected.'
            : 'Google is connected. To disconnect it, set a password first, so that you can still log in.'}
        </p>
        {data.hasPassword && (
          <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Disconnect Google
          </Button>
        )}
      </div>
      <ConfirmDialog
        title="Disconnect Google?"
        confirmLabel="Disconnect"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await disconnect.mutateAsync()
          showSnackbar('Google is disconnected.')
        }}
      >
        <p>You then log in with your email and your password. We send you an email about it.</p>
        <p>Google is connected again if you later choose “Continue with Google” with a Google account that has the same email.</p>
      </ConfirmDialog>
    </Section>
  )
}

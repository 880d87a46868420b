import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { hasPayers, unlinkingAccount } from './account-queries.ts'

/** Asks before an account is unlinked, and once more if people still pay through it. */
export function UnlinkDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isWarned, setWarned] = useState(false)
  const unlink = useMutation(unlinkingAccount)
  const close = () => {
    setWarned(false)
    onClose()
  }
  const confirm = async () => {
    try {
      await unlink.mutateAsync({ insists: isWarned })
      showSnackbar('Your Stripe account was unlinked successful.', { duration: 3000 })
    } catch (error) {
      if (hasPayers(error)) setWarned(true)
      else showSnackbar('Failed to unlink your Stripe account, please try again.', { duration: 5000, tone: 'alarm' })
      // The dialog stays open and says why.
      throw error
    }
  }
  return (
    <ConfirmDialog title="Unlink Stripe?" confirmLabel="Unlink" isDangerous isOpen={isOpen} onClose={close} onConfirm={confirm}>
      <p>Nobody can pay for your games until you link an account again. Your account stays at Stripe, with all of its money.</p>
      {isWarned && <p className="font-medium text-warn">People still pay through this account. If you unlink it now, that ends.</p>}
    </ConfirmDialog>
  )
}

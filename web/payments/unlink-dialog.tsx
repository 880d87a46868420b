import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { readUnlinkWarning, unlinkingAccount } from './account-queries.ts'

const warnings = {
  payers: 'People still pay through this account. If you unlink it now, that ends.',
  disputes: 'A payment on this account is disputed. If you unlink it now, we may not tell you what the bank decides.',
}

/** Asks before an account is unlinked, and once more if people still pay through it, or a payment is disputed. */
export function UnlinkDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [warning, setWarning] = useState<keyof typeof warnings | null>(null)
  const unlink = useMutation(unlinkingAccount)
  const close = () => {
    setWarning(null)
    onClose()
  }
  const confirm = async () => {
    try {
      await unlink.mutateAsync({ insists: warning !== null })
      showSnackbar('Your Stripe account was unlinked successful.', { duration: 3000 })
    } catch (error) {
      const found = readUnlinkWarning(error)
      if (found) setWarning(found)
      else showSnackbar('Failed to unlink your Stripe account, please try again.', { duration: 5000, tone: 'alarm' })
      // The dialog stays open and says why.
      throw error
    }
  }
  return (
    <ConfirmDialog title="Unlink Stripe?" confirmLabel="Unlink" isDangerous isOpen={isOpen} onClose={close} onConfirm={confirm}>
      <p>Nobody can pay for your games until you link an account again. Your account stays at Stripe, with all of its money.</p>
      <p>Memberships that people have bought from you end, and the rest of what they have paid goes back to them from that money.</p>
      {warning && <p className="font-medium text-warn">{warnings[warning]}</p>}
    </ConfirmDialog>
  )
}

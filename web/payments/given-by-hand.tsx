import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type GivenByHandProps = {
  /** The amount as text. */
  amount: string
  /** Who got it. */
  name: string
  note: () => Promise<unknown>
}

/** Notes that money was given back by hand which we cannot send by card. It asks first, because nobody can undo it. */
export function GivenByHand({ amount, name, note }: GivenByHandProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={`Given back by hand: ${amount} to ${name}`}
        onClick={() => setOpen(true)}
        className="print:hidden"
      >
        Given back by hand
      </Button>
      <ConfirmDialog
        title={`Does ${name} have the ${amount}?`}
        confirmLabel="They have it"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={async () => void (await note())}
      >
        <p>We tell them that you gave it back by hand, and never send it by card. You cannot undo this.</p>
      </ConfirmDialog>
    </>
  )
}

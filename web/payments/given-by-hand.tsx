import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type GivenByHandProps = {
  /** The amount as text. */
  amount: string
  /** Who got it. */
  name: string
  /** It was paid in cash, so it can go back in no other way. */
  isCash?: boolean
  note: () => Promise<unknown>
}

/** Notes that money was given back by hand: cash, or what we cannot send by card. It asks first, because nobody can undo it. */
export function GivenByHand({ amount, name, isCash = false, note }: GivenByHandProps) {
  const [isOpen, setOpen] = useState(false)
  const label = isCash ? 'Given back' : 'Given back by hand'
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={`${label}: ${amount} to ${name}`}
        onClick={() => setOpen(true)}
        className="print:hidden"
      >
        {label}
      </Button>
      <ConfirmDialog
        title={`Does ${name} have the ${amount}?`}
        confirmLabel="They have it"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={async () => void (await note())}
      >
        <p>
          {isCash
            ? 'We tell them that you gave it back in cash.'
            : 'We tell them that you gave it back by hand, and never send it by card.'}{' '}
          You cannot undo this.
        </p>
      </ConfirmDialog>
    </>
  )
}

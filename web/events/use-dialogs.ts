import { useState } from 'react'

export type DialogName =
  | 'join'
  | 'bring'
  | 'changeSeat'
  | 'ticket'
  | 'leave'
  | 'transfer'
  | 'share'
  | 'invite'
  | 'people'
  | 'overlap'
  | 'report'

export type Dialogs = { open: DialogName | null; show: (name: DialogName) => void; close: () => void }

/** Says which dialog is open. Only one can be open at a time, and each starts fresh when it is opened. */
export function useDialogs(): Dialogs {
  const [open, setOpen] = useState<DialogName | null>(null)
  return { open, show: setOpen, close: () => setOpen(null) }
}

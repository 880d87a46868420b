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

export type Dialogs = ReturnType<typeof useDialogs>

/** Says which dialog is open. Only one can be open at a time, and each starts fresh when it is opened. */
export function useDialogs() {
  const [open, setOpen] = useState<DialogName | null>(null)
  return { open, show: setOpen, close: () => setOpen(null) }
}

import { useState } from 'react'

export type DialogName = 'join' | 'bring' | 'part' | 'ticket' | 'leave' | 'transfer' | 'share' | 'invite' | 'people' | 'report'

export type Dialogs = ReturnType<typeof useDialogs>

/** One at a time; each begins anew when it is opened. */
export function useDialogs() {
  const [open, setOpen] = useState<DialogName | null>(null)
  return { open, show: setOpen, close: () => setOpen(null) }
}

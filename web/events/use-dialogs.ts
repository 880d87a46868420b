import { useState } from 'react'
import { useSearchParams } from 'react-router'

export type DialogName =
  | 'join'
  | 'bring'
  | 'changeSeat'
  | 'ticket'
  | 'calendar'
  | 'leave'
  | 'transfer'
  | 'share'
  | 'invite'
  | 'people'
  | 'overlap'
  | 'report'

export type Dialogs = { open: DialogName | null; show: (name: DialogName) => void; close: () => void }

const linkedDialogs: readonly string[] = ['ticket', 'leave'] satisfies DialogName[]
const isLinked = (name: string | null): name is DialogName => name !== null && linkedDialogs.includes(name)

/**
 * Says which dialog is open. Only one can be open at a time, and each starts fresh when it is opened. The email that confirms a seat links to the ticket and to
 * the question whether to leave, which only a player can open.
 */
export function useDialogs(isPlayer = false): Dialogs {
  const [search] = useSearchParams()
  const linked = search.get('open')
  const [open, setOpen] = useState<DialogName | null>(isPlayer && isLinked(linked) ? linked : null)
  return { open, show: setOpen, close: () => setOpen(null) }
}

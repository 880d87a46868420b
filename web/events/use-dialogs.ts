import { useState } from 'react'
import type { ViewerState } from '../../domain/events/viewer-state.ts'

export type DialogName =
  | 'join'
  | 'seat'
  | 'logIn'
  | 'setUp'
  | 'bring'
  | 'changeSeat'
  | 'bringFriends'
  | 'accept'
  | 'ticket'
  | 'calendar'
  | 'leave'
  | 'transfer'
  | 'share'
  | 'poster'
  | 'invite'
  | 'coHost'
  | 'people'
  | 'overlap'
  | 'report'

export type Dialogs = { open: DialogName | null; show: (name: DialogName) => void; close: () => void }

/**
 * Says which dialog is open. Only one can be open at a time, and each starts fresh when it is opened. `first` is open from the start,
 * because the address asks for it.
 */
export function useDialogs(first: DialogName | null = null): Dialogs {
  const [open, setOpen] = useState<DialogName | null>(first)
  return { open, show: setOpen, close: () => setOpen(null) }
}

const playerDialogs: readonly string[] = ['ticket', 'leave'] satisfies DialogName[]

/** Whether an address is in the email that confirms a seat: it leads to the ticket, or to the question whether to leave. */
export const isPlayerLink = (search: URLSearchParams): boolean => playerDialogs.includes(search.get('open') ?? '')

/**
 * What a link in an email opens. The ticket and the question whether to leave are for players, so whoever is signed out is asked to log in.
 * Whoever signed in to join comes back to the dialog that joins, and whoever is offered a seat to the one that asks what is missing.
 */
export function readLinkedDialog(search: URLSearchParams, viewerState: ViewerState, joinDialog: DialogName): DialogName | null {
  const name = search.get('open')
  // The dialog of somebody who is signed out.
  if (joinDialog === 'seat' && isPlayerLink(search)) return 'logIn'
  if (viewerState === 'going') return name !== null && playerDialogs.includes(name) ? (name as DialogName) : null
  if (viewerState === 'offered') return name === 'accept' ? name : null
  return name === 'join' && (viewerState === 'open' || viewerState === 'full') ? joinDialog : null
}

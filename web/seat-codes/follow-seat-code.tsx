import { useEffect, useEffectEvent, useRef } from 'react'
import { useReloadOnSignIn } from '../accounts/use-reload-on-sign-in.ts'
import type { Dialogs } from '../events/use-dialogs.ts'
import { dropOldCodes, listenToSentCodes, readSentCode } from './seat-code-store.ts'

/** When the code was sent that can be typed now. */
const readSending = (eventId: string) => {
  const sent = readSentCode(eventId)
  return sent && !sent.refusal && sent.expiresAt > Date.now() ? sent.sentAt : null
}

/**
 * On the page of a game, for somebody who is not signed in: asks once for the code that another tab of this browser has sent, and loads
 * the page again when another tab has used it. An open dialog stays; the one that joins follows by itself.
 */
export function FollowSeatCode({ eventId, dialogs }: { eventId: string; dialogs: Dialogs }) {
  const { open: shown, show } = dialogs
  useReloadOnSignIn()
  const known = useRef<number | null>(null)
  // The page opens the dialog for a code that was there before, and whoever closes it knows of the code.
  useEffect(() => {
    if (shown === null) known.current = readSending(eventId)
  }, [shown, eventId])
  const follow = useEffectEvent(() => {
    const sentAt = readSending(eventId)
    if (sentAt !== null && sentAt !== known.current && shown === null) show('seat')
    known.current = sentAt
  })
  useEffect(() => {
    dropOldCodes()
    return listenToSentCodes(follow)
  }, [])
  return null
}

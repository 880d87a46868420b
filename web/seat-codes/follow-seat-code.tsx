import { useEffect, useEffectEvent, useRef } from 'react'
import { listenToOtherTabs } from '../accounts/session-channel.ts'
import type { Dialogs } from '../events/use-dialogs.ts'
import { readWorkingCode } from './code-words.ts'
import { dropOldCodes, dropSentCode, listenToSentCodes } from './sent-codes.ts'

/** When the code was sent that can be typed now. */
const readSending = (eventId: string) => {
  const code = readWorkingCode(eventId, Date.now())
  return code && !code.refusal ? code.sentAt : null
}

/**
 * On the page of a game, for somebody who is not signed in: asks once for the code that another tab of this browser has sent, and loads
 * the page again when another tab has used it. An open dialog stays; the one that joins follows by itself. Each stranger loads it, so it
 * reads no more than the page does.
 */
export function FollowSeatCode({ eventId, dialogs }: { eventId: string; dialogs: Dialogs }) {
  const { open: shown, show } = dialogs
  useEffect(
    () =>
      listenToOtherTabs((news) => {
        if (news !== 'signedIn') return
        dropSentCode(eventId)
        location.reload()
      }),
    [eventId],
  )
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

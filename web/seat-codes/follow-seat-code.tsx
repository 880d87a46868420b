import { useEffect, useEffectEvent, useRef } from 'react'
import { listenToOtherTabs } from '../accounts/session-channel.ts'
import type { Dialogs } from '../events/use-dialogs.ts'
import { readWorkingCode } from './code-words.ts'
import { dropOldCodes, dropSentCode, listenToSentCodes, readClosedCode } from './sent-codes.ts'

/** When the code was sent for which this browser waits. */
const readSending = (eventId: string) => readWorkingCode(eventId, Date.now())?.sentAt ?? null

/**
 * On the page of a game, for somebody who is not signed in: asks once for the code for which this browser waits, also when another tab
 * has sent it, and loads the page again when another tab has used it. An open dialog stays; the one that joins follows by itself. Each
 * stranger loads it, so it reads no more than the page does.
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
  // Whoever has closed the dialog may have changed their mind.
  const known = useRef(readClosedCode(eventId))
  useEffect(() => {
    if (shown === null) return
    return () => {
      known.current = readSending(eventId)
    }
  }, [shown, eventId])
  const follow = useEffectEvent(() => {
    const sentAt = readSending(eventId)
    if (sentAt !== null && sentAt !== known.current && shown === null) show('seat')
    known.current = sentAt
  })
  useEffect(() => {
    dropOldCodes()
    follow()
    return listenToSentCodes(follow)
  }, [])
  return null
}

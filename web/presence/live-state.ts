import { useEffect } from 'react'

type Send = (eventId: string | null) => boolean

/** With an open socket the server says what is new, so the tab asks for it this many times less often. */
const socketFactor = 5

let send: Send | null = null
let shownEventId: string | null = null

/** How long to wait before the next question, in a query about something of which the socket tells news. */
export const askEvery = (ms: number) => (): number => (send === null ? ms : ms * socketFactor)

/** The socket is open (`sendShown`) or lost (null). */
export function setSocket(sendShown: Send | null): void {
  send = sendShown
  if (shownEventId !== null) send?.(shownEventId)
}

/** Tells the server that this page shows an event, so that it says when a seat is taken. */
export function useShownEvent(eventId: string | null): void {
  useEffect(() => {
    if (eventId === null) return
    shownEventId = eventId
    send?.(eventId)
    return () => {
      if (shownEventId !== eventId) return
      shownEventId = null
      send?.(null)
    }
  }, [eventId])
}

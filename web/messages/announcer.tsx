import { useEffect, useRef, useState } from 'react'
import type { ShownMessage } from './rows.ts'
import { wordsOf } from './words-of.ts'

/** More messages at once are only counted. */
const maxRead = 3

type AnnouncerProps = { messages: readonly ShownMessage[]; viewerId: string; isLoaded: boolean }

/** Reads new messages of others to people who use a screen reader, when it has finished speaking. */
export function Announcer({ messages, viewerId, isLoaded }: AnnouncerProps) {
  const lastSeq = messages.findLast(({ seq }) => seq !== null)?.seq ?? 0
  const announcedSeq = useRef<number | null>(null)
  const [spoken, setSpoken] = useState({ text: '', seq: 0 })
  useEffect(() => {
    if (!isLoaded) return
    const from = announcedSeq.current
    announcedSeq.current = Math.max(lastSeq, from ?? 0)
    if (from === null) return
    const fresh = messages.filter(({ seq, authorId, text: words }) => seq !== null && seq > from && authorId !== viewerId && words !== null)
    if (fresh.length === 0) return
    const read = () => fresh.map((message) => `${message.author.name}: ${wordsOf(message)}`).join('\n')
    setSpoken({ text: fresh.length > maxRead ? `${fresh.length} new messages` : read(), seq: lastSeq })
  }, [messages, lastSeq, viewerId, isLoaded])
  return (
    <p aria-live="polite" className="sr-only">
      {/* The same words again are only read if they are a new element. */}
      <span key={spoken.seq}>{spoken.text}</span>
    </p>
  )
}

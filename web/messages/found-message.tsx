import { Link } from 'react-router'
import { writePlain } from '../../domain/messages/mentions.ts'
import { type FoundMessage as Found, splitAtFound } from '../../domain/messages/search.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { formatListTime } from './format-time.ts'
import { messagePath } from './paths.ts'

type FoundMessageProps = {
  message: Found
  people: readonly Face[]
  conversationId: string
  viewerId: string
  q: string
  now: number
  onOpen?: () => void
}

/** A message that the search has found. It leads to its place in the conversation. */
export function FoundMessage({ message, people, conversationId, viewerId, q, now, onOpen }: FoundMessageProps) {
  const { seq, authorId, sentAt, text, files = [] } = message
  const nameOf = (userId: string) => people.find(({ id }) => id === userId)?.name
  const words = [writePlain(text ?? '', nameOf), ...files.map(({ name }) => name)].filter(Boolean).join(' · ')
  return (
    <li>
      <Link
        to={messagePath(conversationId, seq)}
        {...(onOpen ? { onClick: onOpen } : {})}
        className="grid gap-0.5 rounded-control px-3 py-2 hover:bg-wash focus-visible:-outline-offset-2"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate text-small font-strong">{authorId === viewerId ? 'You' : (nameOf(authorId) ?? 'Deleted account')}</span>
          <time dateTime={new Date(sentAt).toISOString()} className="flex-none text-tiny text-soft">
            {formatListTime(sentAt, now)}
          </time>
        </span>
        <span className="line-clamp-3 text-small wrap-anywhere text-soft">
          {splitAtFound(words, q).map((piece, place) =>
            piece.isFound ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: The pieces are only replaced all together.
              <mark key={place} className="bg-transparent font-strong text-ink underline decoration-court decoration-2 underline-offset-3">
                {piece.text}
              </mark>
            ) : (
              piece.text
            ),
          )}
        </span>
      </Link>
    </li>
  )
}

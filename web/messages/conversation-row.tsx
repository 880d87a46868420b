import { AtSign, BellOff } from 'lucide-react'
import { Link } from 'react-router'
import type { Conversation } from '../../domain/messages/contract.ts'
import { writeFiles } from '../../domain/messages/files-summary.ts'
import { isMuted } from '../../domain/messages/muting.ts'
import { writeTitle } from '../../domain/messages/write-title.ts'
import { joinClasses } from '../ui/class-names.ts'
import { ConversationPicture } from './conversation-picture.tsx'
import { formatListTime } from './format-time.ts'
import { conversationPath } from './paths.ts'

type ConversationRowProps = { conversation: Conversation; viewerId: string; isCurrent: boolean; now: number; search: string }

const maxCount = 99

/** One line for the last message: "You: see you at 7". */
function writeLast({ last, kind }: Conversation, viewerId: string): string {
  if (!last) return kind === 'direct' ? 'No messages yet' : 'Nobody has written yet'
  if (last.text === null) return 'Message removed'
  const words = last.files ? writeFiles(last.files) : last.text
  return last.authorId === viewerId ? `You: ${words}` : words
}

export function ConversationRow({ conversation, viewerId, isCurrent, now, search }: ConversationRowProps) {
  const { id, last, unread, isRequest, mentionedSeq } = conversation
  const isUnread = unread > 0 && !isCurrent
  const muted = isMuted(conversation, now)
  return (
    <li className="border-b border-line">
      <Link
        to={{ pathname: conversationPath(id), search }}
        aria-current={isCurrent ? 'page' : undefined}
        className={joinClasses(
          'flex items-center gap-3 px-4.5 py-3 focus-visible:-outline-offset-2 sm:px-7 lg:px-5',
          isCurrent ? 'bg-court-wash' : 'hover:bg-wash',
        )}
      >
        <ConversationPicture conversation={conversation} size={44} />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <span className="flex items-baseline justify-between gap-3">
            <span className={joinClasses('truncate', isUnread ? 'font-bold' : 'font-strong')}>{writeTitle(conversation)}</span>
            {last && (
              <time dateTime={new Date(last.at).toISOString()} className="flex-none text-tiny text-soft">
                {formatListTime(last.at, now)}
              </time>
            )}
          </span>
          <span className="flex min-h-5 items-center justify-between gap-3 text-small">
            <span className={joinClasses('truncate', isUnread ? 'text-ink' : 'text-soft')}>{writeLast(conversation, viewerId)}</span>
            {muted && (
              <span className="ml-auto flex-none text-soft">
                <BellOff size={15} aria-hidden="true" />
                <span className="sr-only">Muted</span>
              </span>
            )}
            {mentionedSeq !== null && !isCurrent && !isRequest && (
              <span className="ml-auto grid size-5 flex-none place-items-center rounded-full bg-court text-on-court">
                <AtSign size={13} strokeWidth={2.5} aria-hidden="true" />
                <span className="sr-only">Mentions you</span>
              </span>
            )}
            {isRequest ? (
              <span className="flex-none rounded-full bg-court-wash px-2 py-0.5 text-tiny font-strong text-court">Request</span>
            ) : (
              isUnread && (
                <span
                  className={joinClasses(
                    'grid h-5 min-w-5 flex-none place-items-center rounded-full px-1.5 text-tiny leading-none font-bold',
                    muted ? 'bg-wash text-soft' : 'bg-court text-on-court',
                  )}
                >
                  {unread > maxCount ? `${maxCount}+` : unread}
                  <span className="sr-only"> unread</span>
                </span>
              )
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}

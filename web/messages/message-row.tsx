import { CircleAlert, Clock } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../ui/avatar.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { TextButton } from '../ui/text-button.tsx'
import { BelowText } from './below-text.tsx'
import { formatClock } from './format-time.ts'
import type { MessageActions } from './message-actions.ts'
import { MessageText } from './message-text.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import { ReactionLine } from './reaction-line.tsx'
import type { ShownMessage } from './rows.ts'
import { wordsOf } from './words-of.ts'

type MessageRowProps = {
  conversationId: string
  message: ShownMessage
  isFirst: boolean
  isOwn: boolean
  /** Whether the viewer may write here. */
  mayWrite: boolean
  /** The message that this one answers; null if it is not loaded. */
  original: ShownMessage | null
  /** Who has read up to here, for the viewer's last message that somebody has read. */
  seenBy: string | null
  isTabStop: boolean
  actions: MessageActions
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
}

const textOf = (message: ShownMessage) => wordsOf(message) ?? (message.isHidden ? 'Hidden by an organizer' : 'Message deleted')

export function MessageRow(props: MessageRowProps) {
  const { conversationId, message, isFirst, isOwn, mayWrite, original, seenBy, isTabStop, actions, onKeyDown, onFocus } = props
  const { author, sentAt, text, editedAt, replyTo, sendState } = message
  const time = (
    <time dateTime={new Date(sentAt).toISOString()} className="text-tiny text-soft">
      {formatClock(sentAt)}
    </time>
  )
  return (
    <article
      aria-label={`${isOwn ? 'You' : author.name}, ${formatClock(sentAt)}: ${textOf(message)}`}
      tabIndex={isTabStop ? 0 : -1}
      data-message={message.key}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      className={joinClasses(
        'group relative grid grid-cols-[2.125rem_minmax(0,1fr)] gap-x-3 px-4.5 sm:px-7 hover:bg-wash/60 focus-visible:-outline-offset-2',
        isFirst ? 'pt-2.5 pb-0.5' : 'py-0.5',
      )}
    >
      {isFirst ? (
        <Link to={`/profile/${author.id}`} tabIndex={-1} aria-hidden="true" className="mt-0.5 self-start">
          <Avatar face={author} size={34} isDecorative />
        </Link>
      ) : (
        <span
          className="invisible pt-0.5 text-right text-[0.6875rem] leading-5 whitespace-nowrap text-soft group-hover:visible"
          aria-hidden="true"
        >
          {formatClock(sentAt).replace(/ [AP]M$/, '')}
        </span>
      )}
      <div className="min-w-0">
        {isFirst && (
          <p className="flex items-baseline gap-2">
            <span className="truncate font-strong">{isOwn ? 'You' : author.name}</span>
            {time}
          </p>
        )}
        {replyTo !== null && <Quote original={original} onPress={() => actions.showOriginal(message)} />}
        <div className={sendState === 'sending' || sendState === 'waiting' ? 'text-soft' : undefined}>
          {text === null ? (
            <p className="text-soft italic">{textOf(message)}</p>
          ) : (
            text !== '' && <MessageText text={message.source ?? text} mentioned={message.mentioned} />
          )}
        </div>
        <BelowText conversationId={conversationId} message={message} isOwn={isOwn} mayWrite={mayWrite} actions={actions} />
        {message.isHidden && !isOwn && actions.setHidden && (
          <TextButton onClick={() => actions.setHidden?.(message, false)}>Show again</TextButton>
        )}
        {text !== null && editedAt !== null && <p className="text-tiny text-soft">Edited</p>}
        <ReactionLine message={message} mayReact={mayWrite} onReact={(emoji, isOn) => actions.react(message, emoji, isOn)} />
        <SendLine message={message} actions={actions} />
        {seenBy !== null && <p className="text-tiny text-soft">{seenBy}</p>}
      </div>
      {text !== null && <MessageToolbar message={message} isOwn={isOwn} mayWrite={mayWrite} actions={actions} />}
    </article>
  )
}

function Quote({ original, onPress }: { original: ShownMessage | null; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={onPress}
      className="mb-0.5 block max-w-full truncate border-l-2 border-edge py-0.5 pl-2.5 text-left text-small text-soft hover:text-ink"
    >
      {original ? (
        <>
          <span className="font-strong">{original.author.name}</span> {textOf(original)}
        </>
      ) : (
        'An earlier message'
      )}
    </button>
  )
}

/** What happens with a message of the viewer that is not sent yet. */
function SendLine({ message, actions }: Pick<MessageRowProps, 'message' | 'actions'>) {
  switch (message.sendState) {
    case 'sent':
      return null
    case 'sending':
      return <p className="text-tiny text-soft">Sending</p>
    case 'waiting':
      return (
        <p className="flex items-center gap-1 text-tiny text-soft">
          <Clock size={13} aria-hidden="true" /> Not sent yet. We send it when you are connected.
        </p>
      )
    case 'failed':
      return (
        <div className="grid gap-1 pb-1 text-small">
          <p className="flex gap-1.5 font-medium text-bad">
            <CircleAlert size={16} aria-hidden="true" className="mt-0.75 flex-none" />
            <span>Not sent. {message.refusal}</span>
          </p>
          <p className="flex gap-5 pl-5.5">
            <TextButton onClick={() => actions.retry(message)}>Retry</TextButton>
            <TextButton onClick={() => actions.discard(message)}>Delete</TextButton>
          </p>
        </div>
      )
  }
}

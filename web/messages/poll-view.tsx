import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { isPollClosed, listOwnChoices, type Poll } from '../../domain/messages/polls.ts'
import { joinClasses } from '../ui/class-names.ts'
import { TextButton } from '../ui/text-button.tsx'
import { useNow } from '../ui/use-now.ts'
import type { MessageActions } from './message-actions.ts'
import { pollClasses } from './poll-loading.tsx'
import { closingPoll } from './poll-queries.ts'
import type { ShownMessage } from './rows.ts'
import { writeClosing, writeVoters } from './write-poll.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog }))

type PollViewProps = { message: ShownMessage; poll: Poll; isOwn: boolean; mayVote: boolean; actions: MessageActions }

/** The answers of a poll with their counts. A press votes. */
export default function PollView({ message, poll, isOwn, mayVote, actions }: PollViewProps) {
  const now = useNow(20_000)
  const name = useId()
  const [isClosing, setClosing] = useState(false)
  const close = useMutation(closingPoll)
  const { seq, isVotePending } = message
  const { conversationId, isConnected, mayModerate, vote } = actions.poll
  const { options, isMultiple, showsNames, voters, closesAt } = poll
  const isClosed = isPollClosed(poll, now)
  const own = listOwnChoices(poll)
  const isOpen = mayVote && seq !== null && !isClosed
  const choose = (place: number) => {
    if (!isMultiple) return vote(message, [place])
    vote(message, own.includes(place) ? own.filter((one) => one !== place) : [...own, place])
  }
  const facts = [
    isClosed ? 'Closed' : closesAt !== null && writeClosing(closesAt, now),
    isMultiple && !isClosed && 'You can choose several',
    !showsNames && 'Nobody sees who voted',
  ].filter(Boolean)
  return (
    <div className={pollClasses}>
      {isOpen ? (
        <fieldset className="grid gap-1.5">
          <legend className="sr-only">{message.text}</legend>
          {options.map((option, place) => (
            <label
              // biome-ignore lint/suspicious/noArrayIndexKey: The answers of a poll never change.
              key={place}
              className="grid min-h-11 content-center rounded-control px-2 py-1.5 hover:bg-wash"
            >
              <Answer option={option} voters={voters}>
                <input
                  type={isMultiple ? 'checkbox' : 'radio'}
                  name={name}
                  checked={option.isMine}
                  onChange={() => choose(place)}
                  onKeyDown={isMultiple ? undefined : moveFocus}
                  className={joinClasses(
                    'peer absolute inset-0 appearance-none border border-edge bg-card checked:border-court checked:bg-court',
                    isMultiple ? 'rounded-[6px]' : 'rounded-full',
                  )}
                />
              </Answer>
            </label>
          ))}
        </fieldset>
      ) : (
        <ul aria-label="Answers" className="grid gap-1.5">
          {options.map((option, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: The answers of a poll never change.
            <li key={place} className="px-2 py-1.5">
              <Answer option={option} voters={voters}>
                {option.isMine && <span className="absolute inset-0 rounded-full bg-court" />}
              </Answer>
              {option.isMine && <span className="sr-only">Your choice</span>}
            </li>
          ))}
        </ul>
      )}
      <p className="text-small text-soft">
        <span role="status">{writeVoters(poll)}</span>
        {facts.map((fact) => ` · ${fact}`)}
      </p>
      {isVotePending && !isConnected && <p className="text-small text-soft">Your vote is sent when you are connected.</p>}
      {seq !== null && (
        <p className="flex flex-wrap gap-x-5 gap-y-2 text-small empty:hidden">
          {showsNames && voters > 0 && <TextButton onClick={() => actions.showDetails(message)}>Who voted</TextButton>}
          {isOpen && own.length > 0 && <TextButton onClick={() => vote(message, [])}>Take back my vote</TextButton>}
          {!isClosed && (isOwn || mayModerate) && <TextButton onClick={() => setClosing(true)}>Close poll</TextButton>}
        </p>
      )}
      {isClosing && seq !== null && (
        <Suspense>
          <ConfirmDialog
            title="Close this poll?"
            confirmLabel="Close poll"
            isOpen
            onClose={() => setClosing(false)}
            onConfirm={() => close.mutate({ conversationId, seq })}
          >
            <p>Nobody can vote after that, and it cannot be opened again.</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  )
}

/** The arrow keys only move the focus: a vote is seen by others, so it needs a press. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  const radios = [...(event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? [])]
  if (step === undefined || radios.length === 0) return
  event.preventDefault()
  radios[(radios.indexOf(event.currentTarget) + step + radios.length) % radios.length]?.focus()
}

type AnswerProps = { option: Poll['options'][number]; voters: number; children: ReactNode }

/** One answer. Before it stands what chooses it, or a mark. */
function Answer({ option: { text, count, isMine }, voters, children }: AnswerProps) {
  return (
    <span className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1">
      <span className="relative grid size-5.5 place-items-center">
        {children}
        {isMine && <Check size={14} strokeWidth={3} aria-hidden="true" className="pointer-events-none relative text-on-court" />}
      </span>
      <span className={joinClasses('wrap-anywhere', isMine && 'font-strong')}>{text}</span>
      <span className="text-small text-soft">
        {count}
        <span className="sr-only">{count === 1 ? ' vote' : ' votes'}</span>
      </span>
      <svg aria-hidden="true" className="col-start-2 h-1.5 w-full rounded-full bg-wash">
        <rect
          width={`${voters === 0 ? 0 : (count / voters) * 100}%`}
          height="100%"
          rx="3"
          className={isMine ? 'fill-court' : 'fill-edge'}
        />
      </svg>
    </span>
  )
}

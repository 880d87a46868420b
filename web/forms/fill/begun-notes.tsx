import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { RenewalNote } from './renewal-note.tsx'

type BegunNotesProps = {
  /** The answers were begun before. */
  isRestored: boolean
  /** Some were begun here, and others in another tab or on another device. */
  isMixed: boolean
  onStartAgain: () => void
  /** What was sent last season. Null if there is none, and after the first page. */
  earlier: KnownAnswers['earlier']
  toCheck: number
  /** Starts without the answers of last season. */
  onEmpty: () => void
  /** The person came with a link that opens nothing. */
  isLinkOver: boolean
}

/** Says where the answers come from with which a form opens. */
export function BegunNotes({ isRestored, isMixed, onStartAgain, earlier, toCheck, onEmpty, isLinkOver }: BegunNotesProps) {
  return (
    <>
      {isRestored && (
        <p role="status" className="-mt-3 text-small text-soft">
          {isMixed ? 'Restored what you had begun here and on another device.' : 'Restored what you had begun.'}{' '}
          <TextButton onClick={onStartAgain}>Start again</TextButton>
        </p>
      )}
      {!isRestored && earlier && <RenewalNote title={earlier.title} sentAt={earlier.sentAt} toCheck={toCheck} onEmpty={onEmpty} />}
      {isLinkOver && (
        <p role="status" className="-mt-3 text-small text-soft">
          This link no longer opens answers: the form was sent, or the link is older than 30 days.
        </p>
      )}
    </>
  )
}

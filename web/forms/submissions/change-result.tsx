import { X } from 'lucide-react'
import type { Ref } from 'react'
import type { ChangeSubmissions, DecidedSubmissions, RefusalReason } from '../../../domain/forms/submission-changes-contract.ts'
import type { SubmissionRow } from '../../../domain/forms/submission-list-contract.ts'
import { nameState } from '../../../domain/forms/submission-texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { nameOf } from './list-columns.ts'

type Change = ChangeSubmissions['change'] | { do: 'refund' }
/** What became of a change of several submissions. */
export type ChangeResult = {
  change: Change
  done: number
  unchanged: readonly SubmissionRow[]
  refused: DecidedSubmissions['refused']
}

export const refusalWords: Record<RefusalReason, string> = {
  sideFull: 'the side is full',
  noPlace: 'no place is free',
  noAccount: 'no account',
  notMember: 'not in the community',
}

const maxNamed = 5
const count = (amount: number) => (amount === 1 ? '1 submission' : `${amount} submissions`)

function writeDone(change: Change, done: number): string {
  switch (change.do) {
    case 'accept':
      return `${count(done)} accepted.`
    case 'decline':
      return `${count(done)} declined.`
    case 'roster':
      return done === 1 ? '1 submission is on the roster.' : `${count(done)} are on the roster.`
    case 'remind':
      return `${count(done)} asked again.`
    case 'refund':
      return `Money is given back for ${count(done)}.`
    case 'message':
      return `${count(done)} got your message.`
    case 'addNote':
      return `Your note was added to ${count(done)}.`
    case 'addTag':
      return `${count(done)} got the tag “${change.tag}”.`
    case 'removeTag':
      return `${count(done)} lost the tag “${change.tag}”.`
  }
}

const namesState = (change: Change) => change.do === 'accept' || change.do === 'decline' || change.do === 'remind' || change.do === 'roster'

/** The name of whoever was not changed, with the reason. If there is none, their state says it. */
function writeUnchanged({ change, refused }: ChangeResult, row: SubmissionRow): string {
  const refusal = refused.find(({ id }) => id === row.id)
  if (refusal) return `${nameOf(row)} (${refusalWords[refusal.reason]})`
  return namesState(change) ? `${nameOf(row)} (${nameState(row).toLowerCase()})` : nameOf(row)
}

type ChangeResultNoticeProps = { result: ChangeResult | null; onClose: () => void; ref: Ref<HTMLDivElement> }

/** Says what was changed, and names what was not. */
export function ChangeResultNotice({ result, onClose, ref }: ChangeResultNoticeProps) {
  return (
    <div ref={ref} tabIndex={-1} role="status" className="outline-none">
      {result && (
        <div className="flex items-start justify-between gap-3 rounded-card bg-wash py-1.5 pr-1.5 pl-4">
          <div className="grid gap-0.5 py-2">
            <p className="font-strong">{writeDone(result.change, result.done)}</p>
            {result.unchanged.length > 0 && (
              <p className="text-small wrap-anywhere">
                Not changed:{' '}
                {result.unchanged
                  .slice(0, maxNamed)
                  .map((row) => writeUnchanged(result, row))
                  .join(', ')}
                {result.unchanged.length > maxNamed && ` and ${result.unchanged.length - maxNamed} more`}.
              </p>
            )}
          </div>
          <IconButton label="Hide this message" onClick={onClose} className="text-soft">
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  )
}

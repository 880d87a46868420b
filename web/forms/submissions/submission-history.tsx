import { MoveRight } from 'lucide-react'
import { listFields } from '../../../domain/forms/index-content.ts'
import type { EventChange } from '../../../domain/forms/list-changes.ts'
import { nameQuotes } from '../../../domain/forms/name-quotes.ts'
import type { Submission } from '../../../domain/forms/submission-contract.ts'
import { eventNames } from '../../../domain/forms/submission-texts.ts'
import { writeTime } from '../../../domain/time/write-time.ts'

const writeMoment = (at: number) => writeTime(at, undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** What happened to a submission, and which answers were changed, for those who run the form. */
export function SubmissionHistory({ submission: { history, content } }: { submission: Submission }) {
  const fields = nameQuotes(content).pages.flatMap(listFields)
  const nameOf = ({ field: id, row }: EventChange) => {
    const found = fields.find(({ field }) => field.id === id)
    return found?.group ? `${found.field.label} (${found.group.rowLabel} ${row})` : (found?.field.label ?? 'A question')
  }
  return (
    <section aria-label="History" className="grid gap-2 border-t border-line pt-6 print:hidden">
      <h2 className="text-title">History</h2>
      <ol className="grid gap-1.5">
        {history.map(({ kind, by, at, changes }) => (
          <li key={`${at} ${kind} ${changes[0]?.after}`} className="grid gap-1 text-small">
            <p className="flex flex-wrap gap-x-3">
              <span className="font-medium wrap-anywhere">
                {eventNames[kind]}
                {changes[0]?.field === null && `: ${changes[0].after}`}
              </span>
              <span className="text-soft wrap-anywhere">
                {by ? `${by.name}, ` : ''}
                {writeMoment(at)}
              </span>
            </p>
            <Changes changes={changes.filter(({ field }) => field !== null)} nameOf={nameOf} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type ChangesProps = { changes: readonly EventChange[]; nameOf: (change: EventChange) => string }

function Changes({ changes, nameOf }: ChangesProps) {
  if (changes.length === 0) return null
  return (
    <dl className="mb-1.5 grid max-w-2xl gap-1 border-l-2 border-line pl-3">
      {changes.map((change) => (
        <div key={`${change.field} ${change.row}`} className="flex flex-wrap gap-x-2">
          <dt className="text-soft wrap-anywhere">{nameOf(change)}</dt>
          <dd className="wrap-anywhere">
            <ChangeText {...change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Another drawing or another city has the same words as before. */
function ChangeText({ before, after }: EventChange) {
  if (before === after) return 'was changed'
  if (before === '') return after
  if (after === '')
    return (
      <>
        <s>{before}</s> was removed
      </>
    )
  return (
    <>
      <s className="text-soft">{before}</s>
      <MoveRight size={14} aria-hidden="true" className="mx-1.5 inline" />
      <span className="sr-only"> is now </span>
      {after}
    </>
  )
}

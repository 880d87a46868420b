import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { maxNoteLength, maxTags } from '../../../domain/forms/limits.ts'
import type { SubmissionPayment } from '../../../domain/forms/payment-contract.ts'
import { type ChangeSubmissions, Tag } from '../../../domain/forms/submission-changes-contract.ts'
import type { Submission } from '../../../domain/forms/submission-contract.ts'
import { Button } from '../../ui/button.tsx'
import { RemovableChip } from '../../ui/chip.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { submissionPayment } from '../payment/queries.ts'
import { refusalWords } from './change-result.tsx'
import type { Paid } from './decline-dialog.tsx'
import { nameOf } from './list-columns.ts'
import { listDecisions } from './list-decisions.ts'
import { changingSubmissions, type SubmissionPlace } from './queries.ts'
import { useMarks } from './use-marks.ts'

const DeclineDialog = lazy(() => import('./decline-dialog.tsx'))

/** What was paid for a submission, and how much of it can go back by card. */
function tellPaid({ payments, currency, isManager }: SubmissionPayment): Paid | null {
  const amount = payments.reduce((sum, { rest }) => sum + rest, 0)
  if (amount > 0) return { canGiveBack: isManager, amount: { amount, currency } }
  return payments.some(({ method, state }) => method === 'cash' && state === 'paid') ? { canGiveBack: false, amount: null } : null
}

/** Accepts a submission or declines it, as far as its state allows. */
export function Decision({ place, submission }: { place: SubmissionPlace; submission: Submission }) {
  const [isDeclining, setDeclining] = useState(false)
  const change = useMutation(changingSubmissions(place.formId))
  const payment = useQuery({
    ...submissionPayment({ id: place.formId, submissionId: place.submissionId, key: undefined }),
    enabled: submission.total !== null,
  })
  const decide = async (what: ChangeSubmissions['change']) => {
    const { ids, refused } = await change.mutateAsync({ ids: [place.submissionId], change: what })
    const givesBack = what.do === 'decline' && what.refundKey !== undefined
    if (ids.length > 0) showSnackbar(what.do === 'accept' ? 'Accepted.' : givesBack ? 'Declined. The money goes back.' : 'Declined.')
    return { ids, refused }
  }
  const accept = async () => {
    const { ids, refused } = await decide({ do: 'accept' })
    const [refusal] = refused
    if (refusal) showSnackbar(`Not accepted: ${refusalWords[refusal.reason]}.`)
    else if (ids.length === 0) showSnackbar('Nothing was changed. This page shows the newest state.')
  }
  const decisions = listDecisions(submission)
  // The dialog stays open with its reason, also if nothing can be decided any longer.
  if (decisions.length === 0 && !isDeclining) return null
  return (
    <>
      {decisions.includes('accept') && (
        <Button
          variant="primary"
          isPending={change.isPending && change.variables?.change.do === 'accept'}
          onClick={() => void accept().catch(showFailure)}
        >
          <Check size={17} aria-hidden="true" /> Accept
        </Button>
      )}
      {decisions.includes('decline') && (
        <Button aria-haspopup="dialog" onClick={() => setDeclining(true)}>
          Decline
        </Button>
      )}
      <Suspense>
        {isDeclining && (
          <DeclineDialog
            whose={nameOf(submission)}
            paid={payment.data ? tellPaid(payment.data) : null}
            unknownPaid={submission.total !== null && !payment.data ? payment : null}
            onDecline={async (decision) => (await decide({ do: 'decline', ...decision })).ids}
            onClose={() => setDeclining(false)}
          />
        )}
      </Suspense>
    </>
  )
}

type MarksProps = { place: SubmissionPlace; saved: NonNullable<Submission['organizer']> }

const saveTexts = { saving: 'Saving', unsaved: 'Not saved yet', saved: 'Saved', same: '' }

/** The tags and the note of a submission. */
export function Marks({ place: { formId, submissionId }, saved }: MarksProps) {
  const { note, ...marks } = useMarks({ formId, submissionId }, saved)
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <aside aria-label="For organizers" className="grid content-start gap-6 print:hidden">
      <Tags tags={marks.tags} onChange={marks.changeTag} />
      <div className="grid gap-2">
        <TextArea
          label="Note"
          hint="Only those who run the form see it."
          limit={maxNoteLength}
          ref={field}
          value={note.text}
          onChange={({ target }) => note.type(target.value)}
          onBlur={note.save}
          error={note.fault ?? undefined}
        />
        {note.other !== null && (
          <OtherNote
            text={note.other}
            onKeepBoth={() => {
              note.keepBoth()
              field.current?.focus()
            }}
            onKeepMine={() => {
              note.keepMine()
              field.current?.focus()
            }}
          />
        )}
        <p role="status" className="min-h-5 text-small text-soft">
          {saveTexts[marks.state]}
        </p>
        {marks.error !== null && <ErrorNotice title="We could not save this" error={marks.error} onRetry={marks.retry} />}
      </div>
    </aside>
  )
}

type OtherNoteProps = { text: string; onKeepBoth: () => void; onKeepMine: () => void }

/** The note that somebody else has saved while the person typed theirs. */
const OtherNote = ({ text, onKeepBoth, onKeepMine }: OtherNoteProps) => (
  <div role="alert" className="grid gap-2.5 rounded-card border border-line px-4 py-3">
    <p className="font-strong">Someone changed this note meanwhile. Yours is not saved yet.</p>
    {text === '' ? (
      <p className="text-soft">The saved note is empty now.</p>
    ) : (
      <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap wrap-anywhere">{text}</blockquote>
    )}
    <p className="flex flex-wrap gap-2.5">
      {text !== '' && (
        <Button size="small" onClick={onKeepBoth}>
          Keep both
        </Button>
      )}
      <Button size="small" onClick={onKeepMine}>
        Keep only mine
      </Button>
    </p>
  </div>
)

function Tags({ tags, onChange }: { tags: readonly string[]; onChange: (tag: string, isAdded: boolean) => void }) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const headingId = useId()
  const add = () => {
    const read = v.safeParse(Tag, typed)
    if (!read.success) return setFault(read.issues[0].message)
    setTyped('')
    setFault(null)
    if (!tags.includes(read.output)) onChange(read.output, true)
  }
  return (
    <section aria-labelledby={headingId} className="grid gap-2.5">
      <h2 id={headingId} className="text-small font-strong">
        Tags
      </h2>
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <RemovableChip removeLabel={`Remove the tag ${tag}`} onRemove={() => onChange(tag, false)} className="max-w-full">
                <span className="truncate">{tag}</span>
              </RemovableChip>
            </li>
          ))}
        </ul>
      )}
      {tags.length < maxTags && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <TextField
            label="New tag"
            isLabelHidden
            placeholder="New tag"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            error={fault ?? undefined}
            action={
              <IconButton label="Add tag" type="submit">
                <Plus size={18} aria-hidden="true" />
              </IconButton>
            }
          />
        </form>
      )}
    </section>
  )
}

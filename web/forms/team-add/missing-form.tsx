import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { FieldState } from '../../../domain/forms/decide.ts'
import { type Field, isPersonal } from '../../../domain/forms/fields.ts'
import { indexContent } from '../../../domain/forms/index-content.ts'
import type { Submission } from '../../../domain/forms/submission-contract.ts'
import { signedKeys } from '../../../domain/forms/used-signings.ts'
import { ApiError } from '../../api.ts'
import { holdReload } from '../../busy.ts'
import { Button } from '../../ui/button.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { AnswerStore } from '../fill/answer-store.ts'
import { readFromDevice, readTabKey } from '../fill/device-answers.ts'
import { noCoupon } from '../fill/entered-coupon.ts'
import { FaultList } from '../fill/fault-list.tsx'
import { FieldCell, findLeftAnswer } from '../fill/field-cell.tsx'
import { rowsOf } from '../fill/fit-answers.ts'
import { AnswerStoreContext, type FormFacts, FormFactsContext, useStored } from '../fill/form-context.ts'
import { keepAnswers } from '../fill/keep-answers.ts'
import { FieldGrid } from '../fill/question.tsx'
import { restoreAnswers } from '../fill/restore-answers.ts'
import { sayMerged } from '../fill/say-merged.ts'
import { sendChange } from '../fill/send-change.ts'
import { FileFailure, SendFailure } from '../fill/send-failure.tsx'
import { useFileUploads } from '../fill/use-file-uploads.ts'
import { useFilesInQuestion } from '../fill/use-files-in-question.ts'
import { type SubmissionPlace, submission as submissionQuery } from '../submissions/queries.ts'
import { addingMissing } from './queries.ts'

type MissingFormProps = { place: SubmissionPlace; submission: Submission; missing: NonNullable<Submission['missing']> }

const isOpen = ({ isAsked, isRequired }: FieldState, entered: unknown) => isAsked && isRequired && entered === undefined

/** The required fields that the organizer has not answered. What the person adds can make the form ask more. */
const listOpen = (store: AnswerStore, entered: RawAnswers): string[] =>
  [...store.readDecision().fields].flatMap(([id, state]) =>
    state.rows && entered[id] !== undefined
      ? state.rows.flatMap((row, at) =>
          [...row].filter(([inner, cell]) => isOpen(cell, rowsOf(entered, id)[at]?.[inner])).map(([inner]) => inner),
        )
      : isOpen(state, entered[id])
        ? [id]
        : [],
  )

/** The fields that the person can answer, with the waivers that they have signed before. The rows of a group stay as the organizer has entered them, unless it was not asked then. */
function listAnswerable(fields: readonly Field[], entered: RawAnswers, open: ReadonlySet<string>): Field[] {
  const isAnswerable = (field: Pick<Field, 'id' | 'kind'>) => isPersonal(field) || open.has(field.id)
  return fields.flatMap((field): Field[] => {
    if (field.kind !== 'group' || open.has(field.id)) return isAnswerable(field) ? [field] : []
    const rows = rowsOf(entered, field.id).length
    const inner = field.fields.filter(isAnswerable)
    return rows === 0 || inner.length === 0 ? [] : [{ ...field, fields: inner, minRows: rows, maxRows: rows }]
  })
}

/** Opens it with what the person has added before on this device. What organizers have changed since then is not undone by it. */
function beginMissing({ content, answers, revision, files, signed }: Submission, today: string, draftKey: string): AnswerStore {
  const index = indexContent(content)
  const device = readFromDevice(draftKey)
  const saved = { answers, savedAt: revision }
  const begun = {
    ...{ answers: restoreAnswers(index, { device, server: saved, first: answers })?.answers ?? answers, email: '', saved },
    ...{ idempotencyKey: readTabKey(draftKey, device), files: [...files, ...(device?.files ?? [])] },
  }
  return new AnswerStore(index, today, answers, begun, { signed: signedKeys(signed) })
}

/** What only the person can say, after an organizer has filled the form for them. */
export default function MissingForm({ place, submission, missing }: MissingFormProps) {
  const { content, answers, version, signed } = submission
  const { formId, submissionId, key } = place
  const draftKey = `form-missing:${submissionId}`
  const client = useQueryClient()
  const [store] = useState(() => beginMissing(submission, missing.today, draftKey))
  const keeper = useRef<ReturnType<typeof keepAnswers> | null>(null)
  useEffect(() => {
    const created = keepAnswers({ store, draftKey, server: null, onKept: () => undefined, onMerged: sayMerged })
    keeper.current = created
    return created.leave
  }, [store, draftKey])
  useEffect(holdReload, [])
  const uploads = useFileUploads(store, { formId, version, code: null, resume: null, guest: null, submission: { id: submissionId, key } })
  const files = useFilesInQuestion(store, uploads)
  const facts = useMemo<FormFacts>(
    () => ({
      payment: content.payment,
      price: { today: missing.today, isMember: false, coupon: null, feeBasisPoints: 0 },
      left: new Map(),
      // Only members see who is in the community.
      memberOf: missing.isMember ? submission.form.team.id : null,
      ...{ isSignedIn: key === null, coupon: noCoupon, signed, marks: {}, children: [], uploads },
    }),
    [content, missing.today, missing.isMember, submission.form.team.id, key, signed, uploads],
  )
  const adding = useMutation(addingMissing(formId, submissionId))
  const read = () => client.fetchQuery(submissionQuery(place))
  const add = useMutation({
    mutationFn: () =>
      sendChange(store, {
        send: (revision) =>
          adding.mutateAsync({
            answers: { ...store.readAnswers() },
            revision,
            secret: store.readBegun().idempotencyKey,
            ...(key !== null && { key }),
          }),
        read,
        onMerged: sayMerged,
      }),
    onSuccess: () => {
      keeper.current?.finish()
      showSnackbar('Thank you. Nothing is missing any more.')
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return
      store.showRefused(error.issues)
      // It was added before, or an organizer has decided. The page shows what it is now.
      if (error.code === 'SubmissionFixed' && (await read()).missing === null) keeper.current?.finish()
    },
  })
  const faultBox = useRef<HTMLDivElement>(null)
  const open = new Set(useStored(store, () => listOpen(store, answers).join()).split(','))
  const pages = content.pages.map((page) => ({ ...page, fields: listAnswerable(page.fields, answers, open) }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending || files.areSending || files.failed !== null) return
    if (store.check(pages.map(({ id }) => id))) return void requestAnimationFrame(() => faultBox.current?.focus())
    add.mutate()
  }
  return (
    <AnswerStoreContext value={store}>
      <FormFactsContext value={facts}>
        <form
          noValidate
          aria-label="What is missing"
          className="grid min-w-0 gap-5 rounded-card border border-line bg-card p-4.5 sm:p-6 print:hidden"
          onSubmit={submit}
          onBlur={(event) => {
            const left = findLeftAnswer(event)
            if (left !== null) store.leave(left)
          }}
        >
          <h2 className="text-title">What is missing</h2>
          <FaultList store={store} parts={pages.map(({ id }) => id)} box={faultBox} />
          {pages.map((page) => (
            <FieldGrid key={page.id}>
              {page.fields.map((field) => (
                <FieldCell key={field.id} field={field} group={null} row={null} />
              ))}
            </FieldGrid>
          ))}
          {add.error && <SendFailure error={add.error} />}
          {files.failed !== null && <FileFailure name={files.failed} />}
          <Button
            type="submit"
            variant="primary"
            isPending={add.isPending || files.areSending}
            pendingLabel={files.areSending ? 'Sending files' : 'Sending'}
            className="justify-self-start"
          >
            Send
          </Button>
        </form>
      </FormFactsContext>
    </AnswerStoreContext>
  )
}

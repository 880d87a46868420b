import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { type ReportKind, type ReportReason, ReportText, reportReasons } from '../../domain/reports/contract.ts'
import { joinClasses } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, TextArea } from '../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { FormButtons } from '../ui/form-buttons.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { reporting } from './queries.ts'

const thingLabels: Record<ReportReason, string> = {
  spam: 'It is spam or an ad',
  wrong: 'It contains false information',
  unsafe: 'It is unsafe',
  hateful: 'It is hateful or harasses someone',
  other: 'Something else',
}

const reasonLabels: Record<ReportKind, Record<ReportReason, string>> = {
  event: thingLabels,
  place: { ...thingLabels, wrong: 'It does not exist, or its details are false' },
  person: {
    spam: 'They send spam or ads',
    wrong: 'They pretend to be someone else',
    unsafe: 'They make me feel unsafe',
    hateful: 'They are hateful or harass someone',
    other: 'Something else',
  },
  message: thingLabels,
}

const Form = v.object({
  reason: v.picklist(reportReasons, 'Choose a reason.'),
  text: ReportText,
})
type Values = { reason: ReportReason | ''; text: string }

type ReportDialogProps = { kind: ReportKind; subjectId: string; title: string; onClose: () => void }

/** Sends a report to our moderators. The reported person is not notified. */
export function ReportDialog({ kind, subjectId, title, onClose }: ReportDialogProps) {
  const report = useMutation(reporting)
  const form = useAppForm<Values, v.InferOutput<typeof Form>>(Form as v.GenericSchema<Values, v.InferOutput<typeof Form>>, {
    defaultValues: { reason: '', text: '' },
    draftKey: `report:${kind}:${subjectId}`,
  })
  const { errors, isSubmitting } = form.formState
  const picked = form.watch('reason')
  const send = form.submitWith(async ({ reason, text }) => {
    await report.mutateAsync({ kind, subjectId, reason, text })
    showSnackbar('Thank you. Our team will review your report.')
    onClose()
  })
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      isDismissable={!isSubmitting}
      footer={
        <FormButtons formId="report-form" isSubmitting={isSubmitting} pendingLabel="Sending" onCancel={onClose}>
          Send report
        </FormButtons>
      }
    >
      <form id="report-form" noValidate onSubmit={send} className="grid gap-6 pt-1">
        <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-small font-strong">What is wrong?</legend>
          <div className="grid overflow-hidden rounded-control border border-edge">
            {reportReasons.map((reason) => (
              <label
                key={reason}
                className={joinClasses(
                  'flex min-h-12 cursor-pointer items-center gap-3.5 border-line px-3.5 py-2.5 not-first:border-t',
                  'has-focus-visible:outline-[2.5px] has-focus-visible:-outline-offset-3 has-focus-visible:outline-court',
                  picked === reason ? 'bg-court-wash' : 'bg-card hover:bg-wash',
                )}
              >
                <input type="radio" value={reason} className="size-4.5 accent-court" {...form.register('reason')} />
                {reasonLabels[kind][reason]}
              </label>
            ))}
          </div>
          {errors.reason && <FieldError>{errors.reason.message}</FieldError>}
        </fieldset>
        <TextArea label="Details" isOptional limit={1000} rows={4} error={errors.text?.message} {...form.register('text')} />
        <p className="text-small text-soft">Our team reads every report. We do not tell anyone who sent it.</p>
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}

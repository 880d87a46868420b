import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import * as v from 'valibot'
import { DisputeResult, EnterResult, type Session } from '../../domain/seasons/results-contract.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextArea } from '../ui/field.tsx'
import { useAppForm } from '../ui/form.tsx'
import { Select } from '../ui/select.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { disputingResult, enteringResult } from './queries.ts'

export type MatchNames = { home: string; away: string }

type ResultDialogProps = { seasonId: string; session: Session; names: MatchNames; onClose: () => void }

const ResultForm = v.omit(EnterResult, ['version'])
type ResultValues = v.InferInput<typeof ResultForm>
const bothCame = 'both'
const maxScore = 999

/** Enters or corrects a result. The version is that of the result that the person saw when the dialog opened. */
export function ResultDialog({ seasonId, session, names, onClose }: ResultDialogProps) {
  const [{ eventId, version, result }] = useState(session)
  const enter = useMutation(enteringResult)
  const schema: v.GenericSchema<ResultValues, v.InferOutput<typeof ResultForm>> = ResultForm
  const form = useAppForm(schema, {
    defaultValues: {
      homeScore: result?.homeScore ?? 0,
      awayScore: result?.awayScore ?? 0,
      forfeitSide: result?.forfeitSide ?? null,
      note: '',
    },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async (values) => {
    await enter.mutateAsync({ seasonId, eventId, version, ...values })
    onClose()
  })
  return (
    <Dialog title={result ? 'Correct the result' : 'Enter the result'} isOpen onClose={onClose} width={420} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <div className="grid grid-cols-2 gap-4">
          {(['home', 'away'] as const).map((side) => (
            <Controller
              key={side}
              control={form.control}
              name={`${side}Score`}
              render={({ field }) => (
                <Stepper
                  label={names[side]}
                  value={field.value}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  min={0}
                  max={maxScore}
                  error={errors[`${side}Score`]?.message}
                />
              )}
            />
          ))}
        </div>
        <Controller
          control={form.control}
          name="forfeitSide"
          render={({ field }) => (
            <Select
              label="Who came?"
              options={[
                { value: bothCame, label: 'Both sides' },
                { value: 'home', label: `${names.home} did not show up` },
                { value: 'away', label: `${names.away} did not show up` },
              ]}
              value={field.value ?? bothCame}
              onChange={(value) => field.onChange(value === bothCame ? null : value)}
              hint={field.value ? 'The other side wins, whatever the score says.' : undefined}
            />
          )}
        />
        <TextArea {...form.register('note')} label="Note" isOptional rows={2} error={errors.note?.message} />
        <DialogFormEnd form={form} onCancel={onClose}>
          Save result
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}

const DisputeForm = v.omit(DisputeResult, ['version'])

export function DisputeDialog({ seasonId, session, names, onClose }: ResultDialogProps) {
  const [{ eventId, version, result }] = useState(session)
  const dispute = useMutation(disputingResult)
  const form = useAppForm(DisputeForm, { defaultValues: { note: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ note }) => {
    await dispute.mutateAsync({ seasonId, eventId, version, note })
    onClose()
  })
  return (
    <Dialog title="Dispute the result" isOpen onClose={onClose} width={420} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-soft">
          {names.home} {result?.homeScore} to {result?.awayScore} {names.away} does not count until someone who keeps the score settles it.
        </p>
        <TextArea {...form.register('note')} label="What is wrong?" rows={3} autoFocus error={errors.note?.message} />
        <DialogFormEnd form={form} onCancel={onClose}>
          Dispute
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}

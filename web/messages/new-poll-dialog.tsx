import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { Controller } from 'react-hook-form'
import * as v from 'valibot'
import { MessageText, maxMessageLength, type OpenConversation } from '../../domain/messages/contract.ts'
import { isPollTimeAllowed, maxPollOptionLength, maxPollOptions, minPollOptions, NewPoll } from '../../domain/messages/polls.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { eventById } from '../events/queries.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { FieldError, TextField } from '../ui/field.tsx'
import { RestoredNotice, useAppForm } from '../ui/form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Select } from '../ui/select.tsx'
import { useNow } from '../ui/use-now.ts'

const closings = ['never', 'hour', 'day', 'threeDays', 'week', 'game'] as const
type Closing = (typeof closings)[number]

const closingTimes: Record<Exclude<Closing, 'never' | 'game'>, { label: string; after: number }> = {
  hour: { label: 'In an hour', after: hour },
  day: { label: 'In a day', after: day },
  threeDays: { label: 'In three days', after: 3 * day },
  week: { label: 'In a week', after: 7 * day },
}

/** Fields that the person left empty are no answers. */
const PollForm = v.object({
  question: MessageText,
  options: v.pipe(
    v.array(v.string()),
    v.transform((options) => options.filter((option) => option.trim() !== '')),
    NewPoll.entries.options,
  ),
  isMultiple: v.boolean(),
  showsNames: v.boolean(),
  closing: v.picklist(closings),
})

type NewPollDialogProps = {
  conversation: Pick<OpenConversation, 'id' | 'nextGameId'>
  isOpen: boolean
  onClose: () => void
  onSend: (question: string, poll: NewPoll) => void
}

export default function NewPollDialog({ isOpen, onClose, ...rest }: NewPollDialogProps) {
  return (
    <Dialog title="New poll" isOpen={isOpen} onClose={onClose}>
      <NewPollForm {...rest} onClose={onClose} />
    </Dialog>
  )
}

const start: v.InferInput<typeof PollForm> = { question: '', options: ['', ''], isMultiple: false, showsNames: true, closing: 'never' }

function NewPollForm({ conversation: { id, nextGameId }, onClose, onSend }: Omit<NewPollDialogProps, 'isOpen'>) {
  const form = useAppForm(PollForm, { defaultValues: start, draftKey: `poll:${id}` })
  const { data: game } = useQuery({ ...eventById(nextGameId ?? ''), enabled: nextGameId !== null })
  const now = useNow(60_000)
  const options = form.watch('options')
  const { errors, isSubmitted } = form.formState
  const setOptions = (next: string[]) => form.setValue('options', next, { shouldDirty: true, shouldValidate: isSubmitted })
  const gameStart = game && isPollTimeAllowed(game.startsAt, now) ? game.startsAt : null
  const findClosing = (closing: Closing, sentAt: number) => {
    if (closing === 'never') return null
    return closing === 'game' ? gameStart : sentAt + closingTimes[closing].after
  }
  const submit = form.submitWith(async ({ question, closing, ...poll }) => {
    onSend(question, { ...poll, closesAt: findClosing(closing, Date.now()) })
    onClose()
  })
  const optionErrors = [errors.options?.message, errors.options?.root?.message, ...(errors.options?.map?.((error) => error?.message) ?? [])]
  const optionError = optionErrors.find(Boolean)
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        {...form.register('question')}
        label="Question"
        autoFocus
        autoComplete="off"
        placeholder="Which day works for you?"
        maxLength={maxMessageLength}
        error={errors.question?.message}
      />
      <fieldset className="grid gap-2.5">
        <legend className="mb-2.5 text-small font-strong">Answers</legend>
        {options.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Each field is registered under its place.
          <div key={place} className="flex items-start gap-1">
            <TextField
              {...form.register(`options.${place}`)}
              label={`Answer ${place + 1}`}
              isLabelHidden
              autoFocus={place >= minPollOptions && place === options.length - 1}
              autoComplete="off"
              maxLength={maxPollOptionLength}
              placeholder={`Answer ${place + 1}`}
              className="min-w-0 flex-1"
            />
            {options.length > minPollOptions && (
              <IconButton
                label={`Remove answer ${place + 1}`}
                onClick={() => setOptions(options.filter((__, other) => other !== place))}
                className="text-soft"
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            )}
          </div>
        ))}
        {optionError !== undefined && <FieldError>{optionError}</FieldError>}
        {options.length < maxPollOptions && (
          <Button size="small" onClick={() => setOptions([...options, ''])} className="justify-self-start">
            <Plus size={17} aria-hidden="true" /> Add an answer
          </Button>
        )}
      </fieldset>
      <Controller
        control={form.control}
        name="closing"
        render={({ field }) => (
          <Select
            label="Closes"
            options={[
              { value: 'never', label: 'When somebody closes it' },
              ...(gameStart === null ? [] : [{ value: 'game' as const, label: 'When the next game starts' }]),
              ...Object.entries(closingTimes).map(([value, { label }]) => ({ value: value as Closing, label })),
            ]}
            value={field.value === 'game' && gameStart === null ? 'never' : field.value}
            onChange={field.onChange}
          />
        )}
      />
      <div>
        <Checkbox {...form.register('isMultiple')} label="People can choose several answers" />
        <Checkbox {...form.register('showsNames')} label="Show who voted" hint="Otherwise everyone only sees how many." />
      </div>
      <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      <DialogFormEnd form={form} onCancel={onClose}>
        Send poll
      </DialogFormEnd>
    </form>
  )
}

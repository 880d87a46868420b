import { lazy, Suspense } from 'react'
import { useFormContext } from 'react-hook-form'
import * as v from 'valibot'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { countTierSeats } from '../../../domain/events/seat-price.ts'
import { countOpenSeatsIn } from '../../../domain/events/viewer-state.ts'
import { TextField } from '../../ui/field.tsx'
import { SlotChoice } from './slot-choice.tsx'

const TierChoice = lazy(() => import('./tier-choice.tsx'))

const maxAnswerLength = 500

export type ChoiceValues = { slotId: string; tierId: string; answers: Record<string, string> }

type Asked = Pick<EventDetail, 'live'> & { tiers: readonly { id: string }[]; questions: EventDetail['questions'] }

/** What a person chooses when they join: their slot, their ticket, and the answers to the hosts' questions. */
export const choiceFields = ({ live, tiers, questions }: Asked) => ({
  tierId: v.pipe(
    v.string(),
    v.check((tierId) => tiers.length === 0 || tiers.some(({ id }) => id === tierId), 'Choose a ticket.'),
  ),
  slotId: v.pipe(
    v.string(),
    v.check((slotId) => live.slots.length === 0 || live.slots.some(({ id }) => id === slotId), 'Choose a slot.'),
  ),
  answers: v.object(
    Object.fromEntries(
      questions.map(({ id, isRequired }) => [
        id,
        v.pipe(
          v.string(),
          v.trim(),
          v.check((answer) => !isRequired || answer !== '', 'Please answer this.'),
          v.maxLength(maxAnswerLength, 'This is too long.'),
        ),
      ]),
    ),
  ),
})

/** Where there is nothing to choose, it is chosen. */
export function choiceDefaults({ live: { slots }, questions }: Pick<EventDetail, 'live' | 'questions'>): ChoiceValues {
  const free = slots.filter((slot) => countOpenSeatsIn(slot) > 0)
  return {
    slotId: slots.length === 1 ? (slots[0]?.id ?? '') : free.length === 1 ? (free[0]?.id ?? '') : '',
    tierId: '',
    answers: Object.fromEntries(questions.map(({ id }) => [id, ''])),
  }
}

/** Whether one more person would have to wait for this slot and ticket. Before a slot is chosen, nobody knows. */
export function isFullFor(
  { live, price }: Pick<EventDetail, 'live' | 'price'>,
  { slotId, tierId }: Omit<ChoiceValues, 'answers'>,
): boolean {
  const slot = live.slots.find(({ id }) => id === slotId)
  if (price && tierId !== '' && countTierSeats(price, tierId) === 0) return true
  return (live.slots.length === 0 || slot !== undefined) && countOpenSeatsIn(slot ?? live) === 0
}

/** What the API is asked for. */
export const toChoice = ({ slotId, tierId, answers }: ChoiceValues) => ({
  slotId: slotId === '' ? null : slotId,
  ...(tierId !== '' && { tierId }),
  answers,
})

type JoinChoiceProps = { event: EventDetail; hasTiers: boolean; questions: EventDetail['questions'] }

/** The fields for `choiceFields`, inside a `FormProvider`. */
export function JoinChoice({ event: { live, price }, hasTiers, questions }: JoinChoiceProps) {
  const form = useFormContext<ChoiceValues>()
  const { errors } = form.formState
  const [slotId, tierId] = form.watch(['slotId', 'tierId'])
  return (
    <>
      {live.slots.length > 0 && (
        <SlotChoice
          slots={live.slots}
          value={slotId}
          onChange={(next) => form.setValue('slotId', next, { shouldDirty: true, shouldValidate: true })}
          error={errors.slotId?.message}
        />
      )}
      {price && hasTiers && (
        <Suspense>
          <TierChoice
            price={price}
            value={tierId}
            onChange={(next) => form.setValue('tierId', next, { shouldDirty: true, shouldValidate: true })}
            error={errors.tierId?.message}
          />
        </Suspense>
      )}
      {questions.map((question) => (
        <TextField
          key={question.id}
          label={question.text}
          isOptional={!question.isRequired}
          error={errors.answers?.[question.id]?.message}
          {...form.register(`answers.${question.id}`)}
        />
      ))}
    </>
  )
}

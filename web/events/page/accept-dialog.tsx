import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { FormProvider } from 'react-hook-form'
import * as v from 'valibot'
import { formatMoney } from '../../../domain/format-money.ts'
import { minute } from '../../../domain/time/spans.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { DialogProps } from '../dialogs.tsx'
import { takingSeat } from '../queries.ts'
import { type ChoiceValues, choiceDefaults, choiceFields, JoinChoice } from './join-choice.tsx'
import { OverlapNote } from './overlap-note.tsx'
import { isBroughtByFriend } from './room-for-friends.ts'

const SeatsTotal = lazy(() => import('./seats-total.tsx'))

/**
 * Whoever was brought by a friend answers the questions of the game before they accept. Their slot is the one of the friend. They choose their
 * ticket as they pay. The link of an email leads everyone here whose offer asks for more, and who joined by themselves has answered.
 */
export default function AcceptDialog({ event, onClose }: DialogProps) {
  const { id } = event
  const questions = isBroughtByFriend(event.live) ? event.questions : []
  const price = event.isHost ? null : event.price
  const tiers = price?.tiers ?? []
  const take = useMutation(takingSeat(id))
  const now = useNow(minute)
  const live = { ...event.live, slots: [] }
  const form = useAppForm<ChoiceValues, ChoiceValues>(v.object(choiceFields({ live, tiers: [], questions })), {
    defaultValues: choiceDefaults({ live, questions }),
    draftKey: `accept:${id}`,
  })
  const { isSubmitting } = form.formState
  const send = form.submitWith(async ({ answers }) => {
    await take.mutateAsync({ answers })
    onClose()
  })
  return (
    <Dialog
      title="Accept offer"
      isOpen
      onClose={onClose}
      width={520}
      isDismissable={!isSubmitting}
      footer={
        <FormButtons formId="accept-form" isSubmitting={isSubmitting} onCancel={onClose}>
          {price ? (tiers.length > 0 ? 'Accept and choose a ticket' : 'Accept and pay') : 'Accept offer'}
        </FormButtons>
      }
    >
      <form id="accept-form" noValidate onSubmit={send} className="grid gap-6 pt-1">
        <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
        <OverlapNote overlaps={event.overlaps} />
        <FormProvider {...form}>
          <JoinChoice event={{ ...event, live }} hasTiers={false} questions={questions} />
        </FormProvider>
        {price && tiers.length > 0 && (
          <p className="text-small text-soft">
            {tiers.map(({ name, amount }) => `${name} ${formatMoney({ amount, currency: price.currency })}`).join(', ')}. You choose your
            ticket and pay for it once you have accepted.
          </p>
        )}
        {price && tiers.length === 0 && (
          <Suspense>
            <SeatsTotal event={event} seats={event.live.mine?.seats ?? 1} tierId={null} now={now} />
          </Suspense>
        )}
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}

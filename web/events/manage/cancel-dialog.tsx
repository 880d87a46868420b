import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as v from 'valibot'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { CancelEvent, type Scope } from '../../../domain/events/form-contract.ts'
import type { ManagedEvent } from '../../../domain/events/manage-contract.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { eventForm } from '../form/host-queries.ts'
import { TouchedDates } from '../touched-dates.tsx'
import { formatCount } from './format-managed-event.ts'
import { Choices } from './manage-choices.tsx'
import { cancellingEvent, deletingDraft } from './manage-queries.ts'
import { gameOrders } from './payments-queries.ts'
import type { Hosting } from './use-hosting.ts'

const CancelForm = v.pick(CancelEvent, ['reason'])

const scopeChoices: { value: Scope; label: string }[] = [
  { value: 'this', label: 'Only this date' },
  { value: 'following', label: 'This and all later dates' },
  { value: 'all', label: 'All upcoming dates' },
]

type OpenDialogProps = { hosting: Hosting; isOpen: boolean; onClose: () => void }

export default function CancelDialog({ hosting, ...opening }: OpenDialogProps) {
  return hosting.managed.event.live.state === 'draft' ? (
    <DeleteDraftDialog hosting={hosting} {...opening} />
  ) : (
    <CancelGameDialog hosting={hosting} {...opening} />
  )
}

function CancelGameDialog({ hosting: { managed, list }, ...opening }: OpenDialogProps) {
  const { event } = managed
  const cancel = useMutation(cancellingEvent(event.id))
  const form = useAppForm(CancelForm, { defaultValues: { reason: '' }, draftKey: `event:${event.id}:cancel` })
  const [scope, setScope] = useState<Scope>('this')
  const listedCount = [...list.going, ...list.waitlist, ...list.requests].filter(({ userId }) => userId !== null).length
  const notifiedCount = listedCount + managed.unansweredInvites
  const isNobodyNotified = notifiedCount === 0 && scope === 'this'
  return (
    <ConfirmDialog
      {...opening}
      title="Cancel this game?"
      confirmLabel={scope === 'this' ? 'Cancel game' : 'Cancel games'}
      cancelLabel="Keep it"
      isDangerous
      width={520}
      onConfirm={async () => {
        await cancel.mutateAsync({ reason: form.getValues('reason'), scope })
        form.discardDraft()
        showSnackbar(isNobodyNotified ? 'Cancelled.' : 'Cancelled. We notified everyone.')
      }}
    >
      <p>
        {scope !== 'this'
          ? 'We will notify everyone in these games right away.'
          : isNobodyNotified
            ? 'There is nobody to notify.'
            : `We will notify ${formatCount(notifiedCount, 'person', 'people')} right away.`}{' '}
        This cannot be undone.
      </p>
      <MoneyBack managed={managed} scope={scope} />
      <SeriesScope event={event} verb="cancel" scope={scope} onChange={setScope} />
      <TextArea
        label="Reason"
        isOptional
        hint={isNobodyNotified ? 'The page of the game shows it.' : 'The page of the game and the message to everyone show it.'}
        limit={300}
        rows={3}
        error={form.formState.errors.reason?.message}
        className="text-ink"
        {...form.register('reason')}
      />
      <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
    </ConfirmDialog>
  )
}

/** What happens to the money. Only those who manage it see how much it is. */
function MoneyBack({ managed: { event, seesPayments }, scope }: { managed: ManagedEvent; scope: Scope }) {
  const { data } = useInfiniteQuery({ ...gameOrders(event.id), enabled: seesPayments })
  const totals = data?.pages[0]?.totals
  if (event.price === null && !totals) return null
  const isKnown = data !== undefined && scope === 'this'
  if (isKnown && !totals) return <p>Nobody has paid, so nothing goes back.</p>
  if (!isKnown || !totals) return <p>Whoever has paid by card gets it back. Give cash back by hand.</p>
  const { card, cash } = totals.ifCancelled
  const write = (amount: number) => formatExactMoney({ amount, currency: totals.currency })
  if (card === 0 && cash === 0) return <p>Nobody has paid, so nothing goes back.</p>
  return (
    <p>
      {card > 0 && `${write(card)} that was paid by card goes back from your Stripe account. `}
      {cash > 0 && `Give ${write(cash)} in cash back by hand.`}
    </p>
  )
}

function DeleteDraftDialog({ hosting: { managed }, ...opening }: OpenDialogProps) {
  const { event } = managed
  const navigate = useNavigate()
  const remove = useMutation(deletingDraft(event.id))
  const [scope, setScope] = useState<Scope>('this')
  return (
    <ConfirmDialog
      {...opening}
      title="Delete this draft?"
      confirmLabel="Delete"
      cancelLabel="Keep it"
      isDangerous
      onConfirm={async () => {
        await remove.mutateAsync(scope)
        showSnackbar('Draft deleted.')
        await navigate('/home', { replace: true })
      }}
    >
      <p>We do not notify anyone. This cannot be undone.</p>
      <SeriesScope event={event} verb="delete" scope={scope} onChange={setScope} />
    </ConfirmDialog>
  )
}

type SeriesScopeProps = { event: EventDetail; verb: 'cancel' | 'delete'; scope: Scope; onChange: (scope: Scope) => void }

/** For a game that repeats: which dates, and their names. */
function SeriesScope({ event: { id, series }, verb, scope, onChange }: SeriesScopeProps) {
  const game = useQuery({ ...eventForm(id), enabled: series !== null })
  if (series === null) return null
  return (
    <>
      <Choices label={series.words} choices={scopeChoices} value={scope} onChange={onChange} />
      {game.data && <TouchedDates verb={verb} scope={scope} game={game.data} state={verb === 'cancel' ? 'published' : 'draft'} />}
    </>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type ActivitySubscription, maxSubscriptions } from '../../domain/activity-subscriptions/contract.ts'
import { nameActivities, stageOf } from '../../domain/activity-subscriptions/rules.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CourtArt } from '../ui/court-art.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { unsubscribing } from './queries.ts'
import { activityIdOf, dateWords, placeWords } from './subscription-words.ts'

type SubscriptionListProps = {
  subscriptions: readonly ActivitySubscription[]
  headingRef: RefObject<HTMLHeadingElement | null>
  onOpen: (id: string) => void
}

/** Milliseconds until a closing dialog has left. */
const dialogGone = 300

const intro = 'We notify you when someone publishes a game like these.'

export function SubscriptionList({ subscriptions, headingRef, onOpen }: SubscriptionListProps) {
  const queryClient = useQueryClient()
  const remove = useMutation(unsubscribing(queryClient))
  const [doomed, setDoomed] = useState<ActivitySubscription | null>(null)
  const [isAsking, setAsking] = useState(false)
  const wasDeleted = useRef(false)
  const isFull = subscriptions.length >= maxSubscriptions
  const ask = (subscription: ActivitySubscription) => {
    setDoomed(subscription)
    setAsking(true)
  }
  // The dialog gives the focus back to a button that is gone with its row: the person goes on at the heading.
  useEffect(() => {
    if (isAsking || !wasDeleted.current) return
    wasDeleted.current = false
    const timer = setTimeout(() => headingRef.current?.focus({ preventScroll: true }), dialogGone)
    return () => clearTimeout(timer)
  }, [isAsking, headingRef])
  const isEmpty = subscriptions.length === 0
  return (
    <section className="max-w-3xl">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pb-5">
        <div className="grid gap-1">
          <h2 ref={headingRef} tabIndex={-1} className="text-heading outline-none">
            Your alerts
          </h2>
          {!isEmpty && (
            <p className="text-soft">
              {isFull ? `You have ${maxSubscriptions} alerts, the most you can have. Delete one to add another.` : intro}
            </p>
          )}
        </div>
        {!isEmpty && (
          <Button variant="go" disabled={isFull} onClick={() => onOpen('new')} className="max-sm:w-full">
            <Plus size={18} aria-hidden="true" /> Add an alert
          </Button>
        )}
      </header>
      {isEmpty ? (
        <EmptyState
          title="Never miss a game near you"
          action={
            <Button variant="go" onClick={() => onOpen('new')}>
              <Plus size={18} aria-hidden="true" /> Add an alert
            </Button>
          }
        >
          Tell us what you play and where. We will notify you about new games. {intro}
        </EmptyState>
      ) : (
        <ul className="border-t border-line">
          {subscriptions.map((subscription) => (
            <Row
              key={subscription.id}
              subscription={subscription}
              onEdit={() => onOpen(subscription.id)}
              onDelete={() => ask(subscription)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        title="Delete this alert?"
        confirmLabel="Delete"
        isDangerous
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          if (!doomed) return
          await remove.mutateAsync(doomed.id)
          showSnackbar('Alert deleted')
          wasDeleted.current = true
        }}
      >
        {doomed && (
          <p>
            We will no longer notify you about {nameActivities(doomed.activities)} {placeWords(doomed)}.
          </p>
        )}
      </ConfirmDialog>
    </section>
  )
}

type RowProps = { subscription: ActivitySubscription; onEdit: () => void; onDelete: () => void }

function Row({ subscription, onEdit, onDelete }: RowProps) {
  const { id, activities, isTemporary } = subscription
  const name = nameActivities(activities)
  const stage = stageOf(subscription, Date.now())
  const dates = dateWords(subscription)
  const art = activityIdOf(activities[0])
  return (
    <li className="grid grid-cols-[64px_1fr_auto] items-center gap-3.5 border-b border-line py-3.5 sm:grid-cols-[96px_1fr_auto] sm:gap-5">
      <span className="h-13 overflow-hidden rounded-thumb bg-wash sm:h-17">{art && <CourtArt activity={art} seed={id} />}</span>
      <div className="grid min-w-0 gap-0.5">
        <p className="text-lead font-strong" title={activities.join(', ')}>
          {name}
        </p>
        <p className="text-soft first-letter:uppercase">{placeWords(subscription)}</p>
        {(dates || isTemporary || stage !== 'running') && (
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-small text-soft">
            {stage === 'ended' ? (
              <Status tone="quiet">Ended</Status>
            ) : stage === 'upcoming' ? (
              <Status tone="warn">Not started</Status>
            ) : (
              isTemporary && <Status tone="live">Temporary</Status>
            )}
            {dates}
          </p>
        )}
      </div>
      <div className="flex max-sm:flex-col">
        <IconButton label={`Edit ${name}`} onClick={onEdit}>
          <Pencil size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={`Delete ${name}`} onClick={onDelete} className="text-soft">
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  )
}

export function SubscriptionListLoading() {
  return (
    <Loading label="Loading your alerts" className="max-w-3xl">
      <Skeleton className="mb-2 h-7.5 w-64" />
      <Skeleton className="mb-7 h-4 w-80 max-w-full" />
      {[1, 2].map((row) => (
        <span
          key={row}
          className="grid grid-cols-[64px_1fr_auto] items-center gap-3.5 border-t border-line py-3.5 sm:grid-cols-[96px_1fr_auto] sm:gap-5"
        >
          <Skeleton className="h-13 rounded-thumb sm:h-17" />
          <span className="grid gap-2">
            <Skeleton className="h-4.5 w-40" />
            <Skeleton className="h-3.5 w-56" />
          </span>
        </span>
      ))}
    </Loading>
  )
}

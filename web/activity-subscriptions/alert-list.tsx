import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import { formatActivities, stageOf } from '../../domain/activity-subscriptions/rules.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CourtArt } from '../ui/court-art.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { activityIdOf, formatArea, formatDates } from './format-alert.ts'
import { deletingAlert } from './queries.ts'

type AlertListProps = {
  alerts: readonly ActivitySubscription[]
  /** How many the plan of the viewer allows. */
  max: number
  headingRef: RefObject<HTMLHeadingElement | null>
  onOpen: (id: string) => void
}

/** How many milliseconds a dialog takes to close. */
const dialogCloseTime = 300

const intro = 'We notify you when someone publishes a game like these.'

export function AlertList({ alerts, max, headingRef, onOpen }: AlertListProps) {
  const queryClient = useQueryClient()
  const remove = useMutation(deletingAlert(queryClient))
  const [alertToDelete, setAlertToDelete] = useState<ActivitySubscription | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const wasDeleted = useRef(false)
  const isFull = alerts.length >= max
  const confirmDelete = (alert: ActivitySubscription) => {
    setAlertToDelete(alert)
    setConfirming(true)
  }
  // The dialog would return the focus to the delete button, but its row is gone, so we focus the heading.
  useEffect(() => {
    if (isConfirming || !wasDeleted.current) return
    wasDeleted.current = false
    const timer = setTimeout(() => headingRef.current?.focus({ preventScroll: true }), dialogCloseTime)
    return () => clearTimeout(timer)
  }, [isConfirming, headingRef])
  const isEmpty = alerts.length === 0
  return (
    <section className="max-w-3xl">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pb-5">
        <div className="grid gap-1">
          <h2 ref={headingRef} tabIndex={-1} className="text-heading outline-none">
            Your alerts
          </h2>
          {!isEmpty && (
            <p className="text-soft">
              {isFull ? `Your plan has room for ${max} alerts. Delete ${alerts.length > max ? 'some' : 'one'} to add another.` : intro}
            </p>
          )}
        </div>
        {!isEmpty && (
          <Button variant="primary" disabled={isFull} onClick={() => onOpen('new')} className="max-sm:w-full">
            <Plus size={18} aria-hidden="true" /> Add an alert
          </Button>
        )}
      </header>
      {isEmpty ? (
        <EmptyState
          title="Never miss a game near you"
          action={
            <Button variant="primary" onClick={() => onOpen('new')}>
              <Plus size={18} aria-hidden="true" /> Add an alert
            </Button>
          }
        >
          Tell us what you play and where. {intro}
        </EmptyState>
      ) : (
        <ul className="border-t border-line">
          {alerts.map((alert) => (
            <Row key={alert.id} alert={alert} onEdit={() => onOpen(alert.id)} onDelete={() => confirmDelete(alert)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        title="Delete this alert?"
        confirmLabel="Delete"
        isDangerous
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          if (!alertToDelete) return
          await remove.mutateAsync(alertToDelete.id)
          showSnackbar('Alert deleted')
          wasDeleted.current = true
        }}
      >
        {alertToDelete && (
          <p>
            We will no longer notify you about {formatActivities(alertToDelete.activities)} {formatArea(alertToDelete)}.
          </p>
        )}
      </ConfirmDialog>
    </section>
  )
}

type RowProps = { alert: ActivitySubscription; onEdit: () => void; onDelete: () => void }

function Row({ alert, onEdit, onDelete }: RowProps) {
  const { id, activities, isTemporary } = alert
  const name = formatActivities(activities)
  const stage = stageOf(alert, Date.now())
  const dates = formatDates(alert)
  const art = activityIdOf(activities[0])
  return (
    <li className="grid grid-cols-[64px_1fr_auto] items-center gap-3.5 border-b border-line py-3.5 sm:grid-cols-[96px_1fr_auto] sm:gap-5">
      <span className="h-13 overflow-hidden rounded-thumb bg-wash sm:h-17">{art && <CourtArt activity={art} seed={id} />}</span>
      <div className="grid min-w-0 gap-0.5">
        <p className="text-lead font-strong" title={activities.join(', ')}>
          {name}
        </p>
        <p className="text-soft first-letter:uppercase">{formatArea(alert)}</p>
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

export function AlertListLoading() {
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

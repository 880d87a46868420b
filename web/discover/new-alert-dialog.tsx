import { getLocalTimeZone, parseDate } from '@internationalized/date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Activity, findActivity } from '../../domain/activities.ts'
import { defaultRadius, maxRadius } from '../../domain/activity-subscriptions/contract.ts'
import type { City } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { type Circle, getCircle } from '../../domain/discover/circle.ts'
import type { DiscoverState } from '../../domain/discover/state.ts'
import { ActivitiesField } from '../activity-subscriptions/activities-field.tsx'
import { addingAlert } from '../activity-subscriptions/queries.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { formatDates } from './format-dates.ts'

type NewAlertDialogProps = { state: DiscoverState; city: City | null; isOpen: boolean; onClose: () => void }

/** The area of the alert, or null if the area of the search is too large for an alert. */
function circleOf({ view, filters: { center, radius } }: DiscoverState): Circle | null {
  if (!view) return center && { ...center, miles: Math.min(maxRadius, radius ?? defaultRadius) }
  const circle = getCircle(view)
  return circle && circle.miles <= maxRadius ? circle : null
}

/** The filters of the search that an alert cannot use. */
const listUnusedFilters = ({ filters, teamId, isFollowed }: DiscoverState) =>
  [
    filters.weekdays.length + filters.withoutWeekdays.length > 0 && 'weekdays',
    (filters.timeOfDay ?? filters.withoutTimeOfDay) !== null && 'time of day',
    filters.level !== null && 'level',
    filters.price !== null && 'price',
    filters.seatsLeft !== null && 'seats left',
    teamId !== null && 'community',
    isFollowed && 'hosts you follow',
  ].filter((name) => name !== false)

/** Saves the current search as an alert. */
export default function NewAlertDialog({ state, city, isOpen, onClose }: NewAlertDialogProps) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [activities, setActivities] = useState<Activity['label'][]>(() =>
    state.filters.activities.flatMap((id) => findActivity(id)?.label ?? []),
  )
  const circle = circleOf(state)
  const name = state.view || !city ? 'this part of the map' : cityLabel(city)
  const { mutate, isPending, error } = useMutation(addingAlert(useQueryClient()))
  const zone = getLocalTimeZone()
  const { from, to } = state.filters
  const save = async () => {
    if (!circle || activities.length === 0) return
    const { namePin } = await import('../maps/name-pin.ts')
    const address = state.view || !city ? await namePin(circle) : { name, lat: circle.lat, lng: circle.lng, description: name }
    const alert = {
      address,
      radius: circle.miles,
      activities,
      startDate: from === null ? null : parseDate(from).toDate(zone).getTime(),
      endDate: to === null ? null : parseDate(to).add({ days: 1 }).toDate(zone).getTime() - 1,
      isTemporary: false,
      idempotencyKey,
    }
    mutate(alert, {
      onSuccess: () => {
        showSnackbar('Alert saved. We will notify you about new games.')
        onClose()
      },
    })
  }
  const dates = formatDates(state.filters)
  const unusedFilters = listUnusedFilters(state)
  return (
    <Dialog
      title="Get alerts for new games"
      isOpen={isOpen}
      onClose={onClose}
      footer={
        circle && (
          <Button variant="primary" isPending={isPending} disabled={activities.length === 0} onClick={() => void save()}>
            Save alert
          </Button>
        )
      }
    >
      {circle ? (
        <div className="grid gap-5">
          <p>
            We will notify you when someone publishes a game{' '}
            <b className="font-strong">within {circle.miles === 1 ? '1 mile' : `${circle.miles} miles`}</b> of{' '}
            <b className="font-strong">{name}</b>
            {dates && `, ${dates}`}. You can change or delete this alert in your settings.
          </p>
          {unusedFilters.length > 0 && (
            <p className="text-small text-soft">Alerts do not use these filters: {new Intl.ListFormat('en-US').format(unusedFilters)}.</p>
          )}
          <ActivitiesField value={activities} onChange={setActivities} />
          {error && <ErrorNotice error={error} />}
        </div>
      ) : (
        <div className="grid justify-items-start gap-4">
          <p>An alert can cover up to {maxRadius} miles around a place. Choose a city or zoom in on the map.</p>
          <LinkButton to="/settings?tab=activities-subscription&subscription=new">Set it up in your settings</LinkButton>
        </div>
      )}
    </Dialog>
  )
}

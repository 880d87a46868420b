import { getLocalTimeZone, parseDate } from '@internationalized/date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Activity, findActivity } from '../../domain/activities.ts'
import { maxRadius, radiusDefault } from '../../domain/activity-subscriptions/contract.ts'
import type { City } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { type Circle, circleIn } from '../../domain/discover/circle.ts'
import type { DiscoverState } from '../../domain/discover/state.ts'
import { ActivitiesField } from '../activity-subscriptions/activities-field.tsx'
import { subscribing } from '../activity-subscriptions/queries.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { dateWords } from './date-words.ts'

type SaveSearchDialogProps = { state: DiscoverState; city: City | null; isOpen: boolean; onClose: () => void }

/** What one is told of; nothing where the view is wider than that may be. */
function circleOf({ view, filters: { center, radius } }: DiscoverState): Circle | null {
  if (!view) return center && { ...center, miles: Math.min(maxRadius, radius ?? radiusDefault) }
  const circle = circleIn(view)
  return circle && circle.miles <= maxRadius ? circle : null
}

/** What else is looked for, and is no part of what one is told by. */
const leftOut = ({ filters, teamId, isFollowed }: DiscoverState) =>
  [
    filters.weekdays.length + filters.withoutWeekdays.length > 0 && 'weekdays',
    (filters.timeOfDay ?? filters.withoutTimeOfDay) !== null && 'time of day',
    filters.level !== null && 'level',
    filters.price !== null && 'price',
    filters.seatsLeft !== null && 'seats left',
    teamId !== null && 'community',
    isFollowed && 'hosts you follow',
  ].filter((name) => name !== false)

/** What is looked for, to be told of from now on. */
export default function SaveSearchDialog({ state, city, isOpen, onClose }: SaveSearchDialogProps) {
  const [key] = useState(() => crypto.randomUUID())
  const [activities, setActivities] = useState<Activity['label'][]>(() =>
    state.filters.activities.flatMap((id) => findActivity(id)?.label ?? []),
  )
  const circle = circleOf(state)
  const name = state.view || !city ? 'this part of the map' : cityLabel(city)
  const { mutate, isPending, error } = useMutation(subscribing(useQueryClient()))
  const zone = getLocalTimeZone()
  const { from, to } = state.filters
  const save = async () => {
    if (!circle || activities.length === 0) return
    const { namePin } = await import('../maps/name-pin.ts')
    const address = state.view || !city ? await namePin(circle) : { name, lat: circle.lat, lng: circle.lng, description: name }
    const search = {
      address,
      radius: circle.miles,
      activities,
      startDate: from === null ? null : parseDate(from).toDate(zone).getTime(),
      endDate: to === null ? null : parseDate(to).add({ days: 1 }).toDate(zone).getTime() - 1,
      isTemporary: false,
      idempotencyKey: key,
    }
    mutate(search, {
      onSuccess: () => {
        showSnackbar('Alert saved. We will notify you about new games.')
        onClose()
      },
    })
  }
  const dates = dateWords(state.filters)
  const others = leftOut(state)
  return (
    <Dialog
      title="Get alerts for new games"
      isOpen={isOpen}
      onClose={onClose}
      footer={
        circle && (
          <Button variant="go" isPending={isPending} disabled={activities.length === 0} onClick={() => void save()}>
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
          {others.length > 0 && (
            <p className="text-small text-soft">Alerts do not use these filters: {new Intl.ListFormat('en-US').format(others)}.</p>
          )}
          <ActivitiesField value={activities} onChange={setActivities} />
          {error && <ErrorNotice error={error} />}
        </div>
      ) : (
        <div className="grid justify-items-start gap-4">
          <p>An alert covers games within {maxRadius} miles of a place. Pick a city, or move the map closer.</p>
          <LinkButton to="/settings?tab=activities-subscription&subscription=new">Set it up in your settings</LinkButton>
        </div>
      )}
    </Dialog>
  )
}

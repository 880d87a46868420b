import { MapPin } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { formatLevels, formatVisibility } from '../../../domain/events/format.ts'
import { titleOf } from '../../../domain/events/rules.ts'
import { Card } from '../../ui/card.tsx'
import { CourtArt } from '../../ui/court-art.tsx'
import { DateBadge, IconBadge } from '../../ui/date-badge.tsx'
import { Seats } from '../../ui/seats.tsx'
import { activityLabel } from '../format-event.ts'
import { formatLongDate, formatPricing, formatTimeRange } from './format-event-form.ts'

/** The title that the game will have: the one typed, or the default one. */
export const getPreviewTitle = ({ title, activity, where }: Pick<FormValues, 'title' | 'activity' | 'where'>) =>
  title.trim() || (where ? titleOf({ title: '', activity, where }) : `${activityLabel(activity)} at …`)

/** Shows the game as others will see it, while the host fills in the form. */
export function EventPreview({ pictureUrl }: { pictureUrl: string | null }) {
  const { control } = useFormContext<FormValues>()
  const values = useWatch({ control }) as FormValues
  const { activity, date, time, minutes, where, slots, capacity, visibility } = values
  const seats = slots.length > 0 ? slots.reduce((sum, slot) => sum + (slot.capacity || 0), 0) : capacity
  return (
    <Card isRaised className="overflow-hidden">
      <PictureOrCourt activity={activity} pictureUrl={pictureUrl} className="h-40" />
      <div className="grid gap-4 p-5">
        <div className="grid gap-1">
          <p className="text-small text-soft">
            <span className="font-strong text-court">{activityLabel(activity)}</span> ·{' '}
            {formatLevels(activity, values.levelMin, values.levelMax)} · {formatVisibility(visibility, null)}
          </p>
          <p className="text-[1.375rem] leading-tight font-bold tracking-tight text-balance wrap-anywhere">{getPreviewTitle(values)}</p>
        </div>
        {date && time && (
          <div className="flex items-center gap-3.5">
            <DateBadge date={date} />
            <span className="grid min-w-0">
              <span className="font-strong">{formatLongDate(date)}</span>
              <span className="text-small text-soft">{formatTimeRange({ date, time }, minutes)}</span>
            </span>
          </div>
        )}
        {where && (
          <div className="flex items-center gap-3.5">
            <IconBadge>
              <MapPin size={20} />
            </IconBadge>
            <span className="grid min-w-0">
              <span className="truncate font-strong">{where.name}</span>
              <span className="truncate text-small text-soft">{where.address}</span>
            </span>
          </div>
        )}
        <p className="font-strong">{formatPricing(values.pricing)}</p>
        {seats >= 1 && seats <= 1000 && <Seats taken={0} open={seats} />}
      </div>
    </Card>
  )
}

export function PictureOrCourt({
  activity,
  pictureUrl,
  className = '',
}: {
  activity: FormValues['activity']
  pictureUrl: string | null
  className?: string
}) {
  return (
    <div aria-hidden="true" className={`overflow-hidden ${className}`}>
      {pictureUrl ? (
        <img src={pictureUrl} alt="" className="block size-full object-cover" />
      ) : (
        <CourtArt activity={activity} seed={activity} className="block size-full" />
      )}
    </div>
  )
}

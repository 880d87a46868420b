import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PlaceDetail, PlaceEdit, PlaceHours } from '../../domain/places/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { formatActivity, formatAmenity, formatHours, formatSurface } from './format-place.ts'
import { placeEdits } from './queries.ts'

type EditsDialogProps = { place: PlaceDetail; isOpen: boolean; onClose: () => void }

/** The history of a place: who changed what, with the values before and after. */
export default function EditsDialog({ place, isOpen, onClose }: EditsDialogProps) {
  const query = useInfiniteQuery({ ...placeEdits(place.id), enabled: isOpen })
  const { data, error, refetch, isFetching } = query
  return (
    <Dialog title={`History of ${place.name}`} isOpen={isOpen} onClose={onClose} width={640}>
      {data ? (
        <>
          <ol className="divide-y divide-line border-y border-line">
            {data.pages
              .flatMap(({ edits }) => edits)
              .map((edit) => (
                <Edit key={edit.version} edit={edit} />
              ))}
          </ol>
          <ShowMore query={query} />
        </>
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading label="Loading the history">
          {[0, 1, 2].map((row) => (
            <span key={row} className="flex gap-3.5 border-t border-line py-4">
              <Skeleton className="size-9 rounded-full" />
              <SkeletonText lines={2} className="flex-1" />
            </span>
          ))}
        </Loading>
      )}
    </Dialog>
  )
}

function Edit({ edit: { editor, changes, createdAt } }: { edit: PlaceEdit }) {
  const editedAt = new Date(createdAt)
  const shownChanges = changes.filter(({ field }) => field !== 'lng' && field !== 'timeZone' && field !== 'cityState')
  return (
    <li className="flex gap-3.5 py-4">
      <Avatar face={editor ?? { id: 'someone', name: '?' }} size={36} isDecorative />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="wrap-anywhere">
          {editor ? (
            <Link to={`/profile/${editor.id}`} className="font-strong underline-offset-3 hover:underline">
              {editor.name}
            </Link>
          ) : (
            <span className="font-strong">Someone</span>
          )}{' '}
          <span className="text-soft">
            {changes.length === 0 ? 'added this place' : 'changed'} ·{' '}
            <time dateTime={editedAt.toISOString()}>{editedAt.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</time>
          </span>
        </p>
        {shownChanges.length > 0 && (
          <dl className="grid gap-1 text-small">
            {shownChanges.map(({ field, before, after }) => (
              <div key={field} className="grid gap-x-3 sm:grid-cols-[7rem_1fr]">
                <dt className="text-soft">{fieldLabels[field]}</dt>
                <dd className="wrap-anywhere">
                  <del className="text-soft">{formatValue(field, before)}</del> <span aria-hidden="true">→</span>{' '}
                  <ins className="no-underline">{formatValue(field, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}

const fieldLabels: Record<PlaceEdit['changes'][number]['field'], string> = {
  name: 'Name',
  description: 'Description',
  lat: 'Pin',
  lng: 'Pin',
  timeZone: 'Time zone',
  address: 'Address',
  cityName: 'City',
  cityState: 'State',
  activities: 'Activities',
  courts: 'Courts',
  surface: 'Surface',
  isIndoor: 'Indoors',
  hasLights: 'Lights',
  fee: 'Fee',
  hours: 'Hours',
  amenities: 'Amenities',
  photos: 'Photos',
}

/** Old edits may hold values of any shape, so we check each value before we show it. */
function formatValue(field: PlaceEdit['changes'][number]['field'], value: unknown): ReactNode {
  const formatList = (format: (id: string) => string) =>
    Array.isArray(value) && value.length > 0 ? value.map((id) => format(String(id))).join(', ') : 'None'
  switch (field) {
    case 'lat':
      return typeof value === 'number' ? `${value.toFixed(4)}° N` : 'Unknown'
    case 'activities':
      return formatList(formatActivity)
    case 'amenities':
      return formatList(formatAmenity)
    case 'photos':
      return Array.isArray(value) ? String(value.length) : '0'
    case 'surface':
      return formatSurface(String(value)) || 'Unknown'
    case 'isIndoor':
    case 'hasLights':
      return value === true ? 'Yes' : 'No'
    case 'hours':
      return value === null
        ? 'No set hours'
        : formatHours(value as PlaceHours)
            .map(({ days, text }) => `${days} ${text}`)
            .join('; ')
    default:
      return value === null || value === '' ? 'Unknown' : String(value)
  }
}

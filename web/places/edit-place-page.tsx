import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { isNotFound } from '../api.ts'
import { useTitle } from '../shell/use-title.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { valuesOf } from './form-values.ts'
import { PlaceForm } from './place-form.tsx'
import { PlaceNotFound } from './place-not-found.tsx'
import { changingPlace, placeById } from './queries.ts'

export default function EditPlacePage() {
  const { id = '' } = useParams()
  // The form must start with the current data, not with an older copy.
  const { data: place, error, isFetching, isFetchedAfterMount, refetch } = useQuery({ ...placeById(id), staleTime: 0 })
  useTitle(place ? `Edit ${place.name}` : null)
  if (isNotFound(error)) return <PlaceNotFound id={id} />
  if (place && (isFetchedAfterMount || !isFetching)) return <EditPlace key={id} place={place} />
  return (
    <div className={pageFrame('wide', 'pt-6 sm:pt-10')}>
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading label="Loading the place">
          <Skeleton className="h-10 w-64" />
          <Skeleton className="mt-8 h-72 rounded-card" />
          <Skeleton className="mt-6 h-11.5 max-w-md rounded-control" />
        </Loading>
      )}
    </div>
  )
}

function EditPlace({ place }: { place: PlaceDetail }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const change = useMutation(changingPlace(place.id))
  // The default values stay the same, even if the place is fetched again while the form is open.
  const [defaultValues] = useState(() => valuesOf(place))
  return (
    <PlaceForm
      title={`Edit ${place.name}`}
      intro={introOf(place)}
      saveLabel="Save changes"
      draftKey={`place:${place.id}`}
      defaultValues={defaultValues}
      placeId={place.id}
      onSave={async ({ idempotencyKey: _, ...form }) => {
        const saved = await change.mutateAsync(form)
        const known = place.proposals.map(({ id }) => id)
        const waits = saved.proposals.some(({ id, isMine }) => isMine && !known.includes(id))
        showSnackbar(waits ? 'Saved. A part of it waits for a second person.' : 'Place saved.')
        return () => void navigate(`/places/view/${place.id}`, { replace: true })
      }}
      findSaved={async (error) =>
        error instanceof ShownError && error.code === 'PlaceVersionConflict'
          ? valuesOf(await queryClient.fetchQuery({ ...placeById(place.id), staleTime: 0 }))
          : null
      }
    />
  )
}

const introOf = ({ mine }: PlaceDetail) =>
  mine?.isCreator
    ? 'Everyone can see what you change in the history of this place.'
    : 'Everyone can see what you change in the history of this place. A new name, a long move and new links or phone numbers wait until a second person confirms them.'

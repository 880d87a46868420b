import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { getMapStart } from '../../domain/discover/circle.ts'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import { defaultRadiusMiles } from '../../domain/discover/state.ts'
import { homeCity } from '../discover/queries.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { newValues } from './form-values.ts'
import { PlaceForm } from './place-form.tsx'
import { addingPlace } from './queries.ts'

export default function NewPlacePage() {
  const navigate = useNavigate()
  const add = useMutation(addingPlace)
  const [params] = useSearchParams()
  const searchedPlace = getMapStart(readDiscoverState(params))
  const home = useQuery({ ...homeCity, enabled: searchedPlace === null })
  const [defaultValues] = useState(newValues)
  return (
    <PlaceForm
      title="Add a place"
      intro="Add a court, field, hall, park or any other place where people play."
      saveLabel="Add place"
      draftKey="place:new"
      defaultValues={defaultValues}
      placeId={null}
      around={
        searchedPlace ??
        (home.data === undefined && home.isFetching ? undefined : home.data ? { ...home.data, miles: defaultRadiusMiles } : null)
      }
      onSave={async ({ version: _, ...place }) => {
        const { id } = await add.mutateAsync(place)
        showSnackbar('Your place is on the map.')
        return () => void navigate(`/places/view/${id}`, { replace: true })
      }}
    />
  )
}

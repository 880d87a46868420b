import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { newValues } from './form-values.ts'
import { PlaceForm } from './place-form.tsx'
import { addingPlace } from './queries.ts'

export default function NewPlacePage() {
  const navigate = useNavigate()
  const add = useMutation(addingPlace)
  const [defaultValues] = useState(newValues)
  return (
    <PlaceForm
      title="Add a place"
      intro="Courts, a field, a hall, a park: wherever people play."
      saveLabel="Add place"
      draftKey="place:new"
      defaultValues={defaultValues}
      placeId={null}
      onSave={async ({ version: _, ...place }) => {
        const { id } = await add.mutateAsync(place)
        showSnackbar('Your place is on the map.')
        return () => void navigate(`/places/view/${id}`, { replace: true })
      }}
    />
  )
}

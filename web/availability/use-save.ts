import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DraftAvailability } from '../../domain/availability/drafts.ts'
import { prepareToSave } from '../../domain/availability/rules.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { myAvailability, savingAvailability } from './queries.ts'

const doNothing = (): void => undefined

/** Saves the hours and shows the result. If they were saved elsewhere first, it loads that version. */
export function useSave(markSaved: (sent: DraftAvailability, version: number) => void) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [wasRejected, setRejected] = useState(false)
  const closeFailureMessage = useRef(doNothing)

  const clearFailure = () => {
    closeFailureMessage.current()
    closeFailureMessage.current = doNothing
    setFailure(null)
    setRejected(false)
  }

  // These callbacks belong to the mutation, not to `mutate`, so they also run after the user has left this tab of the settings.
  const { mutate, isPending } = useMutation({
    ...savingAvailability,
    onSuccess: ({ version }, { version: _, ...sent }) => {
      queryClient.setQueryData(myAvailability.queryKey, { availability: sent, version })
      markSaved(sent, version)
      showSnackbar('Successfully saved availability', { duration: 5000 })
    },
    onError: async (error) => {
      if (error instanceof ShownError && error.code === 'AvailabilityVersionConflict') {
        setRejected(true)
        // The mutation stays pending until the current version has loaded: the user can only save over that version.
        await queryClient.invalidateQueries({ queryKey: myAvailability.queryKey })
        return
      }
      setFailure(error)
      closeFailureMessage.current = showSnackbar('Something went wrong saving availability', {
        duration: 'persistent',
        action: { label: 'OK', onPress: doNothing },
        tone: 'alarm',
      })
    },
  })

  const save = (values: DraftAvailability, version: number) => {
    clearFailure()
    mutate({ ...prepareToSave(values), version })
  }

  return { save, isPending, failure, wasRejected, clearFailure }
}

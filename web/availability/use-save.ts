import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DraftAvailability } from '../../domain/availability/drafts.ts'
import { readyToSave } from '../../domain/availability/rules.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { myAvailability, savingAvailability } from './queries.ts'

const nothing = (): void => undefined

/** Saves, says how it went, and finds out what was saved elsewhere when that was quicker. */
export function useSave(settle: (sent: DraftAvailability, version: number) => void) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [isRefused, setRefused] = useState(false)
  const takeFailureAway = useRef(nothing)

  const forgive = () => {
    takeFailureAway.current()
    takeFailureAway.current = nothing
    setFailure(null)
    setRefused(false)
  }

  // Of the mutation itself, so that it is also heard by who went on to another tab meanwhile.
  const { mutate, isPending } = useMutation({
    ...savingAvailability,
    onSuccess: ({ version }, { version: _, ...sent }) => {
      queryClient.setQueryData(myAvailability.queryKey, { availability: sent, version })
      settle(sent, version)
      showSnackbar('Successfully saved availability', { duration: 5000 })
    },
    onError: async (error) => {
      if (error instanceof ShownError && error.code === 'AvailabilityVersionConflict') {
        setRefused(true)
        // Pending until what stands now is here: only over that can it be saved again.
        await queryClient.invalidateQueries({ queryKey: myAvailability.queryKey })
        return
      }
      setFailure(error)
      takeFailureAway.current = showSnackbar('Something went wrong saving availability', {
        duration: 'persistent',
        action: { label: 'OK', onPress: nothing },
        tone: 'alarm',
      })
    },
  })

  const save = (values: DraftAvailability, version: number) => {
    forgive()
    mutate({ ...readyToSave(values), version })
  }

  return { save, isPending, failure, isRefused, forgive }
}

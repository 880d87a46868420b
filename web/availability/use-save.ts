import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Availability } from '../../domain/availability/contract.ts'
import type { DraftAvailability } from '../../domain/availability/drafts.ts'
import { prepareToSave } from '../../domain/availability/rules.ts'
import { maxMergedSaves, mergeEdits } from '../../domain/merge-edits.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { formatIncoming } from '../ui/edit-conflict.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { listNamedParts } from './availability-parts.ts'
import { myAvailability, saveAvailability } from './queries.ts'
import { readSavedHours, type SavedHours } from './use-availability-draft.ts'

const doNothing = (): void => undefined

type Hours = { values: DraftAvailability; base: SavedHours }
type Outcome = { kind: 'saved'; sent: Availability; version: number; incoming: string[] } | { kind: 'collided'; theirs: SavedHours }

/** Saves the hours. If they were saved elsewhere first, it merges both changes and saves again, unless they collide. */
async function saveMerged(queryClient: QueryClient, { values, base }: Hours): Promise<Outcome> {
  const incoming = new Set<string>()
  let [mine, start] = [values, base]
  for (let rest = maxMergedSaves; ; rest -= 1) {
    const sent = prepareToSave(mine)
    try {
      const { version } = await saveAvailability({ ...sent, version: start.version })
      return { kind: 'saved', sent, version, incoming: [...incoming] }
    } catch (error) {
      if (rest === 0 || !(error instanceof ShownError && error.code === 'AvailabilityVersionConflict')) throw error
    }
    const theirs = readSavedHours(await queryClient.fetchQuery({ ...myAvailability, staleTime: 0 }))
    const edits = { base: start, mine, theirs }
    const merge = mergeEdits(listNamedParts(edits), edits)
    if (merge.collisions.length > 0) return { kind: 'collided', theirs }
    for (const { label } of merge.incoming) incoming.add(label)
    mine = merge.merged
    start = theirs
  }
}

type DraftUpdates = { markSaved: (sent: DraftAvailability, now: SavedHours) => void; mergeWith: (theirs: SavedHours) => void }

/** Saves the hours and shows the result. */
export function useSave({ markSaved, mergeWith }: DraftUpdates) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const closeFailureMessage = useRef(doNothing)

  const clearFailure = () => {
    closeFailureMessage.current()
    closeFailureMessage.current = doNothing
    setFailure(null)
  }

  // These callbacks belong to the mutation, not to `mutate`, so they also run after the user has left this tab of the settings.
  const { mutate, isPending } = useMutation({
    mutationFn: (hours: Hours) => saveMerged(queryClient, hours),
    onSuccess: (outcome, { values }) => {
      if (outcome.kind === 'collided') return mergeWith(outcome.theirs)
      const { sent, version, incoming } = outcome
      queryClient.setQueryData(myAvailability.queryKey, { availability: sent, version })
      markSaved(values, { ...sent, version })
      showSnackbar('Successfully saved availability', { duration: 5000 })
      if (incoming.length > 0) showSnackbar(formatIncoming(incoming), { duration: 5000 })
    },
    onError: (error) => {
      setFailure(error)
      closeFailureMessage.current = showSnackbar('Something went wrong saving availability', {
        duration: 'persistent',
        action: { label: 'OK', onPress: doNothing },
        tone: 'alarm',
      })
    },
  })

  const save = (values: DraftAvailability, base: SavedHours) => {
    clearFailure()
    mutate({ values, base })
  }

  return { save, isPending, failure, clearFailure }
}

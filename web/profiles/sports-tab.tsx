import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OwnProfile, PlayedActivity } from '../../domain/profiles/contract.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { ActivityField } from './activity-field.tsx'
import { removingActivity, savingActivity } from './activity-queries.ts'
import { ActivityRow, activityLabel } from './activity-row.tsx'
import { ownProfile } from './queries.ts'

/** The user's activities, their level in each, and whether others can find them by it. Each change is saved at once. */
export default function SportsTab() {
  const { data, error, isFetching, refetch } = useQuery(ownProfile)
  if (data) return <Sports profile={data} />
  if (!error) return <SportsLoading />
  return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
}

function Sports({ profile: { sportAvailability: list } }: { profile: OwnProfile }) {
  const { mutate: saveActivity } = useMutation(savingActivity)
  const { mutate: removeActivity } = useMutation(removingActivity)
  const [hasTriedToRemoveLast, setTriedToRemoveLast] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (played: PlayedActivity) => {
    if (list.length === 1) return setTriedToRemoveLast(true)
    removeActivity(played)
    // The pressed button disappears with its row, so the focus moves to the heading.
    heading.current?.focus({ preventScroll: true })
    showSnackbar(`${activityLabel(played.activity)} removed`, {
      duration: 5000,
      action: { label: 'Undo', onPress: () => saveActivity(played) },
    })
  }
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="outline-none">
          What you play
        </h2>
        <p className="text-soft">
          Choose your level honestly, because we use it to find games and players for you. We ignore activities that you turn off.
        </p>
      </div>
      <ActivityField
        label="Add an activity"
        excludedIds={new Set(list.map(({ activity }) => activity))}
        onAdd={(activity) => {
          setTriedToRemoveLast(false)
          saveActivity({ activity, level: null, isOn: true })
        }}
        error={hasTriedToRemoveLast && list.length === 1 ? 'Pick atleast one' : undefined}
      />
      <ul aria-label="What you play" className="border-b border-line">
        {list.map((played) => (
          <ActivityRow
            key={played.activity}
            played={played}
            onLevel={(level) => saveActivity({ ...played, level })}
            onRemove={() => remove(played)}
          >
            <Switch
              label={
                <span className="text-small text-soft">
                  {played.isOn ? 'On' : 'Off'}
                  <span className="sr-only">: {activityLabel(played.activity)}</span>
                </span>
              }
              checked={played.isOn}
              onChange={(event) => saveActivity({ ...played, isOn: event.target.checked })}
              className="w-fit flex-row-reverse items-center gap-2.5! py-1!"
            />
          </ActivityRow>
        ))}
      </ul>
    </div>
  )
}

function SportsLoading() {
  return (
    <Loading label="Loading what you play" className="max-w-3xl">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-3 h-4 w-4/5" />
      <Skeleton className="mt-6 mb-6 h-11.5 w-full" />
      {[0, 1, 2].map((row) => (
        <span
          key={row}
          className="grid grid-cols-[4rem_1fr] items-center gap-5 border-t border-line py-3.5 sm:grid-cols-[5.5rem_1fr_15rem]"
        >
          <Skeleton className="h-13 rounded-thumb sm:h-16" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-3 w-full max-sm:hidden" />
        </span>
      ))}
    </Loading>
  )
}

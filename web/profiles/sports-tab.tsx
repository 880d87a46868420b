import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OwnProfile, PlayedActivity } from '../../domain/profiles/contract.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { ActivityField } from './activity-field.tsx'
import { puttingActivity, removingActivity } from './activity-queries.ts'
import { ActivityRow, activityLabel } from './activity-row.tsx'
import { ownProfile } from './queries.ts'

/** What I play, how well, and whether I am to be found by it. Each change is saved as it is made. */
export default function SportsTab() {
  const { data, error, isFetching, refetch } = useQuery(ownProfile)
  if (data) return <Sports profile={data} />
  if (!error) return <SportsLoading />
  return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
}

function Sports({ profile: { sportAvailability: list } }: { profile: OwnProfile }) {
  const { mutate: put } = useMutation(puttingActivity)
  const { mutate: drop } = useMutation(removingActivity)
  const [isLastKept, setLastKept] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (played: PlayedActivity) => {
    if (list.length === 1) return setLastKept(true)
    drop(played)
    // Its row is gone, and with it the button that was pressed.
    heading.current?.focus({ preventScroll: true })
    showSnackbar(`${activityLabel(played.activity)} removed`, {
      duration: 5000,
      action: { label: 'Undo', onPress: () => put(played) },
    })
  }
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="outline-none">
          What you play
        </h2>
        <p className="text-soft">
          Choose your level honestly. We use it to find games and players for you. We ignore activities you turn off.
        </p>
      </div>
      <ActivityField
        label="Add an activity"
        taken={new Set(list.map(({ activity }) => activity))}
        onAdd={(activity) => {
          setLastKept(false)
          put({ activity, level: null, isOn: true })
        }}
        error={isLastKept && list.length === 1 ? 'Pick atleast one' : undefined}
      />
      <ul aria-label="What you play" className="border-b border-line">
        {list.map((played) => (
          <ActivityRow key={played.activity} played={played} onLevel={(level) => put({ ...played, level })} onRemove={() => remove(played)}>
            <Switch
              label={
                <span className="text-small text-soft">
                  {played.isOn ? 'On' : 'Off'}
                  <span className="sr-only">: {activityLabel(played.activity)}</span>
                </span>
              }
              checked={played.isOn}
              onChange={(event) => put({ ...played, isOn: event.target.checked })}
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

import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type PrivacySwitch, type PrivacySwitches, privacySwitches } from '../../domain/privacy/contract.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { readError } from '../ui/read-error.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { PrivacySwitchRows } from './privacy-switch-rows.tsx'
import { changingPrivacy, privacySettings } from './queries.ts'

/** Each switch takes effect at once and is saved separately. */
export function PrivacySwitchList() {
  const { data, error, refetch, isFetching } = useQuery(privacySettings)
  // Switches that the user toggled and that are not saved yet.
  const [unsavedSwitches, setUnsavedSwitches] = useState<Partial<PrivacySwitches>>({})
  const change = useMutation(changingPrivacy)
  useEffect(() => {
    if (data)
      setUnsavedSwitches((all) => Object.fromEntries(Object.entries(all).filter(([name, isOn]) => data[name as PrivacySwitch] !== isOn)))
  }, [data])
  const toggle = (name: PrivacySwitch, isOn: boolean) => {
    setUnsavedSwitches((all) => ({ ...all, [name]: isOn }))
    change.mutateAsync({ [name]: isOn }).then(
      () => showSnackbar('Privacy has been updated successfully.'),
      (failure: unknown) => {
        setUnsavedSwitches(({ [name]: _, ...others }) => others)
        showSnackbar(readError(failure).message, { duration: 3000, tone: 'alarm' })
      },
    )
  }
  return (
    <section aria-labelledby="privacy-switches">
      <h2 id="privacy-switches">What others can see and do</h2>
      <p className="mt-1 text-soft">
        Your full name and your email are never on your profile. Your profile names your city, but never your address.
      </p>
      {data ? (
        <div className="mt-3">
          <PrivacySwitchRows switches={{ ...data, ...unsavedSwitches }} onChange={toggle} />
        </div>
      ) : error ? (
        <ErrorNotice className="mt-5" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SwitchesLoading />
      )}
    </section>
  )
}

function SwitchesLoading() {
  return (
    <Loading label="Loading your privacy settings" className="mt-3">
      {privacySwitches.map((name) => (
        <span key={name} className="flex items-start justify-between gap-5 border-b border-line py-4">
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="h-3.5 w-4/5" />
          </span>
          <Skeleton className="h-6.5 w-11 rounded-full" />
        </span>
      ))}
    </Loading>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { AlertForm } from './alert-form.tsx'
import { AlertList, AlertListLoading } from './alert-list.tsx'
import { myAlerts } from './queries.ts'

/** The URL parameter: `new`, the id of the alert being edited, or missing for the list. So Back leads from the form to the list. */
const parameterName = 'subscription'

export default function AlertsTab() {
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery(myAlerts)
  const openId = search.get(parameterName)
  const heading = useRef<HTMLHeadingElement>(null)
  const shownId = useRef(openId)

  // The element that had the focus is gone with the list or the form, so we focus the heading of the new view.
  useEffect(() => {
    if (shownId.current === openId) return
    shownId.current = openId
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [openId])

  const open = (id: string | null, replace = false) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (id === null) after.delete(parameterName)
        else after.set(parameterName, id)
        return after
      },
      { replace },
    )

  if (openId === 'new') return <AlertForm key="new" alert={null} headingRef={heading} onClose={() => open(null, true)} />
  // The form must start with the current data from the server, not with an older copy from the device.
  if (!data || (openId !== null && !isFetchedAfterMount)) {
    return error ? <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : <AlertListLoading />
  }
  if (openId !== null) {
    const alert = data.subscriptions.find(({ id }) => id === openId)
    if (alert) return <AlertForm key={openId} alert={alert} headingRef={heading} onClose={() => open(null, true)} />
    return (
      <EmptyState title="This alert no longer exists" action={<Button onClick={() => open(null, true)}>See all your alerts</Button>}>
        It may have been deleted in another tab.
      </EmptyState>
    )
  }
  return <AlertList alerts={data.subscriptions} max={data.max} headingRef={heading} onOpen={open} />
}

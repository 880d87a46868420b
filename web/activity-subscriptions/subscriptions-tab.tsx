import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { mySubscriptions } from './queries.ts'
import { SubscriptionForm } from './subscription-form.tsx'
import { SubscriptionList, SubscriptionListLoading } from './subscription-list.tsx'

/** In the address: `new`, the id of the one being edited, or nothing for the list. So Back leads from the form to the list. */
const parameter = 'subscription'

export default function SubscriptionsTab() {
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery(mySubscriptions)
  const wanted = search.get(parameter)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(wanted)

  // What the person was at is gone with the list or the form: they go on at the heading of what stands there now.
  useEffect(() => {
    if (shown.current === wanted) return
    shown.current = wanted
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [wanted])

  const open = (id: string | null, replace = false) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (id === null) after.delete(parameter)
        else after.set(parameter, id)
        return after
      },
      { replace },
    )

  if (wanted === 'new') return <SubscriptionForm key="new" subscription={null} headingRef={heading} onClose={() => open(null, true)} />
  // A form begins with what is saved now, never with what the device kept of an earlier visit.
  if (!data || (wanted !== null && !isFetchedAfterMount)) {
    return error ? <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : <SubscriptionListLoading />
  }
  if (wanted !== null) {
    const edited = data.subscriptions.find(({ id }) => id === wanted)
    if (edited) return <SubscriptionForm key={wanted} subscription={edited} headingRef={heading} onClose={() => open(null, true)} />
    return (
      <EmptyState title="This alert no longer exists" action={<Button onClick={() => open(null, true)}>See all your alerts</Button>}>
        It may have been deleted in another tab.
      </EmptyState>
    )
  }
  return <SubscriptionList subscriptions={data.subscriptions} headingRef={heading} onOpen={open} />
}

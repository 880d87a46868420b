import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RefusedMemberships as Listed } from '../../domain/memberships/contract.ts'
import { formatExactMoney } from '../../domain/money.ts'
import { GivenByHand } from '../payments/given-by-hand.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Section } from '../ui/section.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { notingMembershipGivenBack, refusedMemberships } from './queries.ts'

/** What the viewer owes members of communities that were deleted, which have no page of their own any more. */
export function RefusedMemberships() {
  const { data, error, refetch, isFetching } = useQuery(refusedMemberships)
  const list = useRef<HTMLUListElement>(null)
  useFocusAfterRemoval(list, data?.refused.length ?? 0)
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data || data.refused.length === 0) return null
  return (
    <Section
      title="Could not go back"
      intro="The banks of these members of deleted communities did not take their money, so you have it again. Give it back in another way."
    >
      <ul ref={list} tabIndex={-1} aria-label="Could not go back" className="border-b border-line outline-none">
        {data.refused.map((refused) => (
          <Refused key={refused.paymentId} refused={refused} />
        ))}
      </ul>
    </Section>
  )
}

function Refused({ refused: { paymentId, team, name, person, ...money } }: { refused: Listed['refused'][number] }) {
  const noteBack = useMutation(notingMembershipGivenBack(team.id))
  const amount = formatExactMoney(money)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0">
        <p className="font-strong wrap-anywhere">
          {amount} to {person?.name ?? 'somebody with a block between you'}
        </p>
        <p className="text-small text-soft wrap-anywhere">
          {name}, {team.name}
        </p>
      </div>
      <GivenByHand amount={amount} name={person?.name ?? 'the member'} note={() => noteBack.mutateAsync(paymentId)} />
    </li>
  )
}

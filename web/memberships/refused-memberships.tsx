import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RefusedMemberships as Listed } from '../../domain/memberships/contract.ts'
import { formatExactMoney } from '../../domain/money.ts'
import { GivenByHand } from '../payments/given-by-hand.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Section } from '../ui/section.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { notingMembershipGivenBack, refusedMemberships } from './queries.ts'

const title = 'Refunds that failed'

/** What the viewer owes members of communities that were deleted, which have no page of their own any more. */
export function RefusedMemberships() {
  const { data, error, refetch, isFetching } = useQuery(refusedMemberships)
  const list = useRef<HTMLUListElement>(null)
  const end = useRef<HTMLParagraphElement>(null)
  const count = data?.refused.length ?? 0
  const [hasListed, setHasListed] = useState(false)
  if (count > 0 && !hasListed) setHasListed(true)
  useFocusAfterRemoval(list, count)
  // Only one of the two is there.
  useFocusAfterRemoval(end, count)
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data || (count === 0 && !hasListed)) return null
  if (count === 0)
    return (
      <Section title={title}>
        <p ref={end} tabIndex={-1} className="text-soft outline-none">
          All of it is given back.
        </p>
      </Section>
    )
  return (
    <Section
      title={title}
      intro="The banks of these members of deleted communities did not take their money, so you have it again. Give it back in another way."
    >
      <ul ref={list} tabIndex={-1} aria-label={title} className="border-b border-line outline-none">
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

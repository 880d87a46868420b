import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { formatNamesOf } from '../events/format-event.ts'
import { AvatarStack } from '../ui/avatar.tsx'

const maxNames = 2

/** Whom both know, so that a stranger is less of one. */
export function MutualPeople({ profile: { mutual } }: { profile: PublicProfile }) {
  if (mutual.count === 0) return null
  const named = mutual.people.slice(0, maxNames).map(({ name }) => name)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-small text-soft">
      <AvatarStack faces={mutual.people} total={mutual.count} max={mutual.people.length} size={28} />
      <span className="min-w-0 flex-1 wrap-anywhere">You both know {formatNamesOf(named, mutual.count)}.</span>
    </p>
  )
}

import { formatMoment } from './format-managed-event.ts'
import type { ShownJoiner } from './managed-list.ts'
import type { Hosting } from './use-hosting.ts'

const stateLabels: Partial<Record<ShownJoiner['state'], string>> = {
  left: 'left',
  expired: 'did not answer the offer in time',
  offered: 'did not answer the offer in time',
  refused: 'declined',
  removed: 'removed',
}

/** Joiners who left, were declined or removed, or did not answer their offer in time. */
export function FormerJoiners({ hosting: { list, managed, now } }: { hosting: Hosting }) {
  if (list.formerJoiners.length === 0) return null
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small font-strong text-soft hover:text-ink">
        Not coming ({list.formerJoiners.length})
      </summary>
      <ul className="grid max-w-xl">
        {list.formerJoiners.map((joiner) => (
          <li key={joiner.id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2.5 text-small">
            <span className="font-medium wrap-anywhere">{joiner.name}</span>
            <span className="text-soft">
              {joiner.leftLate ? 'left late' : stateLabels[joiner.state]}, joined{' '}
              {formatMoment(joiner.joinedAt, managed.event.timeZone, now)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

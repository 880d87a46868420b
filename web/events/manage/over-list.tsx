import { momentWords } from './manage-words.ts'
import type { ShownJoiner } from './managed-list.ts'
import type { Hosting } from './use-hosting.ts'

const words: Partial<Record<ShownJoiner['state'], string>> = {
  left: 'left',
  lapsed: 'did not answer the offer',
  offered: 'did not answer the offer',
  refused: 'declined',
  removed: 'removed',
}

/** Who was on the list: nobody is lost from sight. */
export function OverList({ hosting: { list, managed, now } }: { hosting: Hosting }) {
  if (list.over.length === 0) return null
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small font-strong text-soft hover:text-ink">
        Not coming ({list.over.length})
      </summary>
      <ul className="grid max-w-xl">
        {list.over.map((joiner) => (
          <li key={joiner.id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2.5 text-small">
            <span className="font-medium wrap-anywhere">{joiner.name}</span>
            <span className="text-soft">
              {joiner.leftLate ? 'left late' : words[joiner.state]}, joined {momentWords(joiner.joinedAt, managed.event.timeZone, now)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

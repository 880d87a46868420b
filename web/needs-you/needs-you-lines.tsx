import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { NeedsYouItem } from '../../domain/needs-you/contract.ts'
import { describeItem } from './describe-item.ts'

/** The lines of what waits for the viewer. Each leads to where they can answer it. */
export function NeedsYouLines({ items }: { items: readonly NeedsYouItem[] }) {
  const [now] = useState(() => Date.now())
  return (
    <ul aria-labelledby="needs-you" className="border-b border-line">
      {items
        .map((item) => describeItem(item, now))
        .map(({ key, text, detail, to }) => (
          <li key={key} className="border-t border-line">
            <Link to={to} className="group flex min-h-14 items-center justify-between gap-4 py-2.5">
              <span className="grid min-w-0">
                <span className="font-strong wrap-anywhere group-hover:text-court">{text}</span>
                <span className="text-small text-soft wrap-anywhere">{detail}</span>
              </span>
              <ChevronRight size={18} aria-hidden="true" className="flex-none text-soft" />
            </Link>
          </li>
        ))}
    </ul>
  )
}

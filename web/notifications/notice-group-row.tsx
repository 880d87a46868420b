import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { NoticeGroup } from './fold-notices.ts'
import { NoticeRow } from './notice-row.tsx'

type NoticeGroupRowsProps = { group: NoticeGroup; isNew: (key: string) => boolean }

/** The newest notification about a game or a community. A button below it shows the others of that day. */
export function NoticeGroupRows({ group: { about, notices }, isNew }: NoticeGroupRowsProps) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const [newest, ...others] = notices
  if (!newest) return null
  const newCount = others.filter(({ key }) => isNew(key)).length
  return (
    <li className="border-b border-line">
      <NoticeRow notice={newest} isNew={isNew(newest.key)} />
      {others.length > 0 && (
        <>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
            className="mb-1.5 ml-14 flex min-h-11 items-center gap-1.5 rounded-control text-small font-medium text-soft hover:text-ink"
          >
            <ChevronDown size={16} aria-hidden="true" className={isOpen ? 'flex-none rotate-180' : 'flex-none'} />
            {isOpen ? 'Show fewer' : `${others.length} more about this ${about}`}
            {!isOpen && newCount > 0 && `, ${newCount} new`}
          </button>
          <ul id={listId} hidden={!isOpen} className="ml-6 border-t border-line sm:ml-14">
            {others.map((notice) => (
              <li key={notice.key} className="border-b border-line last:border-b-0">
                <NoticeRow notice={notice} isNew={isNew(notice.key)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}

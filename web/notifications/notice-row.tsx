import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import type { Notice } from '../../domain/notifications/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Status } from '../ui/status.tsx'

/** Who did what, when; a tap leads there. */
export function NoticeRow({ notice: { title, text, path, person, createdAt }, isNew }: { notice: Notice; isNew: boolean }) {
  const date = new Date(createdAt)
  return (
    <li className="border-b border-line">
      <Link to={path} className="group grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3.5 py-3.5">
        {person ? (
          <Avatar face={person} size={44} isDecorative />
        ) : (
          <span className="grid size-11 place-items-center rounded-full bg-court-wash text-court">
            <Bell size={20} aria-hidden="true" />
          </span>
        )}
        <span className="grid min-w-0">
          <span className="font-strong wrap-anywhere group-hover:text-court">{title}</span>
          {text && <span className="text-soft wrap-anywhere">{text}</span>}
        </span>
        <span className="grid justify-items-end gap-0.5 text-small text-soft">
          <time dateTime={date.toISOString()}>{date.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })}</time>
          {isNew && (
            <Status tone="live" className="text-ink">
              New
            </Status>
          )}
        </span>
      </Link>
    </li>
  )
}

import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import type { Notice } from '../../domain/notifications/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Status } from '../ui/status.tsx'
import { NoticeMenu } from './notice-menu.tsx'

/** A notification: who did what, and when. It links to the page it is about. Its menu says why the viewer got it. */
export function NoticeRow({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const { title, text, path, person, createdAt } = notice
  const date = new Date(createdAt)
  return (
    <div className="flex items-start gap-1">
      <Link to={path} className="group flex min-w-0 flex-1 items-start gap-3.5 py-3.5">
        {person ? (
          <Avatar face={person} size={44} isDecorative />
        ) : (
          <span className="grid size-11 flex-none place-items-center rounded-full bg-court-wash text-court">
            <Bell size={20} aria-hidden="true" />
          </span>
        )}
        <span className="grid min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3.5">
            <span className="min-w-0 font-strong wrap-anywhere group-hover:text-court">{title}</span>
            <time dateTime={date.toISOString()} className="flex-none text-small text-soft">
              {date.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })}
            </time>
          </span>
          <span className="flex items-baseline justify-between gap-3.5">
            <span className="min-w-0 text-soft wrap-anywhere">{text}</span>
            {isNew && (
              <Status tone="live" className="flex-none text-small">
                New
              </Status>
            )}
          </span>
        </span>
      </Link>
      <span className="pt-2">
        <NoticeMenu notice={notice} />
      </span>
    </div>
  )
}

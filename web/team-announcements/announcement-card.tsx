import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { TeamAnnouncement } from '../../domain/team-announcements/contract.ts'
import { formatIn } from '../../domain/time/write-time.ts'
import { Menu } from '../ui/menu.tsx'
import { RichText } from '../ui/rich-text.tsx'

export type AnnouncementAction = 'edit' | 'delete' | 'readers'

type AnnouncementCardProps = {
  announcement: TeamAnnouncement
  mayAnnounce: boolean
  onAction: (action: AnnouncementAction) => void
  /** Called with the end of an announcement that the viewer has not opened yet. */
  observeEnd: ((id: string) => (end: HTMLElement | null) => (() => void) | undefined) | null
}

const moment = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

export function AnnouncementCard({ announcement, mayAnnounce, onAction, observeEnd }: AnnouncementCardProps) {
  const { id, topic, title, body, author, createdAt, editedAt, isRead, isNew, readers } = announcement
  const heading = title || `From ${author?.name ?? 'the organizers'}`
  const end = useRef<HTMLSpanElement>(null)
  useEffect(() => (isRead ? undefined : observeEnd?.(id)(end.current)), [id, isRead, observeEnd])
  return (
    <li className="grid gap-2.5 border-t border-line py-5 first:border-t-0 first:pt-1">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2 text-small text-soft">
            {isNew && (
              <span className="inline-flex items-center gap-1.5 font-strong text-ink">
                <span aria-hidden="true" className="size-2.5 rounded-full border border-ink/20 bg-ball" /> New
              </span>
            )}
            {topic && <span className="wrap-anywhere font-medium">{topic.name}</span>}
            <time dateTime={new Date(createdAt).toISOString()}>{formatIn(undefined, undefined, moment).format(createdAt)}</time>
            {editedAt !== null && <span>Edited</span>}
          </p>
          <h3 className="text-lead font-strong tracking-tight wrap-anywhere">{heading}</h3>
        </div>
        {mayAnnounce && (
          <div className="-mt-1.5 -mr-2">
            <Menu
              label={`More for ${heading}`}
              entries={[
                { id: 'edit', label: 'Edit', icon: <Pencil size={18} aria-hidden="true" />, onPress: () => onAction('edit') },
                {
                  id: 'delete',
                  label: 'Delete',
                  icon: <Trash2 size={18} aria-hidden="true" />,
                  isDangerous: true,
                  onPress: () => onAction('delete'),
                },
              ]}
            >
              <Ellipsis size={20} aria-hidden="true" />
            </Menu>
          </div>
        )}
      </div>
      <RichText tree={body} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {title && author ? <p className="text-small text-soft wrap-anywhere">{author.name}</p> : <span />}
        {readers && (
          <button
            type="button"
            onClick={() => onAction('readers')}
            className="inline-flex min-h-11 items-center text-small font-strong text-court hover:underline"
          >
            Read by {readers.read} of {readers.total}
          </button>
        )}
      </div>
      <span ref={end} aria-hidden="true" />
    </li>
  )
}

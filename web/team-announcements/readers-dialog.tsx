import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamAnnouncement } from '../../domain/team-announcements/contract.ts'
import { formatIn } from '../../domain/time/write-time.ts'
import { PersonRow, PersonRowsLoading } from '../profiles/person-row.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { announcementReaders } from './queries.ts'

type ReadersDialogProps = { teamId: string; announcement: TeamAnnouncement; onClose: () => void }

const moment = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** Who has read an announcement, and who has not. */
export default function ReadersDialog({ teamId, announcement: { id, readers }, onClose }: ReadersDialogProps) {
  const [selected, setSelected] = useState<'read' | 'unread'>('read')
  const { read, total } = readers ?? { read: 0, total: 0 }
  const panelOf = (list: 'read' | 'unread') => <Readers teamId={teamId} announcementId={id} list={list} />
  return (
    <Dialog title={`Read by ${read} of ${total}`} isOpen onClose={onClose} width={480}>
      <Tabs
        label="Members"
        selected={selected}
        onSelect={setSelected}
        tabs={[
          { name: 'read', label: 'Read', count: read, panel: panelOf('read') },
          { name: 'unread', label: 'Not yet', count: Math.max(0, total - read), panel: panelOf('unread') },
        ]}
      />
    </Dialog>
  )
}

function Readers({ teamId, announcementId, list }: { teamId: string; announcementId: string; list: 'read' | 'unread' }) {
  const query = useInfiniteQuery(announcementReaders(teamId, announcementId, list))
  const { data, error, refetch, isFetching } = query
  if (!data) {
    if (!error) return <PersonRowsLoading label="Loading the members" />
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  const people = data.pages.flatMap((page) => page.people)
  if (people.length === 0) return <p className="text-soft">{list === 'read' ? 'Nobody has read it yet.' : 'Everyone has read it.'}</p>
  return (
    <>
      <ul aria-label={list === 'read' ? 'Who has read it' : 'Who has not read it'} className="grid">
        {people.map(({ person, readAt }) => (
          <PersonRow
            key={person.id}
            face={person}
            note={readAt === null ? undefined : formatIn(undefined, undefined, moment).format(readAt)}
          />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  )
}

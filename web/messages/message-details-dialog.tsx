import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { formatMoment } from './format-time.ts'
import { MessageShapes } from './message-shapes.tsx'
import { MessageText } from './message-text.tsx'
import { messageDetails } from './queries.ts'

type MessageDetailsDialogProps = { conversation: OpenConversation; seq: number; onClose: () => void }

/** Who has read a message and reacted to it, and what it said before it was edited. */
export function MessageDetailsDialog({ conversation: { id, kind }, seq, onClose }: MessageDetailsDialogProps) {
  const query = useQuery(messageDetails(id, seq))
  const { data, error } = query
  const now = useNow(60_000)
  return (
    <Dialog title="Message details" isOpen onClose={onClose}>
      {data ? (
        <div className="grid gap-6">
          <Part title={kind === 'direct' && data.readers.length > 0 ? 'Seen' : 'Seen by'}>
            <People people={data.readers} empty="Nobody yet" />
          </Part>
          {data.votes?.map(({ text, count, people }) => (
            <Part key={text} title={`${text} · ${count}`}>
              <People people={people} empty={count === 0 ? 'Nobody yet' : 'This poll does not show who voted.'} />
            </Part>
          ))}
          {data.reactions.map(({ emoji, count, people }) => (
            <Part key={emoji} title={`${emoji} ${count}`}>
              <People people={people} empty="People who are no longer here" />
            </Part>
          ))}
          {data.earlierTexts.length > 0 && (
            <Part title="Earlier texts">
              <ul className="grid gap-3">
                {data.earlierTexts.map(({ text, until }) => (
                  <li key={until} className="border-l-2 border-line pl-3">
                    <p className="text-tiny text-soft">Until {formatMoment(until, now)}</p>
                    <MessageText text={text} />
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </div>
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Loading>
          <MessageShapes />
        </Loading>
      )}
    </Dialog>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2">
    <h3 className="font-strong">{title}</h3>
    {children}
  </section>
)

const People = ({ people, empty }: { people: readonly Face[]; empty: string }) =>
  people.length === 0 ? (
    <p className="text-soft">{empty}</p>
  ) : (
    <ul className="grid gap-2">
      {people.map((face) => (
        <li key={face.id} className="flex items-center gap-2.5">
          <Avatar face={face} size={28} isDecorative />
          <span className="min-w-0 wrap-anywhere">{face.name}</span>
        </li>
      ))}
    </ul>
  )

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamInvitation } from '../../domain/team-joining/contract.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { PersonRow } from '../profiles/person-row.tsx'
import { Button } from '../ui/button.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { endingInvitation, teamInvitations } from './queries.ts'

const nameOf = ({ kind, person, email, uses, maxUses }: TeamInvitation) =>
  person?.name ?? (kind === 'link' ? `Link, used ${uses} of ${maxUses} times` : (email ?? 'An email address'))

const formatDay = (at: number, now: number) => writeDate(at, { now }, { month: 'short', day: 'numeric' })

/** Invitations that nobody has answered yet. Shows nothing if there are none. */
export function OpenInvitations({ teamId }: { teamId: string }) {
  const query = useInfiniteQuery(teamInvitations(teamId))
  const [now] = useState(() => Date.now())
  const end = useMutation(endingInvitation(teamId))
  const invitations = query.data?.pages.flatMap((page) => page.invitations) ?? []
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="open-invitations" className="border-t border-line pt-5">
      <h3 id="open-invitations" className="text-small font-strong">
        Open invitations
      </h3>
      <ul>
        {invitations.map((invitation) => {
          const { id, person, inviter, isMine, expiresAt } = invitation
          const name = nameOf(invitation)
          return (
            <PersonRow
              key={id}
              face={person ?? { id, name, pictureUrl: null }}
              isAddress={person === null}
              note={`${isMine ? '' : inviter ? `By ${inviter.name}, ` : ''}until ${formatDay(expiresAt, now)}`}
            >
              <Button size="small" isPending={end.isPending && end.variables === id} onClick={() => end.mutate(id)}>
                End <VisuallyHidden>{name}</VisuallyHidden>
              </Button>
            </PersonRow>
          )
        })}
      </ul>
      <ShowMore query={query} />
    </section>
  )
}

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization } from '../../domain/organizations/contract.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { PersonRowsLoading } from '../profiles/person-row.tsx'
import { listedTeams } from '../teams/directory/queries.ts'
import { formatMembers, formatTeamCity } from '../teams/format-team.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/field.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { agreeingToLink } from './queries.ts'

const typingPause = 250

/** The owner looks for a community and asks it to be part of the organization. */
export default function AskTeamDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), typingPause)
  const query = useInfiniteQuery({ ...listedTeams({ cityId: null, activity: null, joinMode: null, q }), enabled: q !== '' })
  const agree = useMutation(agreeingToLink)
  const states = new Map(organization.teams.map(({ id, state }) => [id, state]))
  const found = query.data?.pages[0]?.teams ?? []
  return (
    <Dialog title="Ask a community" isOpen onClose={onClose} width={560} footer={<Button onClick={onClose}>Done</Button>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <TextField
          label="Name of the community"
          hint="Its owner and organizers decide. It is part of your organization once they accept."
          type="search"
          autoFocus
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {q === '' ? null : query.isPending ? (
          <PersonRowsLoading label="Searching" />
        ) : query.data === undefined ? (
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        ) : found.length === 0 ? (
          <p role="status" className="text-soft">
            No community with this name.
          </p>
        ) : (
          <ul aria-label="Communities found">
            {found.map((team) => {
              const state = states.get(team.id)
              return (
                <li key={team.id} className="flex min-h-16 items-center gap-3.5 border-b border-line py-2.5">
                  <Avatar face={{ ...team, pictureUrl: team.photo && photoUrl(team.photo, 480) }} size={40} isDecorative />
                  <span className="grid min-w-0 flex-1">
                    <span className="line-clamp-2 font-strong wrap-anywhere">{team.name}</span>
                    <span className="text-small text-soft">{[formatTeamCity(team), formatMembers(team)].filter(Boolean).join(' · ')}</span>
                  </span>
                  {state ? (
                    <span className="text-small text-soft">{state === 'belongs' ? 'Is part of it' : 'Asked'}</span>
                  ) : (
                    <Button
                      size="small"
                      isPending={agree.isPending && agree.variables.teamId === team.id}
                      disabled={agree.isPending}
                      aria-label={`Ask: ${team.name}`}
                      onClick={() => agree.mutate({ id: organization.id, teamId: team.id })}
                    >
                      Ask
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

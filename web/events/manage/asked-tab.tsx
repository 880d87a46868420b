import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { HostAction } from '../../../domain/events/manage-contract.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { readError } from '../../ui/error-words.ts'
import { sayFailure } from '../../ui/say-failure.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { JoinerAnswers, JoinerFace, JoinerName, partyNote } from './manage-joiner.tsx'
import { actingOnJoiners } from './manage-queries.ts'
import { countWords, momentWords } from './manage-words.ts'
import type { ShownJoiner } from './managed-list.ts'
import type { Hosting } from './use-hosting.ts'

type Decision = Extract<HostAction, 'approve' | 'refuse'>

/** Who asked to come and waits for a yes or no. */
export function AskedTab({ hosting }: { hosting: Hosting }) {
  const { asked } = hosting.list
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const act = useMutation(actingOnJoiners(hosting.managed.event.id))
  if (asked.length === 0) {
    return <EmptyState title="No requests">When someone asks to join, their request and answers show up here.</EmptyState>
  }
  // Whoever is gone from the list meanwhile is not acted on.
  const picked = asked.filter(({ id }) => chosen.has(id))
  const decide = (joiners: readonly ShownJoiner[], action: Decision) =>
    act.mutate(
      { joinerIds: joiners.map(({ id }) => id), action },
      {
        onSuccess: ({ done, refused }) => {
          setChosen(new Set(refused.map(({ joinerId }) => joinerId)))
          if (done > 0)
            showSnackbar(`${countWords(done, 'person', 'people')} ${action === 'approve' ? 'approved' : 'declined'} and notified.`)
          const [first] = refused
          if (first) sayFailure(readError(first.error).message)
        },
        onError: sayFailure,
      },
    )
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <div className="grid gap-2">
      {asked.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Checkbox
            label={picked.length === 0 ? `All ${asked.length}` : `${picked.length} selected`}
            checked={picked.length === asked.length}
            onChange={({ target }) => setChosen(new Set(target.checked ? asked.map(({ id }) => id) : []))}
          />
          {picked.length > 0 && (
            <span className="flex gap-2.5">
              <Button size="small" disabled={act.isPending} onClick={() => decide(picked, 'refuse')}>
                Decline {picked.length}
              </Button>
              <Button size="small" variant="go" isPending={act.isPending} onClick={() => decide(picked, 'approve')}>
                Approve {picked.length}
              </Button>
            </span>
          )}
        </div>
      )}
      <ul aria-label="Requests to join" className="grid">
        {asked.map((joiner) => (
          <li
            key={joiner.id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 gap-y-1 border-b border-line py-2.5 first:border-t sm:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            {asked.length > 1 ? (
              <Checkbox
                label={<span className="sr-only">{`Choose ${joiner.name}`}</span>}
                checked={chosen.has(joiner.id)}
                onChange={() => toggle(joiner.id)}
                className="-mr-2"
              />
            ) : (
              <span />
            )}
            <div className="flex min-w-0 items-center gap-3">
              <JoinerFace joiner={joiner} />
              <div className="grid min-w-0">
                <JoinerName joiner={joiner} />
                <span className="text-small text-soft wrap-anywhere">
                  {[partyNote(hosting, joiner), momentWords(joiner.joinedAt, hosting.managed.event.timeZone, hosting.now)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <JoinerAnswers joiner={joiner} hosting={hosting} className="pt-0.5" />
              </div>
            </div>
            {hosting.isOn && (
              <span className="flex gap-2.5 max-sm:col-start-2 max-sm:pt-1 max-sm:pl-14">
                <Button
                  size="small"
                  disabled={act.isPending}
                  aria-label={`Decline ${joiner.name}`}
                  onClick={() => decide([joiner], 'refuse')}
                >
                  Decline
                </Button>
                <Button
                  size="small"
                  disabled={act.isPending}
                  aria-label={`Approve ${joiner.name}`}
                  onClick={() => decide([joiner], 'approve')}
                >
                  Approve
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

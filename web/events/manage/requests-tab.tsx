import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { HostAction } from '../../../domain/events/manage-contract.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { readError } from '../../ui/read-error.ts'
import { showFailure } from '../../ui/show-failure.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { formatCount, formatMoment } from './format-managed-event.ts'
import { formatJoinerNote, JoinerAnswers, JoinerFace, JoinerName } from './manage-joiner.tsx'
import { actingOnJoiners } from './manage-queries.ts'
import type { ShownJoiner } from './managed-list.ts'
import type { Hosting } from './use-hosting.ts'

type Decision = Extract<HostAction, 'approve' | 'refuse'>

/** Players who asked to join and wait for the hosts' answer. */
export function RequestsTab({ hosting }: { hosting: Hosting }) {
  const { requests } = hosting.list
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const act = useMutation(actingOnJoiners(hosting.managed.event.id))
  if (requests.length === 0) {
    return <EmptyState title="No requests">When someone asks to join, their request and answers show up here.</EmptyState>
  }
  // A chosen player may have left the list meanwhile.
  const selected = requests.filter(({ id }) => chosen.has(id))
  const decide = (joiners: readonly ShownJoiner[], action: Decision) =>
    act.mutate(
      { joinerIds: joiners.map(({ id }) => id), action },
      {
        onSuccess: ({ done, refused }) => {
          setChosen(new Set(refused.map(({ joinerId }) => joinerId)))
          if (done > 0)
            showSnackbar(`${formatCount(done, 'person', 'people')} ${action === 'approve' ? 'approved' : 'declined'} and notified.`)
          const [first] = refused
          if (first) showFailure(readError(first.error).message)
        },
        onError: showFailure,
      },
    )
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <div className="grid gap-2">
      {requests.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Checkbox
            label={selected.length === 0 ? `Select all ${requests.length}` : `${selected.length} selected`}
            checked={selected.length === requests.length}
            onChange={({ target }) => setChosen(new Set(target.checked ? requests.map(({ id }) => id) : []))}
          />
          {selected.length > 0 && (
            <span className="flex gap-2.5">
              <Button size="small" disabled={act.isPending} onClick={() => decide(selected, 'refuse')}>
                Decline {selected.length}
              </Button>
              <Button size="small" variant="primary" isPending={act.isPending} onClick={() => decide(selected, 'approve')}>
                Approve {selected.length}
              </Button>
            </span>
          )}
        </div>
      )}
      <ul aria-label="Requests to join" className="grid">
        {requests.map((joiner) => (
          <li
            key={joiner.id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 gap-y-1 border-b border-line py-2.5 first:border-t sm:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            {requests.length > 1 ? (
              <Checkbox
                label={<span className="sr-only">{`Select ${joiner.name}`}</span>}
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
                  {[formatJoinerNote(hosting, joiner), formatMoment(joiner.joinedAt, hosting.managed.event.timeZone, hosting.now)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <JoinerAnswers joiner={joiner} hosting={hosting} className="pt-0.5" />
              </div>
            </div>
            {hosting.isPublished && (
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

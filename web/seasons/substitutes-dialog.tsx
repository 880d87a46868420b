import { useMutation, useQuery } from '@tanstack/react-query'
import { UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import type { Substitutes } from '../../domain/seasons/substitutes-contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { LazyComboBox } from '../ui/lazy-combo-box.tsx'
import { readError } from '../ui/read-error.ts'
import { Loading } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { Status, type StatusTone } from '../ui/status.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useFocusOfPick } from '../ui/use-focus-of-pick.ts'
import { askingSubstitute, substituteCandidates, substitutesOf } from './substitute-queries.ts'

type SubstitutesDialogProps = { seasonId: string; eventId: string; label: string; onClose: () => void }

/** For organizers and the captains of a game: who was asked to take a seat, and asking somebody by hand. */
export function SubstitutesDialog({ seasonId, eventId, label, onClose }: SubstitutesDialogProps) {
  const { data, error, refetch, isFetching } = useQuery(substitutesOf({ seasonId, eventId }))
  return (
    <Dialog title="Substitutes" isOpen onClose={onClose} width={460} footer={<Button onClick={onClose}>Done</Button>}>
      <div className="grid gap-5">
        <p className="text-soft wrap-anywhere">
          {label}.{' '}
          {data && data.openSeats > 0
            ? `${data.openSeats === 1 ? '1 seat is' : `${data.openSeats} seats are`} open. The first person who says yes gets it.`
            : 'If a player leaves in the last two days, we ask substitutes and free agents.'}
        </p>
        <AskSomebody seasonId={seasonId} eventId={eventId} />
        {data ? (
          <AskedList asked={data.asked} isOpen={data.openSeats > 0} />
        ) : error ? (
          <ErrorNotice title="We could not load who was asked" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading who was asked">
            <SkeletonRows count={2} className="gap-3 py-2.5" picture="size-8 rounded-full" lines={['w-36', 'w-24']} />
          </Loading>
        )}
      </div>
    </Dialog>
  )
}

const answers: Record<'yes' | 'no' | 'waits' | 'late', { tone: StatusTone; text: string }> = {
  yes: { tone: 'good', text: 'Said yes' },
  no: { tone: 'quiet', text: 'Said no' },
  waits: { tone: 'warn', text: 'No answer yet' },
  late: { tone: 'quiet', text: 'No answer' },
}

function AskedList({ asked, isOpen }: { asked: Substitutes['asked']; isOpen: boolean }) {
  if (asked.length === 0) return <p className="text-small text-soft">Nobody was asked for this game yet.</p>
  return (
    <ul aria-label="Who was asked" className="border-b border-line">
      {asked.map(({ person, answer, isByHand }) => {
        const { tone, text } = answers[answer ?? (isOpen ? 'waits' : 'late')]
        return (
          <li key={person.id} className="flex min-h-14 items-center gap-3 border-t border-line py-2">
            <Avatar face={person} size={32} isDecorative />
            <span className="min-w-0 flex-1 wrap-anywhere">
              {person.name}
              {isByHand && <span className="block text-small text-soft">Asked by hand</span>}
            </span>
            <Status tone={tone} className="text-small">
              {text}
            </Status>
          </li>
        )
      })}
    </ul>
  )
}

const searchDelayMs = 150

function AskSomebody({ seasonId, eventId }: { seasonId: string; eventId: string }) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<Face | null>(null)
  const { data, isFetching, error } = useQuery(substituteCandidates({ seasonId, eventId }, useDebounced(text, searchDelayMs)))
  const ask = useMutation(askingSubstitute)
  const { button, hasPickedBefore } = useFocusOfPick(picked !== null)
  const send = async (userId: string) => {
    await ask.mutateAsync({ seasonId, eventId, userId })
    setPicked(null)
  }
  return (
    <div className="grid gap-3">
      {picked ? (
        <div className="flex flex-wrap items-center gap-3">
          <Avatar face={picked} size={40} isDecorative />
          <span className="min-w-0 flex-1 font-strong wrap-anywhere">{picked.name}</span>
          <Button ref={button} size="small" variant="quiet" disabled={ask.isPending} onClick={() => setPicked(null)}>
            Choose another
          </Button>
          <Button
            size="small"
            variant="primary"
            aria-label={`Ask ${picked.name}`}
            isPending={ask.isPending}
            onClick={() => void send(picked.id).catch(() => undefined)}
          >
            Ask
          </Button>
        </div>
      ) : (
        <LazyComboBox
          label="Ask a substitute"
          autoFocus={hasPickedBefore}
          placeholder="Search by name"
          icon={UserRoundSearch}
          items={data?.people ?? []}
          getKey={({ id }) => id}
          getText={({ name }) => name}
          renderItem={(person) => (
            <>
              <Avatar face={person} size={32} isDecorative />
              <span className="grid min-w-0">
                <span className="truncate font-medium">{person.name}</span>
                {person.isSubstitute && <span className="text-small text-soft">Substitute or free agent</span>}
              </span>
            </>
          )}
          inputValue={text}
          onInputChange={setText}
          onPick={(person) => {
            if (!person) return
            setText('')
            ask.reset()
            setPicked(person)
          }}
          isLoading={isFetching}
          emptyText="No other member has this name."
          error={error ? readError(error).message : undefined}
        />
      )}
      {ask.isError && <ErrorNotice error={ask.error} />}
    </div>
  )
}

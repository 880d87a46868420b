import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { pages } from '../../domain/pages.ts'
import type { BlockEntry } from '../../domain/privacy/contract.ts'
import { PersonRow, PersonRowsLoading } from '../profiles/person-row.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { blocklist, unblocking } from './queries.ts'

const loadDialog = () => import('./block-dialog.tsx')
const BlockDialog = lazy(loadDialog)

export function BlockedPeople() {
  const [isBlocking, setBlocking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="blocked-people" className="lg:-mt-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="blocked-people" ref={heading} tabIndex={-1}>
          Blocked people
        </h2>
        <Button onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()} onClick={() => setBlocking(true)}>
          Block people
        </Button>
      </div>
      <p className="mt-2 text-soft">
        People you block cannot find you, open your profile, message you or invite you, and you will no longer see them. You stop following
        each other and are no longer connected. We do not notify them.
      </p>
      {/* The button that had the focus disappears with its row, so the focus moves to the heading. */}
      <BlockedList onUnblock={() => heading.current?.focus({ preventScroll: true })} />
      <p className="mt-4 text-small text-soft">
        Blocking several people? Add them to{' '}
        <Link to={`/${pages.userList.path}`} className="font-strong text-court underline-offset-3 hover:underline">
          your lists
        </Link>{' '}
        and block them together.
      </p>
      {isBlocking && (
        <Suspense>
          <BlockDialog onClose={() => setBlocking(false)} />
        </Suspense>
      )}
    </section>
  )
}

const formatDate = (at: number) => new Date(at).toLocaleDateString([], { dateStyle: 'medium' })

function BlockedList({ onUnblock }: { onUnblock: () => void }) {
  const query = useInfiniteQuery(blocklist)
  const { data, error, refetch, isFetching } = query
  const unblock = useMutation({
    ...unblocking,
    onSuccess: () => void showSnackbar('User unblocked successfully.'),
    onError: (...args) => {
      unblocking.onError?.(...args)
      showSnackbar('Error while unblocking user.', { duration: 3000, tone: 'alarm' })
    },
  })
  if (error && !data) return <ErrorNotice className="mt-5" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <PersonRowsLoading label="Loading blocked people" className="mt-3" />
  const entries = data.pages.flatMap((page) => page.blocklist)
  if (entries.length === 0) {
    return (
      <EmptyState title="Nobody is blocked">If someone ruins the game for you, block them here. You can undo it at any time.</EmptyState>
    )
  }
  const face = ({ id, userId, name, pictureUrl }: BlockEntry) => ({ id: userId ?? id, name, pictureUrl })
  return (
    <>
      <ul aria-label="Blocked people" className="mt-3">
        {entries.map((entry) => (
          <PersonRow key={entry.id} face={face(entry)} isAddress={entry.email !== null} note={`Since ${formatDate(entry.blockedAt)}`}>
            <Button
              size="small"
              aria-label={`Unblock ${entry.name}`}
              onClick={() => {
                unblock.mutate(entry.id)
                onUnblock()
              }}
            >
              Unblock
            </Button>
          </PersonRow>
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  )
}

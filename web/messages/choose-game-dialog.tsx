import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { EventCard } from '../../domain/events/contract.ts'
import { formatEventTime } from '../discover/format-event.ts'
import { eventUrl } from '../events/format-event.ts'
import { eventById } from '../events/queries.ts'
import { upcomingGames } from '../events/upcoming-queries.ts'
import { LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'

type ChooseGameProps = {
  /** The game that stands above the conversation. */
  nextGameId: string | null
  onClose: () => void
  onChoose: (link: string) => void
}

/** The games that a person may want to show in a message. A choice writes the link into the field, and the message shows the game. */
export default function ChooseGameDialog({ isOpen, onClose, ...rest }: ChooseGameProps & { isOpen: boolean }) {
  return (
    <Dialog title="Choose a game" isOpen={isOpen} onClose={onClose}>
      <Games {...rest} onClose={onClose} />
    </Dialog>
  )
}

type ShownGame = Pick<EventCard, 'id' | 'title' | 'startsAt' | 'timeZone' | 'where'>

function Games({ nextGameId, onClose, onChoose }: ChooseGameProps) {
  const { data: next } = useQuery({ ...eventById(nextGameId ?? ''), enabled: nextGameId !== null })
  const query = useInfiniteQuery(upcomingGames)
  const now = Date.now()
  if (query.isLoadingError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
  if (!query.data) return <GamesLoading />
  const own = query.data.pages.flatMap(({ events }) => events).filter(({ id, state }) => state === 'published' && id !== next?.id)
  const games: ShownGame[] = next ? [next, ...own] : own
  if (games.length === 0 && !query.hasNextPage) {
    return (
      <EmptyState title="No games yet" action={<LinkButton to="/discover">Find a game</LinkButton>}>
        Games that you join or host appear here. You can also paste the link of any game into a message.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Games" className="-mx-3 grid gap-0.5">
        {games.map((game) => (
          <li key={game.id}>
            <button
              type="button"
              onClick={() => {
                onChoose(eventUrl(game.id))
                onClose()
              }}
              className="grid min-h-11 w-full gap-0.5 rounded-control px-3 py-2 text-left hover:bg-wash focus-visible:-outline-offset-2"
            >
              <span className="font-strong wrap-anywhere">{game.title}</span>
              <span className="text-small text-soft wrap-anywhere">
                {formatEventTime(game, now)} · {game.where.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  )
}

const GamesLoading = () => (
  <Loading label="Loading your games">
    <SkeletonRows count={3} className="gap-3 py-2" picture="hidden" lines={['w-48', 'w-64 max-w-full']} />
  </Loading>
)

import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { GameTab } from '../../domain/my-games/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useNow } from '../ui/use-now.ts'
import { MyGameRow, MyGamesLoading } from './my-game-row.tsx'
import { myGames } from './queries.ts'

const findGame = <LinkButton to="/discover">Find a game</LinkButton>

const emptyTexts: Record<GameTab, { title: string; text: string; action: ReactNode }> = {
  next: { title: 'You have no games planned', text: 'Join a game near you. You find it here, with its ticket.', action: findGame },
  hosting: {
    title: 'You are not hosting any games',
    text: 'Choose a time and a place, and share the link.',
    action: <LinkButton to="/create/event">Host a game</LinkButton>,
  },
  waiting: {
    title: 'You are not waiting for any game',
    text: 'When you join a waitlist or ask to join a game, you find it here.',
    action: findGame,
  },
  saved: { title: 'You have saved no games', text: 'Press “Save” on the page of a game to decide later.', action: findGame },
  past: { title: 'You have not played yet', text: 'You find the games that you played or hosted here.', action: findGame },
}

/** My games of one kind as a list, a page at a time. */
export function GameList({ tab }: { tab: GameTab }) {
  const query = useInfiniteQuery(myGames(tab))
  const now = useNow(minute)
  if (query.isPending) return <MyGamesLoading />
  if (query.data === undefined) {
    return (
      <ErrorNotice
        title="We could not load your games"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  const games = query.data.pages.flatMap((page) => page.games)
  if (games.length === 0 && !query.hasNextPage) {
    const { title, text, action } = emptyTexts[tab]
    return (
      <EmptyState title={title} action={action}>
        {text}
      </EmptyState>
    )
  }
  return (
    <div>
      <ul aria-label="Games" className="border-b border-line">
        {games.map((game, index) => (
          <MyGameRow key={game.id} game={game} tab={tab} now={now} hasCountdown={tab === 'next' && index === 0} />
        ))}
      </ul>
      <ShowMore query={query} />
    </div>
  )
}

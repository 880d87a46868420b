import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { addSums } from '../../domain/ledger/add-sums.ts'
import type { LedgerGame } from '../../domain/ledger/contract.ts'
import { seasonPath } from '../seasons/format-season.ts'
import { useTitle } from '../shell/use-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { BooksFrame } from './books-frame.tsx'
import { GamesTable } from './games-table.tsx'
import { seasonLedger } from './queries.ts'
import { SumsLists } from './sums-table.tsx'

/** The page `team/:id/ledger/seasons/:seasonId`. */
export default function SeasonLedgerPage() {
  const { id = '', seasonId = '' } = useParams()
  const query = useInfiniteQuery(seasonLedger(seasonId))
  const first = query.data?.pages[0]
  const games = joinMonths(query.data?.pages.flatMap((page) => page.games) ?? [])
  const title = first?.season.label ?? 'Books of a season'
  useTitle(first ? title : null)
  return (
    <BooksFrame
      of={id}
      title={title}
      intro="What the games of this season have brought, whoever was paid."
      back={{ to: seasonPath(id, seasonId), label: 'Season' }}
      query={query}
    >
      {games.length > 0 ? (
        <>
          <SumsLists all={first?.sums ?? []} />
          <section aria-label="Games of the season" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <h2>Games</h2>
            <div>
              <GamesTable games={games} />
              <ShowMore query={query} />
            </div>
          </section>
        </>
      ) : (
        <EmptyState title="Nothing in these books yet">
          Give a game of this season a price. What players pay for it is here about a minute later.
        </EmptyState>
      )}
    </BooksFrame>
  )
}

/** A game with money in several months comes once for each of them. */
function joinMonths(rows: readonly LedgerGame[]): LedgerGame[] {
  const games = new Map<string, LedgerGame>()
  for (const row of rows) {
    const key = `${row.event.id} ${row.currency}`
    const before = games.get(key)
    games.set(key, before ? { ...row, ...addSums(before, row) } : row)
  }
  return [...games.values()]
}

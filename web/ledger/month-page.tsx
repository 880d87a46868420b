import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ledgerPath } from '../../domain/ledger/paths.ts'
import { useTitle } from '../shell/use-title.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { BooksFrame } from './books-frame.tsx'
import { CsvLink } from './csv-link.tsx'
import { GamesTable } from './games-table.tsx'
import { exportPath, ledgerMonth } from './queries.ts'
import { SumsList } from './sums-table.tsx'
import { writeMonth } from './write-month.ts'

/** The pages `ledger/:month` and `team/:id/ledger/:month`. */
export default function MonthPage() {
  const { id, month = '' } = useParams()
  const query = useInfiniteQuery(ledgerMonth(id, month))
  const months = query.data?.pages[0]?.months ?? []
  const games = query.data?.pages.flatMap((page) => page.games) ?? []
  const title = isMonth(month) ? writeMonth(month) : 'Books'
  useTitle(query.data ? title : null)
  return (
    <BooksFrame of={id} title={title} back={{ to: ledgerPath(id), label: id === undefined ? 'Your books' : 'Books' }} query={query}>
      {months.length > 0 ? (
        <>
          {months.map(({ outside, payouts, ...sums }) => (
            <section key={sums.currency} aria-label={`Sums in ${sums.currency.toUpperCase()}`}>
              <SumsList
                sums={sums}
                more={[
                  { name: 'Of this, not from games', amount: outside },
                  { name: 'Sent to the bank', amount: payouts },
                ]}
              />
            </section>
          ))}
          <CsvLink of={id} path={exportPath(id, 'months', month)} note={withoutCommunities} />
          {games.length > 0 && (
            <section aria-label="Games of the month" className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <h2>Games</h2>
              <div>
                <GamesTable games={games} />
                <ShowMore query={query} />
              </div>
            </section>
          )}
        </>
      ) : (
        <p className="text-soft">No money moved in this month.</p>
      )}
    </BooksFrame>
  )
}

/** About the file of a host. */
const withoutCommunities = 'Without games of communities, which are in the books of each community.'

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

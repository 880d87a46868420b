import { Link } from 'react-router'
import type { LedgerGame } from '../../domain/ledger/contract.ts'
import { writeTime } from '../../domain/time/write-time.ts'
import { SumsTable } from './sums-table.tsx'

/** Games with what each has brought. */
export const GamesTable = ({ games }: { games: readonly LedgerGame[] }) => (
  <SumsTable label="Games" head="Game" rows={games} nameOf={writeGame} getRowId={({ event, currency }) => `${event.id} ${currency}`} />
)

const writeGame = ({ event: { id, title, startsAt, timeZone } }: LedgerGame) => (
  <>
    <Link to={`/evt/${encodeURIComponent(id)}`} className="font-strong underline-offset-3 wrap-anywhere hover:underline">
      {title}
    </Link>
    <p className="text-small font-normal text-soft">{writeTime(startsAt, timeZone, { month: 'short', day: 'numeric', year: 'numeric' })}</p>
  </>
)

import { Link } from 'react-router'
import type { PayoutLine } from '../../domain/ledger/contract.ts'
import { writeTime } from '../../domain/time/write-time.ts'
import { sourceWords } from './payout-words.ts'
import { SumsTable } from './sums-table.tsx'

/** What a payout is made of. */
export const PayoutLines = ({ lines }: { lines: readonly PayoutLine[] }) => (
  <SumsTable label="Lines" head="From" rows={lines} nameOf={writeLine} getRowId={({ kind, id }) => `${kind} ${id}`} />
)

const linkClasses = 'font-strong underline-offset-3 wrap-anywhere hover:underline'

function writeLine({ kind, name, path, startsAt, timeZone }: PayoutLine) {
  const { label, hint } = sourceWords[kind]
  const day = startsAt !== null && timeZone !== null && writeTime(startsAt, timeZone, { month: 'short', day: 'numeric', year: 'numeric' })
  return (
    <>
      {path === null ? (
        <span className="font-strong wrap-anywhere">{name ?? label}</span>
      ) : (
        <Link to={path} className={linkClasses}>
          {name ?? label}
        </Link>
      )}
      <p className="max-w-[44ch] text-small font-normal text-soft">{name === null ? hint : day ? `${label}, ${day}` : label}</p>
    </>
  )
}

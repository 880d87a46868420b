import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { ToggleChip } from './chip.tsx'
import type { PhonePosition } from './table-columns.ts'

export type CardRow = { id: string; cells: { id: string; name: string; position: PhonePosition; content: ReactNode }[] }
type CardSort = { id: string; name: string; order: false | 'asc' | 'desc'; toggle: () => void }

/** A table on a phone: each row is a card, and each column is a line with its name. */
export function TableCards({ label, cards, sorts }: { label: string; cards: CardRow[]; sorts: CardSort[] }) {
  return (
    <section aria-label={label}>
      {sorts.length > 0 && (
        <div className="-mx-4.5 mb-3 flex items-center gap-2 overflow-x-auto px-4.5 py-1.5 [scrollbar-width:none]">
          <span className="text-small text-soft">Sort by</span>
          {sorts.map(({ id, name, order, toggle }) => (
            <ToggleChip key={id} isOn={order !== false} onToggle={toggle}>
              {name}
              {order === 'asc' && <ArrowUp size={14} aria-label="ascending" />}
              {order === 'desc' && <ArrowDown size={14} aria-label="descending" />}
            </ToggleChip>
          ))}
        </div>
      )}
      <ul className="grid gap-2.5">
        {cards.map((card) => (
          <li key={card.id} className="rounded-card border border-line bg-card px-4 py-3.5">
            {card.cells
              .filter((cell) => cell.position === 'title')
              .map((cell) => (
                <div key={cell.id} className="font-strong">
                  {cell.content}
                </div>
              ))}
            <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-x-3 gap-y-2">
              {card.cells
                .filter((cell) => cell.position === 'line')
                .map((cell) => (
                  <div key={cell.id} className="min-w-0">
                    <dt className="text-tiny text-soft">{cell.name}</dt>
                    <dd className="text-small font-medium">{cell.content}</dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

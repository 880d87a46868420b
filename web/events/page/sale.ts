import type { ReactNode } from 'react'
import type { PrimaryAction } from './use-primary-action.ts'

/** What the join card of a game with a price shows. It is loaded only for such games. */
export type Sale = {
  /** What the viewer pays for their own seat, or for all seats that are held for them: "$15". */
  price: string
  /** "per seat", or "for 2 seats". */
  unit: string
  /** What the price includes, and when the money comes back. */
  facts: ReactNode
  /** For a viewer for whom seats are held until they have paid. */
  pay: PrimaryAction
}

import { type ReactNode, useCallback, useMemo } from 'react'
import type { Field } from '../../../domain/forms/fields.ts'
import { type Named, namedWhileFilling, quotesWhileFilling } from '../../../domain/forms/quote-answers.ts'
import { type Quotes, quoteIn } from '../../../domain/forms/quotes.ts'
import { useNames } from '../use-names.ts'
import { useAnswerStore, useStored } from './form-context.ts'

type QuotingProps = { field: Field; row: number | null; children: (field: Field, quotes: Quotes) => ReactNode }

/** A field whose texts have the answers that they quote. It is drawn again only when one of them has changed. */
export function Quoting({ field, row, children }: QuotingProps) {
  const store = useAnswerStore()
  const readNamed = useCallback(() => JSON.stringify(namedWhileFilling(store.index, store.readDecision(), field, row)), [store, field, row])
  const names = useNames(JSON.parse(useStored(store, readNamed)) as Named[])
  const read = useCallback(
    () => JSON.stringify(quotesWhileFilling(store.index, store.readDecision(), field, row, names)),
    [store, field, row, names],
  )
  const text = useStored(store, read)
  const quotes = useMemo(() => JSON.parse(text) as Quotes, [text])
  const shown = useMemo(() => quoteIn(field, quotes), [field, quotes])
  return children(shown, quotes)
}

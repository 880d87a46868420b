import type { RichText, Run } from '../rich-text/contract.ts'
import { fillQuotes, type Quotes } from './quotes.ts'

/** Puts answers into a text that was read already, so nothing in an answer becomes a link or bold. */
export function fillRichText(tree: RichText, quotes: Quotes): RichText {
  const fill = (runs: Run[]) => runs.map((run) => ({ ...run, text: fillQuotes(run.text, quotes) }))
  return tree.map((block) =>
    block.kind === 'list'
      ? { ...block, items: block.items.map((item) => ({ ...item, runs: fill(item.runs) })) }
      : { ...block, runs: fill(block.runs) },
  )
}

import { indexContent } from '../../../domain/forms/index-content.ts'
import { namedInEnding, quotesOfEnding } from '../../../domain/forms/quote-answers.ts'
import { fillQuotes } from '../../../domain/forms/quotes.ts'
import { useNames } from '../use-names.ts'
import type { QuotedEndingProps } from './quoted-ending.tsx'

/** An ending that quotes something. The title is plain text already. */
export default function QuotedWords({ content, ending, answers, children }: QuotedEndingProps) {
  const index = indexContent(content)
  const quotes = quotesOfEnding(index, ending, answers, useNames(namedInEnding(index, ending, answers)))
  return children({ ...ending, title: fillQuotes(ending.title, quotes) }, quotes)
}

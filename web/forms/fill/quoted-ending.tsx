import { lazy, type ReactNode, Suspense } from 'react'
import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { Ending, FormContent } from '../../../domain/forms/content.ts'
import { listQuotedInEnding, noQuotes, type Quotes } from '../../../domain/forms/quotes.ts'

type Words = Pick<Ending, 'title' | 'text'>
export type QuotedEndingProps = {
  content: FormContent
  ending: Words
  /** The answers that were asked. */
  answers: RawAnswers
  /** `quotes` belong into the text after it was read, so that an answer is never markup. */
  children: (ending: Words, quotes: Quotes) => ReactNode
}

/** What writes answers is large, so it is loaded only if an ending quotes one. */
export const loadQuotedWords = () => import('./quoted-words.tsx')
const QuotedWords = lazy(loadQuotedWords)

/** An ending with the answers that it quotes. */
export function QuotedEnding(props: QuotedEndingProps) {
  const { ending, children } = props
  if (listQuotedInEnding(ending).length === 0) return children(ending, noQuotes)
  return (
    <Suspense>
      <QuotedWords {...props} />
    </Suspense>
  )
}

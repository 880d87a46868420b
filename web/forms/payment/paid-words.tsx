import { useQuery } from '@tanstack/react-query'
import type { LastWords } from '../../../domain/forms/last-words.ts'
import { fillQuotes, listQuotedInEnding, noQuotes, type Quotes } from '../../../domain/forms/quotes.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { Markdown } from '../fill/markdown.tsx'
import { QuotedEnding } from '../fill/quoted-ending.tsx'
import { submission } from '../submissions/queries.ts'
import type { SubmissionAddress } from './queries.ts'

type PaidWordsProps = { address: SubmissionAddress; words: LastWords }

/** The words at the end of a form, for whoever has paid for it. The answers are loaded only if the words quote one. */
export const PaidWords = ({ address, words }: PaidWordsProps) =>
  listQuotedInEnding(words).length === 0 ? <Words {...words} quotes={noQuotes} /> : <QuotedWords address={address} words={words} />

function QuotedWords({ address: { id, submissionId, key }, words }: PaidWordsProps) {
  const { data, isPending } = useQuery(submission({ formId: id, submissionId, key: key ?? null }))
  if (isPending) return <SkeletonText lines={2} />
  if (!data) return <Words title={fillQuotes(words.title, noQuotes)} text={words.text} quotes={noQuotes} />
  return (
    <QuotedEnding content={data.content} ending={words} answers={data.answers}>
      {(ending, quotes) => <Words {...ending} quotes={quotes} />}
    </QuotedEnding>
  )
}

const Words = ({ title, text, quotes }: { title: string; text: string; quotes: Quotes }) => (
  <div className="grid gap-2">
    <h2 className="text-title wrap-anywhere">{title}</h2>
    <Markdown text={text} quotes={quotes} />
  </div>
)

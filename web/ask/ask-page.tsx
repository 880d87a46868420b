import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { exampleQuestions } from '../../domain/ask/examples.ts'
import { Beans } from '../ui/beans.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { AskAnswer } from './ask-answer.tsx'
import { AskField } from './ask-field.tsx'
import { questionAnswer } from './queries.ts'

/** The question is part of the URL, so that the link can be shared and the Back button works. */
export default function AskPage() {
  const [params, setParams] = useSearchParams()
  const question = params.get('q')?.trim() ?? ''
  const { data, error, isFetching, refetch } = useQuery(questionAnswer(question))
  const answer = question === '' ? undefined : data
  const mood = !answer ? 'plain' : answer.chips.length > 0 || answer.needsCity ? 'happy' : 'sad'
  return (
    <div className={pageFrame('narrow', 'grid gap-7 pt-4 sm:pt-14')}>
      <header className="flex items-center gap-4 sm:gap-6">
        <Beans size={84} mood={mood} className="size-16 flex-none sm:size-21" />
        <div className="grid gap-1">
          <h1>Ask Beans</h1>
          <p className="text-soft">Tell Beans what you want to play, where and when. He fetches the games.</p>
        </div>
      </header>
      <AskField
        key={`field ${question}`}
        initialQuestion={question}
        isPending={isFetching}
        onAsk={(q) => setParams({ q }, { preventScrollReset: true })}
      />
      {question === '' ? (
        <Examples />
      ) : answer ? (
        <AskAnswer key={`answer ${answer.asked}`} parsed={answer} />
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <AnswerLoading />
      )}
    </div>
  )
}

function Examples() {
  return (
    <section aria-labelledby="examples">
      <h2 id="examples" className="mb-2">
        Examples
      </h2>
      <ul>
        {exampleQuestions.map((q) => (
          <li key={q} className="border-b border-line">
            <Link to={`?${new URLSearchParams({ q })}`} className="flex min-h-13 items-center py-2 font-medium hover:text-court">
              {q}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AnswerLoading() {
  return (
    <Loading label="Loading the answer" className="border-t border-line pt-5">
      <Skeleton className="mb-4 h-9.5 w-56" />
      <div className="flex flex-wrap gap-2">
        {['w-28', 'w-36', 'w-24', 'w-32'].map((width) => (
          <Skeleton key={width} className={`h-8.5 rounded-full ${width}`} />
        ))}
      </div>
    </Loading>
  )
}

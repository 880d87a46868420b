import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ParsedQuestion } from '../../domain/ask/contract.ts'
import { searchPath } from '../../domain/ask/search-path.ts'
import { questionAnswer } from '../ask/queries.ts'

/** The answer is passed on in the state of the navigation, because a question may lead to another list, which shows the note. */
type NavigationState = { answered?: ParsedQuestion } | null

/** Replaces a question in the URL by the search that it means, and keeps the answer for the note on what was unclear. */
export function useQuestion() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const question = params.get('ask') ?? ''
  const { data, error, refetch, isFetching } = useQuery({ ...questionAnswer(question), enabled: question.trim() !== '' })
  const { state: navigationState } = useLocation() as { state: NavigationState }
  const [answer, setAnswer] = useState(navigationState?.answered ?? null)
  const applyAnswer = useEffectEvent((parsed: ParsedQuestion) => {
    setAnswer(parsed)
    void navigate(searchPath(parsed.filters), {
      replace: true,
      preventScrollReset: true,
      state: { answered: parsed } satisfies NavigationState,
    })
  })
  useEffect(() => {
    if (data && question !== '') applyAnswer(data)
  }, [data, question])
  return {
    question,
    isAsking: question !== '' && isFetching,
    error: question === '' ? null : error,
    retry: refetch,
    answer,
    close: () => setAnswer(null),
  }
}

export type QuestionControls = ReturnType<typeof useQuestion>

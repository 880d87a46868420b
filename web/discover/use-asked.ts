import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Understood } from '../../domain/ask/contract.ts'
import { contextOf, contextPath } from '../../domain/discover/contexts.ts'
import { toDiscoverFilters } from '../../domain/discover/filters.ts'
import { aroundCity, startState, usualRadius, writeDiscoverState } from '../../domain/discover/state.ts'
import { understanding } from '../ask/queries.ts'

/** What goes along to another list: what a question left open is told where its answer is. */
type Along = { answered?: Understood } | null

/** A question in the address becomes what it means, in its place; what it left open is told. */
export function useAsked() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const question = params.get('ask') ?? ''
  const { data, error, refetch, isFetching } = useQuery({ ...understanding(question), enabled: question.trim() !== '' })
  const { state: along } = useLocation() as { state: Along }
  const [answered, setAnswered] = useState(along?.answered ?? null)
  const settle = useEffectEvent((understood: Understood) => {
    const { city, kind } = understood.filters
    const filters = toDiscoverFilters({ ...understood.filters, kind: null })
    const state = city ? aroundCity({ ...startState, filters }, city, filters.radius ?? usualRadius) : { ...startState, filters }
    const text = writeDiscoverState(state)
    setAnswered(understood)
    const to = { pathname: contextPath(contextOf(kind)), search: text && `?${text}` }
    void navigate(to, { replace: true, preventScrollReset: true, state: { answered: understood } satisfies Along })
  })
  useEffect(() => {
    if (data && question !== '') settle(data)
  }, [data, question])
  return {
    question,
    isAsking: question !== '' && isFetching,
    error: question === '' ? null : error,
    retry: refetch,
    answered,
    close: () => setAnswered(null),
  }
}

export type Asked = ReturnType<typeof useAsked>

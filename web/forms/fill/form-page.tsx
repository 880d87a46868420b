import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { resumeParameter } from '../../../domain/forms/paths.ts'
import type { SentForm } from '../../../domain/forms/submission-contract.ts'
import { ApiError, isNotFound } from '../../api.ts'
import { NotFoundPage } from '../../shell/not-found-page.tsx'
import { useTitle } from '../../shell/use-title.ts'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useProductPath } from '../use-product-path.ts'
import { accessDeniedPath, readDenial } from './access-denied.ts'
import { FillForm } from './fill-form.tsx'
import { NotOpen } from './not-open.tsx'
import { openForm } from './queries.ts'
import { findNextPage, Sent } from './sent.tsx'
import { SentBefore } from './sent-before.tsx'

/** A form, for everyone who may fill it. */
export default function FormPage() {
  const { id = '' } = useParams()
  return <Form key={id} id={id} />
}

function Form({ id }: { id: string }) {
  const [address] = useSearchParams()
  const code = address.get('code')
  const resume = address.get(resumeParameter)
  const { data: form, error, refetch, isFetching } = useQuery(openForm({ id, code, resume }))
  const [sent, setSent] = useState<SentForm | null>(null)
  const [wantsAnother, setWantsAnother] = useState(false)
  const [now] = useState(() => Date.now())
  const toProduct = useProductPath()
  useTitle(form?.title ?? null)
  if (isNotFound(error)) return <NotFoundPage />
  const denial = error instanceof ApiError ? readDenial(error.code) : null
  if (denial) return <Navigate to={accessDeniedPath({ id, why: denial, address })} replace />
  if (!form) {
    if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return <FormLoading />
  }
  const { content, state, viewer } = form
  const fillable = content && { ...form, content }
  if (sent && fillable) return <Sent form={fillable} sent={sent} />
  const canFill = state === 'open' && fillable !== null
  if (viewer.sent.length > 0 && !(canFill && wantsAnother))
    return <SentBefore form={form} now={now} onAnother={canFill ? () => setWantsAnother(true) : null} />
  if (!canFill) return <NotOpen form={form} now={now} />
  const finish = (result: SentForm) => {
    setSent(result)
    const next = findNextPage(fillable, result, toProduct)
    // It is not a part of this app.
    if (next !== null) location.assign(next)
  }
  return <FillForm form={fillable} code={code} onSent={finish} onOutdated={() => void refetch()} />
}

function FormLoading() {
  return (
    <Loading label="Loading the form" className={pageFrame(672, 'pt-4 sm:pt-9')}>
      <span className="grid gap-6">
        <Skeleton className="h-1.5 rounded-full" />
        <Skeleton className="h-8 w-56" />
        {['name', 'choice', 'text'].map((key) => (
          <span key={key} className="grid gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-11.5" />
          </span>
        ))}
      </span>
    </Loading>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { addReturnPath } from '../../../domain/access/rules.ts'
import { eventKey } from '../../../domain/events/keys.ts'
import { guestParameter, resumeParameter } from '../../../domain/forms/paths.ts'
import type { SentForm } from '../../../domain/forms/submission-contract.ts'
import { ApiError, isNotFound } from '../../api.ts'
import { useConfig } from '../../app-state.ts'
import { NotFoundPage } from '../../shell/not-found-page.tsx'
import { useTitle } from '../../shell/use-title.ts'
import { lazyAfterFallback } from '../../ui/after-paint.ts'
import { PageError } from '../../ui/page-frame.tsx'
import { isFramed } from '../embed/is-framed.ts'
import { useProductPath } from '../use-product-path.ts'
import { accessDeniedPath, readDenial } from './access-denied.ts'
import { FormLoading, FormOpening } from './form-loading.tsx'
import { GuestNote, GuestNotice } from './guest-note.tsx'
import { NotOpen } from './not-open.tsx'
import { nothingKnown } from './nothing-known.ts'
import { pageParameter } from './page-parameter.ts'
import { knownAnswers, openForm } from './queries.ts'
import { findNextPage, Sent } from './sent.tsx'
import { SentBefore } from './sent-before.tsx'

/** What decides about answers is large, so the title is painted first. */
const FillForm = lazyAfterFallback(async () => (await import('./fill-form.tsx')).FillForm)

/** A form, for everyone who may fill it. */
export default function FormPage() {
  const { id = '' } = useParams()
  const guest = useSearchParams()[0].get(guestParameter)
  return <Form key={`${id} ${guest}`} id={id} />
}

function Form({ id }: { id: string }) {
  const [address] = useSearchParams()
  const { pathname } = useLocation()
  const code = address.get('code')
  const resume = address.get(resumeParameter)
  const guest = address.get(guestParameter)
  const { data: form, error, refetch, isFetching } = useQuery(openForm({ id, code, resume, guest }))
  const [sent, setSent] = useState<SentForm | null>(null)
  const [wantsAnother, setWantsAnother] = useState(false)
  const [now] = useState(() => Date.now())
  const toProduct = useProductPath()
  const client = useQueryClient()
  const { host } = useConfig()
  const game = address.get('game')
  useTitle(form?.title ?? null)
  const known = useQuery({ ...knownAnswers({ id, code }), enabled: form?.viewer.hasKnownAnswers === true })
  if (error instanceof ApiError && error.code === 'GameGuestNotFound')
    return <GuestNotice title="This code has ended">{error.message}</GuestNotice>
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
  const { guestName } = viewer
  if (guestName !== undefined && !viewer.canSend)
    return (
      <GuestNotice title="Done already">
        {guestName} has filled “{form.title}” for this game.
      </GuestNotice>
    )
  if (viewer.sent.length > 0 && !(canFill && wantsAnother))
    return <SentBefore form={form} now={now} onAnother={canFill ? () => setWantsAnother(true) : null} />
  if (!canFill) return <NotOpen form={form} now={now} />
  // Players are known by their account, and their guests by a code. Without it, the hosts of the game would not find what was signed. In a frame nobody can sign in.
  if (game !== null && guestName === undefined && !viewer.isSignedIn && host === 'product' && !isFramed())
    return <Navigate to={addReturnPath('/login', `${pathname}?${address}`)} replace />
  const finish = (result: SentForm | null) => {
    if (!result) return
    setSent(result)
    if (game !== null) void client.invalidateQueries({ queryKey: eventKey(game) })
    const next = findNextPage(fillable, result, toProduct)
    // It is not a part of this app.
    if (next !== null) location.assign(next)
  }
  // Without them the form is only longer.
  if (known.isLoading) return <FormLoading />
  return (
    <Suspense fallback={<FormOpening form={fillable} pageId={address.get(pageParameter)} />}>
      {guestName !== undefined && <GuestNote name={guestName} />}
      <FillForm form={fillable} known={known.data ?? nothingKnown} code={code} onSent={finish} onOutdated={() => void refetch()} />
    </Suspense>
  )
}

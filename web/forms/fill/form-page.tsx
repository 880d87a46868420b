import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { addReturnPath } from '../../../domain/access/rules.ts'
import type { OpenForm, SentForm } from '../../../domain/forms/fill-contract.ts'
import { guestParameter, resumeParameter } from '../../../domain/forms/paths.ts'
import { ApiError, isNotFound } from '../../api.ts'
import { NotFoundPage } from '../../shell/not-found-page.tsx'
import { useTitle } from '../../shell/use-title.ts'
import { lazyAfterFallback } from '../../ui/after-paint.ts'
import { PageError } from '../../ui/page-frame.tsx'
import { isFramed } from '../embed/is-framed.ts'
import { accessDeniedPath, readDenial } from './access-denied.ts'
import { FormLoading, FormOpening } from './form-loading.tsx'
import { nothingKnown } from './nothing-known.ts'
import { pageParameter } from './page-parameter.ts'
import { asksOfProfile } from './profile-facts.ts'
import { knownAnswers, openForm } from './queries.ts'

/** What decides about answers is large, so the title is painted first. */
const Filling = lazyAfterFallback(async () => (await import('./filling.tsx')).Filling)
// Most visitors fill the form, and need none of these.
const GuestNotice = lazy(async () => ({ default: (await import('./guest-notice.tsx')).GuestNotice }))
const SentBefore = lazy(async () => ({ default: (await import('./sent-before.tsx')).SentBefore }))
const NotOpen = lazy(async () => ({ default: (await import('./not-open.tsx')).NotOpen }))

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
  const [begun, setBegun] = useState<Pick<OpenForm, 'content' | 'version'> | null>(null)
  // What somebody fills stays when the form closes meanwhile. It is taken for some minutes more, and the answer says when it is not.
  if (form?.state === 'open' && form.content !== null && form.content !== begun?.content) setBegun(form)
  const [now] = useState(() => Date.now())
  const game = address.get('game')
  useTitle(form?.title ?? null)
  const fills = wantsAnother || form?.viewer.sent.length === 0
  const asksProfile = form?.viewer.isSignedIn === true && form.content !== null && asksOfProfile(form.content)
  const known = useQuery({ ...knownAnswers({ id, code }), enabled: fills && (asksProfile || form?.viewer.hasKnownAnswers === true) })
  if (error instanceof ApiError && error.code === 'GameGuestNotFound')
    return (
      <Suspense fallback={<FormLoading />}>
        <GuestNotice title="This code has ended">{error.message}</GuestNotice>
      </Suspense>
    )
  if (isNotFound(error)) return <NotFoundPage />
  const denial = error instanceof ApiError ? readDenial(error.code) : null
  if (denial) return <Navigate to={accessDeniedPath({ id, why: denial, address })} replace />
  if (!form) {
    if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return <FormLoading />
  }
  const { state, viewer } = form
  const { content, version } = form.content === null && begun ? begun : form
  const fillable = content && { ...form, content, version }
  const { guestName } = viewer
  if (guestName !== undefined && !viewer.canSend && sent === null)
    return (
      <Suspense fallback={<FormLoading />}>
        <GuestNotice title="Done already">
          {guestName} has filled “{form.title}” for this game.
        </GuestNotice>
      </Suspense>
    )
  const canFill = fillable !== null && (state === 'open' || begun !== null || sent !== null)
  const isFilling = canFill && (viewer.sent.length === 0 || wantsAnother || sent !== null)
  if (!isFilling)
    return (
      <Suspense fallback={<FormLoading />}>
        {viewer.sent.length > 0 ? (
          <SentBefore form={form} now={now} onAnother={canFill ? () => setWantsAnother(true) : null} />
        ) : (
          <NotOpen form={form} now={now} />
        )}
      </Suspense>
    )
  // Players are known by their account, and their guests by a code. Without it, the hosts of the game would not find what was signed. In a
  // frame nobody can sign in.
  if (game !== null && guestName === undefined && !viewer.isSignedIn && !isFramed())
    return <Navigate to={addReturnPath('/login', `${pathname}?${address}`)} replace />
  // Without them the form is only longer.
  if (known.isLoading) return <FormLoading />
  return (
    <Suspense fallback={<FormOpening form={fillable} pageId={address.get(pageParameter)} />}>
      <Filling
        form={fillable}
        known={known.data ?? nothingKnown}
        code={code}
        sent={sent}
        onSent={setSent}
        onOutdated={() => void refetch()}
      />
    </Suspense>
  )
}

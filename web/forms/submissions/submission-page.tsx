import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronLeft, Printer } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { addReturnPath } from '../../../domain/access/rules.ts'
import { formPaymentPath, payBalancePath, submissionsPath } from '../../../domain/forms/paths.ts'
import { fillQuotes } from '../../../domain/forms/quotes.ts'
import type { Submission } from '../../../domain/forms/submission-contract.ts'
import { somethingMissing, tellMoneyOnWithdrawal, tellState } from '../../../domain/forms/submission-texts.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { writeTime } from '../../../domain/time/write-time.ts'
import { ApiError, isNotFound } from '../../api.ts'
import { useConfig, useViewer } from '../../app-state.ts'
import { isRefused } from '../../drop-refused.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { FormLoading } from '../fill/form-loading.tsx'
import { QuotedEnding } from '../fill/quoted-ending.tsx'
import { submissionPayment } from '../payment/queries.ts'
import { useProductPath } from '../use-product-path.ts'
import { FilesContext } from './answer-files.tsx'
import { AnswerList } from './answer-list.tsx'
import { changeAddress, changeParameter } from './change-address.ts'
import { nameOf } from './list-columns.ts'
import { listDecisions, waitsForParent } from './list-decisions.ts'
import { MoneyPanel } from './money-panel.tsx'
import { NoAccess } from './no-access.tsx'
import { Decision, Marks } from './organizer-panel.tsx'
import { PdfButton } from './pdf/pdf-button.tsx'
import { type SubmissionPlace, submission as submissionQuery, withdrawing } from './queries.ts'
import { SenderActions } from './sender-actions.tsx'
import { SignedBeforeList } from './signed-before.tsx'
import { StateStatus } from './state-status.tsx'
import { SubmissionHistory } from './submission-history.tsx'

const MissingForm = lazy(() => import('../team-add/missing-form.tsx'))

/** The page `form/:id/:submissionId`: what was sent, for the person who sent it and for those who run the form. */
export default function SubmissionPage() {
  const { id = '', submissionId = '' } = useParams()
  const [search] = useSearchParams()
  const place = { formId: id, submissionId, key: search.get('key') }
  const { data, error, refetch, isFetching } = useQuery(submissionQuery(place))
  useTitle(data ? (data.organizer ? `${nameOf(data)}, ${data.form.title}` : data.form.title) : null)
  if (isHidden(error)) return <AnswersNotFound />
  if (data?.changing && search.has(changeParameter))
    return (
      <Suspense fallback={<FormLoading />}>
        <ChangeAnswers place={place} submission={data} changing={data.changing} />
      </Suspense>
    )
  if (data) return <Sent key={submissionId} place={place} submission={data} />
  if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <Loading label="Loading the answers" className={pageFrame('wide', 'pt-6 sm:pt-9')}>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="mt-3 h-9 w-72 max-w-full" />
      <Skeleton className="mt-6 h-24 max-w-2xl rounded-card" />
      <SkeletonText lines={6} className="mt-8 max-w-2xl" />
    </Loading>
  )
}

const ChangeAnswers = lazy(() => import('./change-answers.tsx'))

/** The server does not show them to this person, whatever the reason is. */
const isHidden = (error: unknown) => isNotFound(error) || isRefused(error) || (error instanceof ApiError && error.code === 'SignInRequired')

function AnswersNotFound() {
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  const isSignedOut = viewer === null
  return (
    <NoAccess
      title="Answers not found"
      action={
        isSignedOut && (
          <LinkButton variant="primary" to={addReturnPath('/login', pathname + search)}>
            Log in
          </LinkButton>
        )
      }
    >
      {isSignedOut
        ? 'Log in with the account with which they were sent, or open the whole link from your email.'
        : 'We could not find these answers. Please check the link, or open the one from your email.'}
    </NoAccess>
  )
}

const writeMoment = (at: number) => writeTime(at, undefined, { dateStyle: 'long', timeStyle: 'short' })

const linkClasses = 'font-strong text-court underline-offset-3 hover:underline'

function Sent({ place, submission }: { place: SubmissionPlace; submission: Submission }) {
  const { form, organizer, content, answers, files, total, isMine, canWithdraw } = submission
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterRemoval(heading, listDecisions(submission).length + (canWithdraw ? 1 : 0))
  const { host } = useConfig()
  return (
    <div
      className={pageFrame(
        organizer ? 'wide' : 'narrow',
        'grid grid-cols-[minmax(0,1fr)] gap-6 pt-4 pb-10 sm:pt-9 print:max-w-none print:gap-4 print:p-0 print:text-small',
      )}
    >
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="grid min-w-0 gap-1">
          {organizer && host === 'product' && (
            <Link
              to={submissionsPath(form.id)}
              className="-ml-1 inline-flex min-h-11 items-center gap-1 text-small font-strong text-court hover:underline print:hidden"
            >
              <ChevronLeft size={17} aria-hidden="true" />
              Submissions
            </Link>
          )}
          <h1 ref={heading} tabIndex={-1} className="wrap-anywhere outline-none">
            {organizer && !isMine ? nameOf(submission) : form.title}
          </h1>
          <p className="text-soft wrap-anywhere">
            {organizer && !isMine && `${form.title} · `}
            {host === 'product' ? (
              <Link to={teamPath(form.team.id)} className="underline-offset-3 hover:underline">
                {form.team.name}
              </Link>
            ) : (
              form.team.name
            )}{' '}
            · sent {writeMoment(submission.sentAt)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5 print:hidden">
          <PdfButton place={place} submission={submission} />
          <Button size="small" onClick={() => print()}>
            <Printer size={17} aria-hidden="true" /> Print
          </Button>
        </div>
      </header>
      <div
        className={joinClasses(
          'grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 print:gap-4',
          organizer && 'lg:grid-cols-[minmax(0,1fr)_20rem] print:grid-cols-[minmax(0,1fr)]',
        )}
      >
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8 lg:max-w-2xl print:max-w-none print:gap-4">
          {isMine || !organizer ? <OwnState place={place} submission={submission} /> : <SenderRow submission={submission} />}
          {isMine && submission.missing && (
            <Suspense fallback={<Skeleton className="h-60 rounded-card" />}>
              <MissingForm place={place} submission={submission} missing={submission.missing} />
            </Suspense>
          )}
          {!isMine && submission.missing && (
            <p className="text-soft">An organizer filled this for them. It counts when they have added what only they can say.</p>
          )}
          {organizer && (
            <div className="flex flex-wrap gap-2.5 print:hidden">
              <Decision place={place} submission={submission} />
              {!isMine && <SenderActions submission={submission} />}
            </div>
          )}
          <FilesContext value={{ place, files }}>
            {submission.hidden.length > 0 && <p className="text-small text-soft">Some answers are only for the owner of the community.</p>}
            <AnswerList content={content} answers={answers} isForOrganizers={organizer !== null} />
          </FilesContext>
          <SignedBeforeList content={content} answers={answers} signed={submission.signed} />
          {total && organizer && (
            <MoneyPanel
              formId={form.id}
              submissionId={submission.id}
              whose={nameOf(submission)}
              state={submission.state}
              waitsForParent={waitsForParent(submission)}
            />
          )}
          {total && !organizer && (
            <p className="flex items-baseline justify-between gap-6 border-t border-line pt-4 print:pt-2">
              <span className="font-strong">Total</span>
              <span className="text-title font-bold">{formatExactMoney(total)}</span>
            </p>
          )}
        </div>
        {organizer && <Marks place={place} saved={organizer} />}
      </div>
      {organizer && <SubmissionHistory submission={submission} />}
    </div>
  )
}

/** Who sent it, for organizers. */
function SenderRow({ submission }: { submission: Submission }) {
  const { person, email, state, missing } = submission
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-line py-3.5 print:py-1.5">
      <div className="flex min-w-0 items-center gap-3">
        {person && <Avatar face={person} size={40} isDecorative />}
        <div className="grid min-w-0">
          {person ? (
            <Link to={`/profile/${person.id}`} className={joinClasses(linkClasses, 'wrap-anywhere')}>
              {person.name}
            </Link>
          ) : (
            <span className="font-strong">{email === null ? 'The account was deleted' : 'Sent without an account'}</span>
          )}
          {email && (
            <a href={`mailto:${email}`} className="text-small text-soft underline-offset-3 wrap-anywhere hover:underline">
              {email}
            </a>
          )}
        </div>
      </div>
      <StateStatus state={state} isMissing={missing !== null} />
    </div>
  )
}

const missingWords = {
  title: somethingMissing,
  text: 'An organizer filled this form for you. Add what only you can say, and it counts.',
}

/** What happens to the money of a submission that is withdrawn. */
function PaidNote({ place: { formId, submissionId, key } }: { place: SubmissionPlace }) {
  const { data, isPending } = useQuery(submissionPayment({ id: formId, submissionId, key: key ?? undefined }))
  if (isPending) return <Skeleton className="mt-2 h-5" />
  const words = data ? tellMoneyOnWithdrawal(data) : 'What was paid is not given back by itself. Ask the organizers.'
  return <p className="mt-2 font-strong">{words}</p>
}

/** What is with the answers, and what the sender can do. */
function OwnState({ place, submission }: { place: SubmissionPlace; submission: Submission }) {
  const { form, state, canWithdraw, changing, content, ending, total } = submission
  const toProduct = useProductPath()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const withdraw = useMutation(withdrawing(place))
  const { title, text } = submission.missing ? missingWords : tellState(submission)
  const goodbye = content.endings.find(({ id }) => id === ending)
  const showsGoodbye = goodbye !== undefined && goodbye.text !== '' && (state === 'accepted' || state === 'asked')
  const payPath = formPaymentPath(form.id, submission.id)
  const toPay = toProduct(place.key === null ? payPath : `${payPath}?${new URLSearchParams({ key: place.key })}`)
  // Without an account, the page to pay also has the payments, and "Pay" leads there already.
  const showsPayments = total !== null && (state === 'accepted' || (state === 'paying' && place.key === null))
  return (
    <section
      aria-label="State"
      className="grid justify-items-start gap-3 rounded-card border border-line bg-card p-4.5 sm:p-6 print:border-0 print:p-0"
    >
      <div className="grid gap-1">
        <p className="text-title font-bold">{title}</p>
        <p className="max-w-[60ch] text-soft">{text}</p>
        {showsGoodbye && (
          <QuotedEnding content={content} ending={goodbye} answers={submission.answers}>
            {(words, quotes) => <p className="mt-2 max-w-[60ch] whitespace-pre-line wrap-anywhere">{fillQuotes(words.text, quotes)}</p>}
          </QuotedEnding>
        )}
      </div>
      {(state === 'paying' || showsPayments || changing || canWithdraw) && (
        <div className="mt-1 flex flex-wrap gap-2.5 print:hidden">
          {state === 'paying' && (
            <LinkButton variant="primary" to={toPay}>
              Pay
            </LinkButton>
          )}
          {showsPayments && (
            <LinkButton to={place.key === null ? toProduct(payBalancePath(form.id, submission.id)) : toPay}>Payments</LinkButton>
          )}
          {changing && <LinkButton to={`?${changeAddress(place.key)}`}>Change answers</LinkButton>}
          {canWithdraw && (
            <Button aria-haspopup="dialog" onClick={() => setWithdrawing(true)}>
              Withdraw
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        title="Withdraw your answers?"
        confirmLabel="Withdraw"
        cancelLabel="Keep them"
        isDangerous
        isOpen={isWithdrawing}
        onClose={() => setWithdrawing(false)}
        onConfirm={async () => {
          await withdraw.mutateAsync()
          showSnackbar('Your answers were taken back.')
        }}
      >
        <p>They no longer count, and others can take your place. You cannot undo this.</p>
        {total !== null && <PaidNote place={place} />}
      </ConfirmDialog>
    </section>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronLeft, Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { type Due, type ListedDue, maxOpenDues, type TeamDues } from '../../domain/dues/contract.ts'
import { duePath } from '../../domain/dues/paths.ts'
import { canPay } from '../../domain/dues/rules.ts'
import { writeDeadline } from '../../domain/dues/texts.ts'
import { formatMoney } from '../../domain/format-money.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { minute } from '../../domain/time/spans.ts'
import { ApiError } from '../api.ts'
import { leaveForStripe } from '../payments/leave-for-stripe.ts'
import { useTitle } from '../shell/use-title.ts'
import NoTeamPage from '../teams/no-team-page.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageError, pageFrame } from '../ui/page-frame.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { useNow } from '../ui/use-now.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { Standing } from './dues-standing.tsx'
import { endingDues, payingDues, teamDues } from './queries.ts'
import { writeSums } from './write-sums.ts'

const DuesDialog = lazy(() => import('./dues-dialog.tsx'))

/** The page `team/:id/dues`: what the community asks of its members. */
export default function TeamDuesPage() {
  const { id = '' } = useParams()
  const { data, error, refetch, isFetching } = useQuery(teamDues(id))
  useTitle(data ? `Dues, ${data.team.name}` : null)
  if (error instanceof ApiError && error.code === 'TeamNotFound') return <NoTeamPage />
  if (!data) {
    if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return (
      <Loading label="Loading the dues" className={pageFrame('narrow', 'pt-4 sm:pt-9')}>
        <SkeletonText lines={6} />
      </Loading>
    )
  }
  return <Dues data={data} />
}

const obstacleTexts = {
  plan: { text: 'Communities with the plan Varsity or Pro can collect dues.', label: 'See plans' },
  account: { text: 'The owner of the community needs an active payout account.', label: 'Set up payouts' },
}

type OpenDialog = { kind: 'ask' } | { kind: 'edit' | 'end'; due: Due }

function Dues({ data: { team, dues, manage } }: { data: TeamDues }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const open = dues.filter(({ endedAt }) => endedAt === null)
  const ended = dues.filter(({ endedAt }) => endedAt !== null)
  const heading = useRef<HTMLHeadingElement>(null)
  // What has ended moves to another list, without the button that was pressed.
  useFocusAfterRemoval(heading, open.length)
  const mayAsk = manage?.obstacle === null && open.length < maxOpenDues
  const rows = (shown: readonly ListedDue[], label: string) => (
    <ul aria-label={label} className="border-b border-line">
      {shown.map((due) => (
        <DueRow key={due.id} teamId={team.id} due={due} onOpenDialog={(kind) => setDialog({ kind, due })} />
      ))}
    </ul>
  )
  return (
    <div className={pageFrame('narrow', 'grid grid-cols-[minmax(0,1fr)] gap-6 pt-4 sm:pt-9')}>
      <header>
        <Link
          to={teamPath(team.id)}
          className="-ml-1 inline-flex min-h-11 items-center gap-1 text-small font-strong text-court hover:underline"
        >
          <ChevronLeft size={17} aria-hidden="true" />
          <span className="wrap-anywhere">{team.name}</span>
        </Link>
        <h1 ref={heading} tabIndex={-1} className="outline-none">
          Dues
        </h1>
        {manage && (
          <p className="max-w-[60ch] text-soft">
            Every member is asked, and pays by card or in cash. We keep {manage.feeBasisPoints / 100}% of each payment by card.
          </p>
        )}
      </header>
      {manage?.obstacle && (
        <div className="grid justify-items-start gap-3">
          <p>{obstacleTexts[manage.obstacle].text}</p>
          <LinkButton to="/settings?tab=payments">{obstacleTexts[manage.obstacle].label}</LinkButton>
        </div>
      )}
      {mayAsk && open.length > 0 && (
        <Button variant="primary" aria-haspopup="dialog" className="justify-self-start" onClick={() => setDialog({ kind: 'ask' })}>
          <Plus size={17} aria-hidden="true" /> Ask for dues
        </Button>
      )}
      {open.length > 0 ? (
        rows(open, 'Dues')
      ) : (
        <EmptyState
          title="No dues to pay"
          action={
            mayAsk && (
              <Button variant="primary" aria-haspopup="dialog" onClick={() => setDialog({ kind: 'ask' })}>
                Ask for dues
              </Button>
            )
          }
        >
          {mayAsk ? 'Ask your members for a season fee, and see here who has paid.' : 'This community asks for no money at the moment.'}
        </EmptyState>
      )}
      {ended.length > 0 && (
        <section aria-label="Ended" className="grid gap-2">
          <h2 className="text-title">Ended</h2>
          {rows(ended, 'Ended dues')}
        </section>
      )}
      <Suspense>
        {(dialog?.kind === 'ask' || dialog?.kind === 'edit') && manage && (
          <DuesDialog
            teamId={team.id}
            currency={dialog.kind === 'edit' ? dialog.due.currency : (manage.currency ?? 'usd')}
            due={dialog.kind === 'edit' ? dialog.due : null}
            onClose={close}
          />
        )}
      </Suspense>
      {dialog?.kind === 'end' && <EndDialog teamId={team.id} due={dialog.due} onClose={close} />}
    </div>
  )
}

type DueRowProps = { teamId: string; due: ListedDue; onOpenDialog: (kind: 'edit' | 'end') => void }

function DueRow({ teamId, due, onOpenDialog }: DueRowProps) {
  const { id, title, note, amount, currency, dueOn, endedAt, standing, sums, isPayable } = due
  const now = useNow(minute)
  const pay = useMutation({ ...payingDues(teamId), onSuccess: ({ url }) => leaveForStripe(url), onError: showFailure })
  const mayPay = endedAt === null && canPay(standing)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t border-line py-4">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <h3 className="font-strong wrap-anywhere">
          {sums ? (
            <Link to={duePath(teamId, id)} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        {note && <p className="max-w-[60ch] whitespace-pre-line wrap-anywhere">{note}</p>}
        <p className="text-small text-soft">
          {endedAt === null ? 'Due by' : 'Was due by'} {writeDeadline(dueOn, now)}
        </p>
        {sums && <p className="text-small font-medium">{writeSums(due, sums)}</p>}
      </div>
      <div className="grid justify-items-start gap-2 sm:justify-items-end">
        <p className="text-lead font-strong tabular-nums">{formatMoney({ amount, currency })}</p>
        <Standing standing={standing} />
        {mayPay && isPayable && (
          <Button
            // Those who manage the money have another main action on this page.
            {...(!sums && { variant: 'primary' })}
            isPending={pay.isPending}
            pendingLabel="Opening Stripe"
            onClick={() => pay.mutate({ dueId: id, amount, currency })}
          >
            Pay {formatMoney({ amount, currency })}
            <VisuallyHidden> for {title}</VisuallyHidden>
          </Button>
        )}
        {mayPay && !isPayable && <p className="text-small text-soft">Cards are not taken at the moment.</p>}
        {sums && (
          <div className="flex flex-wrap gap-2">
            <LinkButton size="small" to={duePath(teamId, id)}>
              Who has paid
              <VisuallyHidden> for {title}</VisuallyHidden>
            </LinkButton>
            {endedAt === null && (
              <>
                <Button size="small" aria-haspopup="dialog" onClick={() => onOpenDialog('edit')}>
                  Edit
                  <VisuallyHidden> {title}</VisuallyHidden>
                </Button>
                <Button size="small" aria-haspopup="dialog" onClick={() => onOpenDialog('end')}>
                  End
                  <VisuallyHidden> {title}</VisuallyHidden>
                </Button>
              </>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

function EndDialog({ teamId, due, onClose }: { teamId: string; due: Due; onClose: () => void }) {
  const end = useMutation(endingDues({ id: teamId, dueId: due.id }))
  return (
    <ConfirmDialog
      title={`End ${due.title}?`}
      confirmLabel="End"
      cancelLabel="Keep asking"
      isDangerous
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await end.mutateAsync()
      }}
    >
      <p>Nobody is asked for it any longer, and nobody can pay it. What was paid stays paid.</p>
    </ConfirmDialog>
  )
}

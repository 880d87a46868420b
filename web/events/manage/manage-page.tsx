import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { checkInOpensAt } from '../../../domain/events/check-in-rules.ts'
import { formatFullMoment } from '../../../domain/events/format-when.ts'
import { isNotFound } from '../../api.ts'
import { NotFoundPage } from '../../shell/not-found-page.tsx'
import { useTitle } from '../../shell/use-title.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { Beans } from '../../ui/beans.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type TabEntry, Tabs, useSelectedTab } from '../../ui/tabs.tsx'
import { useLazyOpen } from '../../ui/use-lazy-open.ts'
import { AttendanceTab } from '../check-in/attendance-tab.tsx'
import { useDialogs } from '../use-dialogs.ts'
import { FeedbackTab } from './feedback-tab.tsx'
import { GoingTab } from './going-tab.tsx'
import { CheckInBar, ManageHead, SeatsSummary } from './manage-head.tsx'
import { isNotHost, publishingDraft } from './manage-queries.ts'
import { MessagesTab } from './messages-tab.tsx'
import { RequestsTab } from './requests-tab.tsx'
import { type Hosting, useHosting } from './use-hosting.ts'
import { WaitlistTab } from './waitlist-tab.tsx'

const EventDialogs = lazyAfterPaint(async () => (await import('../dialogs.tsx')).EventDialogs)
const CheckInDialog = lazy(() => import('../check-in/check-in-dialog.tsx'))
const CancelDialog = lazy(() => import('./cancel-dialog.tsx'))
const PrintSheet = lazy(() => import('./print-sheet.tsx'))
const PaymentsTab = lazy(() => import('./payments-tab.tsx'))
const GameCoupons = lazy(() => import('../game-coupons.tsx'))

const pageClasses = pageFrame('wide', 'pt-4 lg:pt-9')

export default function ManagePage() {
  const { id = '' } = useParams()
  return <Manage key={id} id={id} />
}

function Manage({ id }: { id: string }) {
  const { query, hosting } = useHosting(id)
  const [search] = useSearchParams()
  useTitle(isNotHost(query.error) ? 'Not your game' : hosting ? `Manage ${hosting.managed.event.title}` : null)
  if (isNotFound(query.error)) return <NotFoundPage />
  if (isNotHost(query.error)) return <NotHost id={id} />
  if (!hosting) {
    if (!query.error) return <ManageLoading />
    return (
      <div className={pageClasses}>
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      </div>
    )
  }
  if (search.get('print') === null) return <ManageGame hosting={hosting} />
  return (
    <Suspense fallback={<ManageLoading />}>
      <PrintSheet hosting={hosting} />
    </Suspense>
  )
}

type TabName = 'going' | 'waitlist' | 'requests' | 'messages' | 'payments' | 'coupons' | 'attendance' | 'feedback'

function ManageGame({ hosting }: { hosting: Hosting }) {
  const { managed, list, hasStarted, hasEnded } = hosting
  const { event } = managed
  const checkInDialog = useLazyOpen()
  const cancelDialog = useCancelDialog(hosting)
  const publish = useMutation(publishingDraft(event.id))
  const dialogs = useDialogs()
  const hasTakenPlace = hasEnded && event.live.state === 'published'
  const tabs: TabEntry<TabName>[] = [
    {
      name: 'going',
      label: 'Going',
      count: list.seats.going,
      panel: <GoingTab hosting={hosting} onInvite={() => dialogs.show('invite')} />,
    },
    { name: 'waitlist', label: 'Waitlist', count: list.waitlist.length, panel: <WaitlistTab hosting={hosting} /> },
    { name: 'requests', label: 'Requests', count: list.requests.length, panel: <RequestsTab hosting={hosting} /> },
    { name: 'messages', label: 'Messages', panel: <MessagesTab hosting={hosting} /> },
    {
      name: 'payments',
      label: 'Payments',
      panel: (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <PaymentsTab hosting={hosting} />
        </Suspense>
      ),
    },
    {
      name: 'coupons',
      label: 'Coupons',
      panel: event.price && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <GameCoupons eventId={event.id} currency={event.price.currency} />
        </Suspense>
      ),
    },
    { name: 'attendance', label: 'Attendance', panel: <AttendanceTab hosting={hosting} /> },
    { name: 'feedback', label: 'Feedback', panel: <FeedbackTab hosting={hosting} /> },
  ]
  const isShown: Record<TabName, boolean> = {
    going: true,
    waitlist: true,
    requests: event.needsApproval || list.requests.length > 0,
    messages: event.live.state !== 'draft',
    payments: managed.seesPayments,
    coupons: event.price !== null && event.live.state === 'published',
    attendance: hasStarted && event.live.state === 'published',
    feedback: hasTakenPlace,
  }
  const shown = tabs.filter(({ name }) => isShown[name])
  // Once the game is over, hosts mostly come to record the attendance.
  const defaultTab: TabName = hasEnded && isShown.attendance ? 'attendance' : 'going'
  const [selected, select] = useSelectedTab<TabName>([defaultTab, ...shown.map(({ name }) => name)])
  const openCheckIn = () => hosting.checkIns.whenOpen(checkInDialog.open)
  const publishNow = () => publish.mutate('this', { onSuccess: () => showSnackbar('Your game is published.'), onError: showFailure })
  return (
    <article className={`${pageClasses} max-sm:pb-20`}>
      <ManageHead
        hosting={hosting}
        onCheckIn={openCheckIn}
        onCancel={cancelDialog.open}
        onInviteCoHost={() => dialogs.show('coHost')}
        onPublish={publishNow}
        isPublishing={publish.isPending}
      />
      <SeatsSummary hosting={hosting} />
      <Tabs label="Sections" tabs={shown} selected={selected} onSelect={select} className="mt-3" />
      <CheckInBar hosting={hosting} onCheckIn={openCheckIn} />
      <ConfirmDialog
        title="Check in early?"
        confirmLabel="Check in now"
        isOpen={hosting.early !== null}
        onClose={() => hosting.early?.cancel()}
        onConfirm={() => hosting.early?.confirm()}
      >
        <p>
          Check-in opens two hours before the start, on{' '}
          {formatFullMoment(checkInOpensAt(event.startsAt), { timeZone: event.timeZone, now: hosting.now })}. Are these people already here?
        </p>
      </ConfirmDialog>
      <Suspense>
        <EventDialogs event={event} dialogs={dialogs} />
      </Suspense>
      <Suspense>
        {checkInDialog.wasOpened && <CheckInDialog hosting={hosting} isOpen={checkInDialog.isOpen} onClose={checkInDialog.close} />}
        {cancelDialog.wasOpened && <CancelDialog hosting={hosting} isOpen={cancelDialog.isOpen} onClose={cancelDialog.close} />}
      </Suspense>
    </article>
  )
}

/** The dialog that cancels the game. The link "Cancel" on the game's page opens it with `?cancel=1`; closing it removes that. */
function useCancelDialog({ hasEnded, managed }: Hosting) {
  const [search, setSearch] = useSearchParams()
  const canCancel = !hasEnded && managed.event.live.state !== 'cancelled'
  const dialog = useLazyOpen(canCancel && search.has('cancel'))
  const close = () => {
    dialog.close()
    if (search.has('cancel')) {
      setSearch(
        (current) => {
          current.delete('cancel')
          return current
        },
        { replace: true },
      )
    }
  }
  return { ...dialog, close }
}

/** Shown to people who can see the game but do not host it. */
function NotHost({ id }: { id: string }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center px-6">
      <div className="max-w-[420px]">
        <Beans size={104} mood="sad" />
        <h1 className="mt-5 text-[1.875rem]">You cannot manage this game</h1>
        <p className="mt-3 text-[1.125rem] text-soft">Only hosts can see this page. Ask a host to add you as a co-host.</p>
        <p className="mt-5.5 flex flex-wrap gap-3">
          <LinkButton to={`/discover/events/${id}`} variant="primary">
            View game
          </LinkButton>
          <LinkButton to="/home">Home</LinkButton>
        </p>
      </div>
    </div>
  )
}

const skeletonWidths = ['w-40', 'w-56', 'w-32', 'w-48', 'w-36']

function ManageLoading() {
  return (
    <Loading label="Loading your game" className={pageClasses}>
      <span className="flex gap-5">
        <Skeleton className="size-15 rounded-thumb sm:size-24 sm:rounded-card" />
        <span className="grid flex-1 content-center gap-2.5">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-8 w-80 max-w-full" />
          <Skeleton className="h-4 w-64 max-w-full" />
        </span>
      </span>
      <Skeleton className="mt-5 h-15" />
      <Skeleton className="mt-6 h-8 w-72" />
      <span className="mt-6 grid">
        {skeletonWidths.map((width) => (
          <span key={width} className="flex h-17 items-center gap-3.5 border-b border-line">
            <Skeleton className="size-11 flex-none rounded-full" />
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="ml-auto size-12 rounded-full" />
          </span>
        ))}
      </span>
    </Loading>
  )
}

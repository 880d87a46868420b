import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Copy, DoorClosed, DoorOpen, Ellipsis, Inbox, Pencil, Plus, Settings2, Share2, Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { FormRow } from '../../domain/forms/contract.ts'
import { buildFormPath, newFormPath, submissionsPath } from '../../domain/forms/paths.ts'
import { day } from '../../domain/time/spans.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { LinkButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { useNow } from '../ui/use-now.ts'
import { FormStateNote } from './form-state.tsx'
import { closingForm, creatingForm, deletingForm, ownForms } from './queries.ts'
import { SentForms } from './submissions/sent-forms.tsx'

const FormSettingsDialog = lazy(() => import('./settings/settings-dialog.tsx'))
const ShareFormDialog = lazy(() => import('./share-form-dialog.tsx'))

const icon = { size: 18, 'aria-hidden': true } as const

/** The page `form`: the forms of all communities in which the viewer may build them. */
export default function FormsPage() {
  const query = useInfiniteQuery(ownForms)
  const forms = query.data?.pages.flatMap((page) => page.forms) ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterRemoval(heading, forms.length)
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-5 pt-2 sm:pt-8')}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="outline-none">
          Your Forms
        </h1>
        {forms.length > 0 && (
          <LinkButton variant="primary" to={newFormPath()}>
            <Plus size={17} aria-hidden="true" /> New form
          </LinkButton>
        )}
      </header>
      {query.isPending ? (
        <Loading label="Loading your forms" className="border-b border-line">
          <SkeletonRows count={4} className="gap-4 border-t border-line py-4.5" picture="hidden" lines={['w-56', 'w-40']} />
        </Loading>
      ) : query.isLoadingError ? (
        <ErrorNotice
          title="We could not load your forms"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : forms.length === 0 && !query.hasNextPage ? (
        <EmptyState
          title="You have no forms yet"
          action={
            <LinkButton variant="primary" to={newFormPath()}>
              Start a form
            </LinkButton>
          }
        >
          Ask your players what you need to know: registrations, waivers, tryouts, shirts and payments, in one link.
        </EmptyState>
      ) : (
        <div>
          <FormList forms={forms} />
          <ShowMore query={query} />
        </div>
      )}
      <SentForms />
    </div>
  )
}

type OpenDialog = { form: FormRow; kind: 'delete' | 'close' | 'share' | 'settings' }

function FormList({ forms }: { forms: readonly FormRow[] }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const remove = useMutation(deletingForm)
  const close = useMutation(closingForm)
  const dismiss = () => setDialog(null)
  return (
    <>
      <ul aria-label="Your forms" className="border-b border-line">
        {forms.map((form) => (
          <FormListRow key={form.id} form={form} onOpenDialog={(kind) => setDialog({ form, kind })} />
        ))}
      </ul>
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={`Delete ${dialog.form.title}?`}
          confirmLabel="Delete"
          isDangerous
          isOpen
          onClose={dismiss}
          onConfirm={async () => {
            await remove.mutateAsync(dialog.form.id)
            showSnackbar(`${dialog.form.title} is deleted.`)
          }}
        >
          <p>Nobody has seen it yet. You cannot bring it back.</p>
        </ConfirmDialog>
      )}
      {dialog?.kind === 'close' && (
        <ConfirmDialog
          title={`Close ${dialog.form.title}?`}
          confirmLabel="Close the form"
          cancelLabel="Keep it open"
          isOpen
          onClose={dismiss}
          onConfirm={() => close.mutateAsync({ id: dialog.form.id, isClosed: true })}
        >
          <p>
            Nobody can begin it any longer, and nobody in line moves up. Who has begun it can still send it for 10 minutes. What was sent
            stays, and you can open it again.
          </p>
        </ConfirmDialog>
      )}
      {dialog?.kind === 'settings' && (
        <Suspense>
          <FormSettingsDialog formId={dialog.form.id} onClose={dismiss} />
        </Suspense>
      )}
      {dialog?.kind === 'share' && (
        <Suspense>
          <ShareFormDialog id={dialog.form.id} title={dialog.form.title} state={dialog.form.state} onClose={dismiss} />
        </Suspense>
      )}
    </>
  )
}

type FormListRowProps = { form: FormRow; onOpenDialog: (kind: OpenDialog['kind']) => void }

function FormListRow({ form, onOpenDialog }: FormListRowProps) {
  const { id, title, team, state, updatedAt } = form
  const now = useNow(day)
  const navigate = useNavigate()
  const open = useMutation({ ...closingForm, onError: showFailure })
  const copy = useMutation({
    ...creatingForm,
    onSuccess: (created) => navigate(buildFormPath(created.id)),
    onError: showFailure,
  })
  const entries: MenuEntry[] = [
    { id: 'build', label: 'Build', icon: <Pencil {...icon} />, to: buildFormPath(id) },
    {
      id: 'copy',
      label: 'Make a copy',
      icon: <Copy {...icon} />,
      isDisabled: copy.isPending,
      onPress: () => copy.mutate({ teamId: team.id, from: { kind: 'copy', formId: id }, idempotencyKey: crypto.randomUUID() }),
    },
  ]
  if (state !== 'draft') entries.unshift({ id: 'submissions', label: 'Submissions', icon: <Inbox {...icon} />, to: submissionsPath(id) })
  entries.push({ id: 'settings', label: 'Who can fill it', icon: <Settings2 {...icon} />, onPress: () => onOpenDialog('settings') })
  if (state !== 'draft') entries.push({ id: 'share', label: 'Share', icon: <Share2 {...icon} />, onPress: () => onOpenDialog('share') })
  if (state === 'open')
    entries.push({
      id: 'close',
      label: 'Close',
      hint: 'Take no more answers',
      icon: <DoorClosed {...icon} />,
      onPress: () => onOpenDialog('close'),
    })
  if (state === 'closed')
    entries.push({
      id: 'open',
      label: 'Open again',
      icon: <DoorOpen {...icon} />,
      onPress: () => open.mutate({ id, isClosed: false }, { onSuccess: () => void showSnackbar(`${title} is open again.`) }),
    })
  if (state === 'draft')
    entries.push({
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 {...icon} />,
      isDangerous: true,
      startsGroup: true,
      onPress: () => onOpenDialog('delete'),
    })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-3.5 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <Link to={buildFormPath(id)} className="group grid min-w-0 gap-0.5">
        <span className="text-lead font-strong tracking-tight wrap-anywhere group-hover:text-court">{title}</span>
        <span className="text-small text-soft wrap-anywhere">
          {team.name} · changed {writeDate(updatedAt, { now }, { month: 'short', day: 'numeric' })}
        </span>
      </Link>
      <span className="col-start-1 row-start-2 pt-1 sm:col-start-2 sm:row-start-1 sm:pt-0">
        <FormStateNote {...form} />
      </span>
      <div className="col-start-2 row-span-2 row-start-1 -mr-2 sm:col-start-3 sm:row-span-1">
        <Menu label={`More for ${title}`} entries={entries}>
          <Ellipsis size={20} aria-hidden="true" />
        </Menu>
      </div>
    </li>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { Eye, LayoutList, Redo2, Settings2, Share2, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { FormContent, Page } from '../../../domain/forms/content.ts'
import type { FormDraft, FormState } from '../../../domain/forms/contract.ts'
import { changePage, findField } from '../../../domain/forms/edit-content.ts'
import { commandKey, type Shortcut, useScreenShortcuts } from '../../shell/screen-shortcuts.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { useIsWide } from '../../ui/use-media.ts'
import { FormStateNote } from '../form-state.tsx'
import { publishForm, refreshForms } from '../queries.ts'
import { mapFields, pageName } from '../write-condition.ts'
import { ConflictDialog, LeaveDialog, PublishDialog, RenameDialog } from './dialogs.tsx'
import { FieldSettings } from './field-settings.tsx'
import { findProblems, groupProblems } from './find-problems.ts'
import { kindWords } from './kinds.ts'
import { EndingView, RulesView, TextsView } from './other-views.tsx'
import { PageMenu } from './page-menu.tsx'
import { PageView } from './page-view.tsx'
import { PaymentView } from './payment-view.tsx'
import { Preview } from './preview.tsx'
import { SaveNote } from './save-note.tsx'
import { SidePanel } from './side-panel.tsx'
import { useAutosave, useDraftSaver } from './use-draft-saver.ts'
import { useEditor } from './use-editor.ts'
import { useToday } from './use-today.ts'
import { useUndoKeys } from './use-undo-keys.ts'
import { BuilderContext, findView, keepView, type View } from './view.ts'

const FormSettingsDialog = lazy(() => import('../settings/settings-dialog.tsx'))
const ShareFormDialog = lazy(() => import('../share-form-dialog.tsx'))

type OpenDialog = 'side' | 'preview' | 'publish' | 'share' | 'published' | 'rename' | 'settings' | null

const undoShortcuts: Shortcut[] = [
  { label: 'Undo', keys: [commandKey, 'Z'], together: true },
  { label: 'Redo', keys: [commandKey, 'Shift', 'Z'], together: true },
]

/** The builder of a form: its parts at the left, what is edited in the middle, and a phone at the right. */
export function Builder({ draft }: { draft: FormDraft }) {
  const saver = useDraftSaver(draft)
  const { content, canUndo, canRedo, edit, undo, redo, load } = useEditor(saver.content)
  const saveState = useAutosave(saver, content)
  const [wantedView, setView] = useState<View>(() => findView(content, content.pages[0]?.id ?? ''))
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const published = usePublished(draft, content)
  const queries = useQueryClient()
  const isWide = useIsWide()
  const today = useToday()
  const view = keepView(content, wantedView)
  const later = useDeferredValue(content)
  const problems = useMemo(() => findProblems(later), [later])
  const byId = useMemo(() => groupProblems(problems), [problems])
  const fields = useMemo(() => mapFields(content), [content])
  const builder = useMemo(
    () => ({ edit, show: setView, formId: draft.id, teamId: draft.team.id, today, feeBasisPoints: draft.feeBasisPoints }),
    [edit, draft.id, draft.team.id, today, draft.feeBasisPoints],
  )
  const selected = view.is === 'page' && view.field !== null ? findField(content, view.field) : null
  const page = view.is === 'page' ? content.pages.find(({ id }) => id === view.page) : undefined
  useTitle(content.title || 'Build a form')
  useUndoKeys(undo, redo)
  useScreenShortcuts(undoShortcuts)
  // The list shows the title and when the form was changed.
  useEffect(() => () => void refreshForms(queries), [queries])

  const close = () => setDialog(null)
  const publish = async (keepsClosed: boolean) => {
    const version = await saver.flush()
    if (version === null) {
      const state = saver.getState()
      if (state.is === 'failed') throw state.error
      // A conflict asks for itself.
      if (state.is !== 'conflict') showSnackbar('The form is not published, because its last change is not saved yet.', { tone: 'alarm' })
      return
    }
    try {
      await publishForm(draft.id, { version, ...(keepsClosed && { keepsClosed }) })
    } catch (error) {
      if (await saver.checkConflict(error)) return
      throw error
    }
    published.note(content, keepsClosed ? 'closed' : 'open')
    void refreshForms(queries)
    if (keepsClosed) {
      showSnackbar('The new version is published. The form stays closed.')
      return
    }
    // The dialog that was confirmed closes first.
    setTimeout(() => setDialog('published'))
  }

  const settings = selected && (
    <FieldSettings
      key={selected.field.id}
      content={content}
      field={selected.field}
      group={selected.group}
      page={selected.page}
      today={today}
      problems={problems.filter(({ at }) => at === selected.field.id).map(({ message }) => message)}
      {...(isWide && { onClose: () => setView({ is: 'page', page: selected.page.id, field: null }) })}
    />
  )
  const side = <SidePanel content={content} view={view} problems={problems} today={today} />
  const preview = <Preview content={later} pageId={selected?.page.id ?? page?.id ?? later.pages[0]?.id ?? ''} />

  return (
    <BuilderContext value={builder}>
      <div
        {...(isWide && { 'data-fills-window': 'beside' })}
        className={joinClasses(
          'lg:grid lg:h-full lg:grid-rows-[minmax(0,1fr)]',
          settings
            ? 'lg:grid-cols-[14.75rem_minmax(0,1fr)_23rem] xl:grid-cols-[14.75rem_minmax(0,1fr)_23rem_23rem]'
            : 'lg:grid-cols-[14.75rem_minmax(0,1fr)_23rem]',
        )}
      >
        {isWide && (
          <Column label="Parts of the form" className="border-r border-line px-3 py-6">
            {side}
          </Column>
        )}
        <Column label="Editor" className="px-4.5 py-5 sm:px-8 lg:py-7">
          <div className="mx-auto grid max-w-3xl gap-5">
            <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
              <div className="min-w-0 flex-1 basis-64">
                <p className="text-[0.9375rem] text-soft wrap-anywhere">
                  {content.title || 'Without a title'} · <SaveNote state={saveState} />
                </p>
                <div className="flex items-center gap-1">
                  <h1 className="text-heading wrap-anywhere">{writeHeading(content, view, page)}</h1>
                  {page && <PageMenu content={content} page={page} edit={edit} onShow={setView} onRename={() => setDialog('rename')} />}
                </div>
                {published.state !== 'draft' && <FormStateNote state={published.state} hasChanges={published.hasChanges} />}
              </div>
              <div className="flex flex-wrap items-center gap-2">
                <IconButton label="Undo" disabled={!canUndo} onClick={undo}>
                  <Undo2 size={19} aria-hidden="true" />
                </IconButton>
                <IconButton label="Redo" disabled={!canRedo} onClick={redo}>
                  <Redo2 size={19} aria-hidden="true" />
                </IconButton>
                <IconButton label="Who can fill it" onClick={() => setDialog('settings')} aria-haspopup="dialog">
                  <Settings2 size={19} aria-hidden="true" />
                </IconButton>
                <Button onClick={() => setDialog('share')} aria-haspopup="dialog">
                  <Share2 size={17} aria-hidden="true" className="sm:hidden" />
                  <span className="max-sm:sr-only">Share</span>
                </Button>
                <Button variant="primary" onClick={() => setDialog('publish')} aria-haspopup="dialog">
                  Publish
                </Button>
              </div>
            </header>
            {!isWide && (
              <div className="grid grid-cols-2 gap-2.5">
                <Button onClick={() => setDialog('side')} aria-haspopup="dialog" className="px-3!">
                  <LayoutList size={17} aria-hidden="true" /> Pages and rules
                </Button>
                <Button onClick={() => setDialog('preview')} aria-haspopup="dialog">
                  <Eye size={17} aria-hidden="true" /> Preview
                </Button>
              </div>
            )}
            {view.is === 'page' && page && (
              <PageView
                content={content}
                page={page}
                selected={view.field}
                fields={fields}
                problems={byId}
                today={today}
                edit={edit}
                onShow={setView}
              />
            )}
            {view.is === 'ending' && <EndingView content={content} endingId={view.ending} />}
            {view.is === 'rules' && <RulesView content={content} fields={fields} selected={view.rule} problems={byId} />}
            {view.is === 'payment' && <PaymentView content={content} today={today} />}
            {view.is === 'texts' && <TextsView content={content} />}
          </div>
        </Column>
        {isWide && settings && (
          <Column label="Settings of the field" className="border-l border-line px-5 py-6">
            {settings}
          </Column>
        )}
        {isWide && (
          <Column label="Phone" className={joinClasses('border-l border-line bg-wash px-6 py-8', settings && 'max-xl:hidden')}>
            {preview}
          </Column>
        )}
      </div>
      {!isWide && (
        <>
          <Dialog title="Pages and rules" isOpen={dialog === 'side'} onClose={close}>
            <CloseAfterPick onPick={close} view={wantedView}>
              {side}
            </CloseAfterPick>
          </Dialog>
          <Dialog title="Preview" isOpen={dialog === 'preview'} onClose={close}>
            {preview}
          </Dialog>
          <Dialog
            title={selected ? `Settings of ${fields.get(selected.field.id)?.label || kindWords[selected.field.kind].name}` : 'Settings'}
            isOpen={settings !== null && dialog === null}
            onClose={() => page && setView({ is: 'page', page: page.id, field: null })}
          >
            {settings}
          </Dialog>
        </>
      )}
      {dialog === 'publish' && (
        <PublishDialog
          content={content}
          state={published.state}
          problems={findProblems(content)}
          onShow={setView}
          onOpenSettings={() => setDialog('settings')}
          onPublish={publish}
          onClose={() => setDialog((open) => (open === 'publish' ? null : open))}
        />
      )}
      {(dialog === 'share' || dialog === 'published') && (
        <Suspense>
          <ShareFormDialog
            id={draft.id}
            title={content.title}
            state={published.state}
            heading={dialog === 'published' ? 'Your form is open' : 'Share'}
            onClose={close}
          />
        </Suspense>
      )}
      {dialog === 'settings' && (
        <Suspense>
          <FormSettingsDialog formId={draft.id} onClose={close} />
        </Suspense>
      )}
      {dialog === 'rename' && page && (
        <RenameDialog title={page.title} onRename={(title) => edit((form) => changePage(form, page.id, { title }))} onClose={close} />
      )}
      {saveState.is === 'conflict' && (
        <ConflictDialog theirs={saveState.theirs} onKeepMine={() => saver.keepMine()} onTakeTheirs={() => load(saver.takeTheirs())} />
      )}
      <LeaveDialog saver={saver} isUnsaved={saveState.is !== 'saved'} />
    </BuilderContext>
  )
}

/** A column that scrolls by itself on a desktop. */
function Column({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <section aria-label={label} data-scrolls className={joinClasses('min-w-0 lg:overflow-y-auto lg:overscroll-contain', className)}>
      {children}
    </section>
  )
}

/** On a phone, the parts of the form are in a dialog. It closes once something was chosen in it. */
function CloseAfterPick({ view, onPick, children }: { view: View; onPick: () => void; children: ReactNode }) {
  const first = useRef(view)
  const pick = useEffectEvent(onPick)
  useEffect(() => {
    if (view !== first.current) pick()
  }, [view])
  return children
}

function writeHeading(content: FormContent, view: View, page: Page | undefined): string {
  switch (view.is) {
    case 'page':
      return page ? pageName(content, page.id) : 'Page'
    case 'ending':
      return content.endings.find(({ id }) => id === view.ending)?.title || 'Ending'
    case 'rules':
      return 'Rules'
    case 'payment':
      return 'Payment'
    case 'texts':
      return 'Title and introduction'
  }
}

/** Whether people can fill the form, and whether what they fill is what is shown here. */
function usePublished(draft: FormDraft, content: FormContent) {
  const [state, setState] = useState<FormState>(draft.state)
  const [version, setVersion] = useState<FormContent | null>(draft.hasChanges || draft.state === 'draft' ? null : draft.content)
  return {
    state,
    hasChanges: version !== content,
    note: (published: FormContent, now: FormState) => {
      setState(now)
      setVersion(published)
    },
  }
}

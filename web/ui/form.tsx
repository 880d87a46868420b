import { valibotResolver } from '@hookform/resolvers/valibot'
import { type BaseSyntheticEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type * as v from 'valibot'
import { maxMergedSaves, mergeEdits } from '../../domain/merge-edits.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { holdReload } from '../busy.ts'
import { joinClasses } from './class-names.ts'
import { type DraftSource, dropDraft, readDraft, sourceOfDraft, writeDraft } from './draft.ts'
import { chooseSide, type EditConflict, type FormPart, formatIncoming, type Side } from './edit-conflict.ts'
import { ErrorNotice } from './error-notice.tsx'
import { showSnackbar } from './show-snackbar.ts'

/** How a form merges its values with those that were saved elsewhere. Its values contain the `version` that they are based on. */
export type FormMerging<Input> = {
  /** All fields that the person can change. */
  parts: readonly FormPart<Input>[]
  /** The saved values, if this error says that they were changed in the meantime. */
  findSaved: (error: unknown, sent: Input) => Promise<Input | null>
}

type FormSettings<Input> = {
  defaultValues: Input
  /** A name for the draft, such as `event:new`. We store unsent values under it and restore them after a reload. */
  draftKey?: string
  /** Fields that must never be stored, such as passwords. */
  excludedFromDraft?: readonly (keyof Input & string)[]
  /** For a form that edits a stored thing. */
  merging?: FormMerging<Input>
}

export type AppForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> & {
  /** The error of the last submit, for `<FormFailure>`. */
  failure: { error: unknown } | null
  /** Where the restored draft comes from. Null if none was restored. */
  restoredFrom: DraftSource | null
  discardDraft: () => void
  /** Shows these saved values instead of the current ones. */
  load: (values: Input) => void
  /** How often the form has changed its values itself. A field that keeps its own state needs this as its `key`. */
  loadCount: number
  /** What was saved elsewhere in the meantime, for `<FormMergeNotice>`. */
  conflict: EditConflict<Input> | null
  chooseSide: (part: FormPart<Input>, side: Side) => void
  /** For `onSubmit`. If `send` succeeds, the draft is deleted. If it throws, the values stay and `failure` has the error. */
  submitWith: (send: (values: Output) => Promise<unknown> | undefined) => (event?: BaseSyntheticEvent) => Promise<void>
}

const versionOf = (values: FieldValues) => Number(values.version ?? 0)

export function useAppForm<Input extends FieldValues, Output>(
  schema: v.GenericSchema<Input, Output>,
  { defaultValues, draftKey, excludedFromDraft, merging }: FormSettings<Input>,
): AppForm<Input, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: valibotResolver<Input, unknown, Output>(schema),
    defaultValues: defaultValues as DefaultValues<Input>,
    // The form checks a field when the user leaves it. After that, it checks the field on each key press.
    mode: 'onTouched',
  })
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const [restoredFrom, setRestoredFrom] = useState<DraftSource | null>(null)
  const [conflict, setConflict] = useState<EditConflict<Input> | null>(null)
  const [loadCount, setLoadCount] = useState(0)
  /** The saved values that the current ones are a change of. */
  const base = useRef(defaultValues)
  /** The same for the stored draft. It is older while the person has to choose, so that the choice is shown again after a reload. */
  const draftBase = useRef<Input | null>(defaultValues)
  const { reset, subscribe } = form
  const { isDirty, isSubmitting } = form.formState

  const saveDraft = (values: Input) => {
    if (draftKey === undefined) return
    writeDraft(draftKey, values, { excluded: excludedFromDraft, base: merging ? (draftBase.current ?? undefined) : undefined })
  }

  const setStart = (values: Input) => {
    base.current = values
    draftBase.current = values
    reset(values as DefaultValues<Input>)
  }

  const setValues = (values: Input) => {
    reset(values, { keepDefaultValues: true })
    setLoadCount((count) => count + 1)
  }

  /** Merges the values with those that were saved elsewhere. */
  const mergeWith = (theirs: Input, mine: Input, start: Input | null, { parts }: FormMerging<Input>, isSeen: boolean) => {
    const { merged, collisions, incoming } = mergeEdits(parts, { base: start, mine, theirs })
    setStart(theirs)
    if (collisions.length > 0) draftBase.current = start
    setValues(merged)
    setConflict({ theirs, mine, collisions, incoming, isSeen })
    return { collisions, incoming }
  }

  // Callers often create these settings again on each render, so the effects below must not depend on them.
  const restore = useEffectEvent((key: string) => {
    const draft = readDraft<Input>(key, defaultValues)
    if (!draft) return
    // Showing the values can write the draft again, as one of this tab.
    const source = sourceOfDraft(key)
    const [draftVersion, savedVersion] = [versionOf(draft.base ?? draft.values), versionOf(defaultValues)]
    if (merging && draftVersion < savedVersion) mergeWith(defaultValues, draft.values, draft.base, merging, false)
    else {
      // The defaults can be an offline copy that is older than the draft.
      if (draft.base && draftVersion > savedVersion) setStart(draft.base)
      setValues(draft.values)
    }
    setRestoredFrom(source)
  })
  const onChange = useEffectEvent(saveDraft)

  // We restore the draft only once. After that, the fields are newer than the draft.
  useEffect(() => {
    if (draftKey !== undefined) restore(draftKey)
  }, [draftKey])

  useEffect(() => {
    if (draftKey === undefined) return
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty: isChanged }) => {
        if (isChanged) onChange(values)
        // The user has undone all changes, so there is nothing to restore.
        else if (isChanged === false) dropDraft(draftKey)
      },
    })
  }, [draftKey, subscribe])

  useEffect(() => (isDirty || isSubmitting ? holdReload() : undefined), [isDirty, isSubmitting])

  const load = (values: Input) => {
    setStart(values)
    setLoadCount((count) => count + 1)
    setConflict(null)
  }

  const discardDraft = () => {
    load(versionOf(base.current) > versionOf(defaultValues) ? base.current : defaultValues)
    if (draftKey !== undefined) dropDraft(draftKey)
    setRestoredFrom(null)
  }

  /** The server names each invalid field by its path. We show its message next to that field. */
  const markFields = (error: ShownError) => {
    const names = new Set(Object.keys(form.getValues()))
    for (const { path, message } of error.issues) {
      if (names.has(path.split('.')[0] ?? '')) form.setError(path as Path<Input>, { type: 'server', message })
    }
  }

  const showFailure = (error: unknown) => {
    setFailure({ error })
    form.setError('root.send', { type: 'send' })
    if (error instanceof ShownError) markFields(error)
  }

  /** Merges the values if they were changed elsewhere in the meantime. Throws every other error. */
  const mergeAfter = async (error: unknown, isLastTry: boolean) => {
    const theirs = await merging?.findSaved(error, form.getValues())
    if (!theirs || !merging) throw error
    const merge = mergeWith(theirs, form.getValues(), base.current, merging, true)
    if (isLastTry && merge.collisions.length === 0) throw error
    return merge
  }

  const submitWith: AppForm<Input, Output>['submitWith'] = (send) => async (event) => {
    if (conflict && conflict.collisions.length > 0 && !conflict.isSeen) {
      event?.preventDefault()
      setConflict({ ...conflict, isSeen: true })
      return
    }
    const incoming = new Set<string>()
    const markSent = () => {
      // The sent values are now the saved ones. We delete the draft last, because `reset` reports the values once more.
      setStart(form.getValues())
      setConflict(null)
      setRestoredFrom(null)
      if (draftKey !== undefined) dropDraft(draftKey)
      if (incoming.size > 0) showSnackbar(formatIncoming([...incoming]), { duration: 5000 })
    }
    /** Returns whether the values were merged with newer ones and must be sent again. */
    const sendOnce = async (values: Output, isLastTry: boolean): Promise<boolean> => {
      setFailure(null)
      try {
        await send(values)
      } catch (error) {
        const merge = await mergeAfter(error, isLastTry)
        for (const { label } of merge.incoming) incoming.add(label)
        return merge.collisions.length === 0
      }
      markSent()
      return false
    }
    let needsRetry = true
    for (let rest = maxMergedSaves; needsRetry && rest >= 0; rest -= 1) {
      needsRetry = false
      await form.handleSubmit(async (values) => {
        try {
          needsRetry = await sendOnce(values, rest === 0)
        } catch (error) {
          showFailure(error)
        }
      })(event)
    }
  }

  const choose = (part: FormPart<Input>, side: Side) => {
    if (!conflict) return
    const chosen = chooseSide(conflict, form.getValues(), part, side)
    setConflict(chosen.conflict)
    setValues(chosen.values)
  }

  return { ...form, failure, restoredFrom, discardDraft, load, loadCount, conflict, chooseSide: choose, submitWith }
}

/** Shows why a submit failed, above the button of the form. */
export function FormFailure({ failure }: { failure: { error: unknown } | null }) {
  return failure && <ErrorNotice error={failure.error} />
}

/** Says that a draft was restored, and offers to start over. */
export function RestoredNotice({
  restoredFrom,
  onDiscard,
  className,
}: {
  restoredFrom: DraftSource | null
  onDiscard: () => void
  className?: string
}): ReactNode {
  if (restoredFrom === null) return null
  return (
    <p role="status" className={joinClasses('text-small text-soft', className)}>
      {restoredFrom === 'otherTab' ? 'You typed this in another tab.' : 'We saved your draft from last time.'}{' '}
      <button type="button" onClick={onDiscard} className="font-strong text-court underline-offset-3 hover:underline">
        Start over
      </button>
    </p>
  )
}

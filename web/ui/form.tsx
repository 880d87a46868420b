import { valibotResolver } from '@hookform/resolvers/valibot'
import { type BaseSyntheticEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type * as v from 'valibot'
import { ShownError } from '../../domain/shown-error.ts'
import { holdReload } from '../busy.ts'
import { joinClasses } from './class-names.ts'
import { dropDraft, readDraft, writeDraft } from './draft.ts'
import { EditConflict } from './edit-conflict.tsx'
import { ErrorNotice } from './error-notice.tsx'

type FormSettings<Input> = {
  defaultValues: Input
  /** A name for the draft, such as `event:new`. We store unsent values under it and restore them after a reload. */
  draftKey?: string
  /** Fields that must never be stored, such as passwords. */
  excludedFromDraft?: readonly (keyof Input & string)[]
}

type AppForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> & {
  /** The error of the last submit, for `<FormFailure>`. */
  failure: { error: unknown } | null
  /** True when a draft from an earlier visit was restored. */
  isRestored: boolean
  discardDraft: () => void
  /** For `onSubmit`. If `send` succeeds, the draft is deleted. If it throws, the values stay and `failure` has the error. */
  submitWith: (send: (values: Output) => Promise<unknown> | undefined) => (event?: BaseSyntheticEvent) => Promise<void>
}

export function useAppForm<Input extends FieldValues, Output>(
  schema: v.GenericSchema<Input, Output>,
  { defaultValues, draftKey, excludedFromDraft }: FormSettings<Input>,
): AppForm<Input, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: valibotResolver<Input, unknown, Output>(schema),
    defaultValues: defaultValues as DefaultValues<Input>,
    // The form checks a field when the user leaves it. After that, it checks the field on each key press.
    mode: 'onTouched',
  })
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const [isRestored, setRestored] = useState(false)
  const { reset, subscribe } = form
  const { isDirty, isSubmitting } = form.formState

  // Callers often create these settings again on each render, so the effects below must not depend on them.
  const restore = useEffectEvent((key: string) => {
    const draft = readDraft<Input>(key, defaultValues)
    if (!draft) return
    reset(draft, { keepDefaultValues: true })
    setRestored(true)
  })
  const saveDraft = useEffectEvent((key: string, values: Input) => writeDraft(key, values, excludedFromDraft))

  // We restore the draft only once. After that, the fields are newer than the draft.
  useEffect(() => {
    if (draftKey !== undefined) restore(draftKey)
  }, [draftKey])

  useEffect(() => {
    if (draftKey === undefined) return
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty: isChanged }) => {
        if (isChanged) saveDraft(draftKey, values)
        // The user has undone all changes, so there is nothing to restore.
        else if (isChanged === false) dropDraft(draftKey)
      },
    })
  }, [draftKey, subscribe])

  useEffect(() => (isDirty || isSubmitting ? holdReload() : undefined), [isDirty, isSubmitting])

  const discardDraft = () => {
    reset(defaultValues as DefaultValues<Input>)
    if (draftKey !== undefined) dropDraft(draftKey)
    setRestored(false)
  }

  /** The server names each invalid field by its path. We show its message next to that field. */
  const markFields = (error: ShownError) => {
    const names = new Set(Object.keys(form.getValues()))
    for (const { path, message } of error.issues) {
      if (names.has(path.split('.')[0] ?? '')) form.setError(path as Path<Input>, { type: 'server', message })
    }
  }

  const submitWith: AppForm<Input, Output>['submitWith'] = (send) =>
    form.handleSubmit(async (values) => {
      setFailure(null)
      try {
        await send(values)
      } catch (error) {
        setFailure({ error })
        form.setError('root.send', { type: 'send' })
        if (error instanceof ShownError) markFields(error)
        return
      }
      // The sent values are now the saved ones. We delete the draft last, because `reset` reports the values once more.
      reset(form.getValues() as DefaultValues<Input>)
      setRestored(false)
      if (draftKey !== undefined) dropDraft(draftKey)
    })

  return { ...form, failure, isRestored, discardDraft, submitWith }
}

/** Shows why a submit failed, above the button of the form. `<ConflictNotice>` shows edit conflicts instead. */
export function FormFailure({ failure }: { failure: { error: unknown } | null }) {
  return failure && !(failure.error instanceof EditConflict) && <ErrorNotice error={failure.error} />
}

/** Says that a draft was restored, and offers to start over. */
export function RestoredNotice({
  isRestored,
  onDiscard,
  className,
}: {
  isRestored: boolean
  onDiscard: () => void
  className?: string
}): ReactNode {
  if (!isRestored) return null
  return (
    <p role="status" className={joinClasses('text-small text-soft', className)}>
      We saved your draft from last time.{' '}
      <button type="button" onClick={onDiscard} className="font-strong text-court underline-offset-3 hover:underline">
        Start over
      </button>
    </p>
  )
}

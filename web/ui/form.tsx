import { valibotResolver } from '@hookform/resolvers/valibot'
import { type BaseSyntheticEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type * as v from 'valibot'
import { ShownError } from '../../domain/shown-error.ts'
import { holdReload } from '../busy.ts'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { joinClasses } from './class-names.ts'
import { dropDraft, readDraft, writeDraft } from './draft.ts'
import { ErrorNotice } from './error-notice.tsx'

type FormSettings<Input> = {
  defaultValues: Input
  /** Names what is written, such as `event:new`: unsent words are kept under it and come back after a reload. */
  draftKey?: string
  /** Fields that are never kept, such as passwords. */
  neverKeep?: readonly (keyof Input & string)[]
}

type AppForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> & {
  /** What went wrong in sending, for `<FormFailure>`. */
  failure: { error: unknown } | null
  /** True when unsent words from an earlier visit were put back. */
  isRestored: boolean
  discardDraft: () => void
  /** For `onSubmit`. When `send` succeeds the draft is dropped; when it throws, the words stay and `failure` says why. */
  submitWith: (send: (values: Output) => Promise<unknown> | undefined) => (event?: BaseSyntheticEvent) => Promise<void>
}

export function useAppForm<Input extends FieldValues, Output>(
  schema: v.GenericSchema<Input, Output>,
  { defaultValues, draftKey, neverKeep }: FormSettings<Input>,
): AppForm<Input, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: valibotResolver<Input, unknown, Output>(schema),
    defaultValues: defaultValues as DefaultValues<Input>,
    // A person is corrected after leaving a field, and from then on sees at each key whether it is right now.
    mode: 'onTouched',
  })
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const [isRestored, setRestored] = useState(false)
  const { reset, subscribe } = form
  const { isDirty, isSubmitting } = form.formState

  // Both settings are often written in place and new at each render.
  const restore = useEffectEvent((key: string) => {
    const draft = readDraft<Input>(key, defaultValues)
    if (!draft) return
    reset(draft, { keepDefaultValues: true })
    setRestored(true)
  })
  const keep = useEffectEvent((key: string, values: Input) => writeDraft(key, values, neverKeep))

  // Only at first: later the fields know better than the draft.
  useEffect(() => {
    if (draftKey !== undefined) restore(draftKey)
  }, [draftKey])

  useEffect(() => {
    if (draftKey === undefined) return
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty: isChanged }) => {
        if (isChanged) keep(draftKey, values)
        // Emptied again: there is nothing to give back.
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

  /** The server names fields by their path; what it says stands beside the field it means. */
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
      // What was sent is what is saved: nothing is unsaved any more. The draft goes last, since resetting reports values once more.
      reset(form.getValues() as DefaultValues<Input>)
      setRestored(false)
      if (draftKey !== undefined) dropDraft(draftKey)
    })

  return { ...form, failure, isRestored, discardDraft, submitWith }
}

/** Stands above the form's button. What was changed elsewhere is a `<ConflictNotice>`'s to say. */
export function FormFailure({ failure }: { failure: { error: unknown } | null }) {
  return failure && !(failure.error instanceof ChangedElsewhere) && <ErrorNotice error={failure.error} />
}

/** Tells that unsent words came back, and offers to start anew. */
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
